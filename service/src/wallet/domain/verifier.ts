/** Proof that whoever completes a login is the one who began it (RFC 7636, S256). */
import { createHash, timingSafeEqual } from 'node:crypto'

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** In constant time; empty texts are never equal. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && one.length > 0 && timingSafeEqual(one, other)
}
