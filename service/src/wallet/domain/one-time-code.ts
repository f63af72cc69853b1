/**
 * One-time codes: unbiased decimal digits. Stored as scrypt over a keyed hash of flow and code; the key (the pepper) is
 * not in the database, so a stolen database alone does not allow guessing.
 */
import { scrypt, timingSafeEqual } from 'node:crypto'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { Lookup } from '../../crypto/lookup.ts'
import { createLane } from '../../lane.ts'
import type { CodePurpose } from '../../store/contract/flows.ts'
import type { Repositories } from '../../store/store.ts'
import { newId, type Outside } from '../outside.ts'
import { Refusal } from '../refusal.ts'

/** Parameters of scrypt. They come from the code of the role alone: neither a setting nor a stored code can lower them. */
export type CodeCost = { readonly N: number; readonly r: number; readonly p: number }

/** About 50 ms and 16 MiB each, so at most four at once per process. */
export const codeCost: CodeCost = { N: 2 ** 14, r: 8, p: 1 }
const hashBytes = 32
export const saltBytes = 16

export type HashedCode = { readonly codeHash: Uint8Array; readonly salt: Uint8Array }

/** Result of taking a try in the store. It has no hash if there is no code to compare with. */
type Try = { readonly outcome: string } & Partial<HashedCode>

export type DrawnCode = HashedCode & { readonly code: string }

export type OneTimeCodes = {
  readonly hash: (flowId: string, code: string) => Promise<HashedCode>
  /** A new code. Call it before the transaction that stores the code, because its hash is slow by design. */
  readonly draw: (flowId: string) => Promise<DrawnCode>
  /** @returns when the code expires */
  readonly issue: (
    tx: Pick<Repositories, 'codes'>,
    drawn: DrawnCode,
    of: { readonly flowId: string; readonly purpose: CodePurpose; readonly now: number },
  ) => Promise<number>
  /**
   * Takes a try and compares. The try is taken only once there is capacity for the hash, so a flood does not cost a
   * user tries. Takes as long for a wrong code as for the right one.
   */
  readonly judge: <Attempt extends Try>(
    flowId: string,
    code: string,
    takeTry: () => Promise<Attempt>,
  ) => Promise<{ readonly attempt: Attempt; readonly isRight: boolean }>
  /** Same work as `matches`, for when there is no code to compare with. */
  readonly pretend: () => Promise<void>
}

type Needs = { readonly lookup: Lookup; readonly outside: Outside; readonly cost: CodeCost }

export function createOneTimeCodes({ lookup, outside, cost }: Needs): OneTimeCodes {
  const busy = () => new Refusal('UNAVAILABLE', { retryAfterMs: 2_000 })
  const gate = createLane({ atOnce: 4, waiting: 64 }, busy)
  // Separate queue for callers without a code, so that a flood of them does not delay users with one.
  const pretenceGate = createLane({ atOnce: 1, waiting: 64 }, busy)
  const derive = (flowId: string, code: string, salt: Uint8Array) =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(lookup('code', `${flowId}|${code}`), salt, hashBytes, cost, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  const hash: OneTimeCodes['hash'] = async (flowId, code) => {
    const salt = outside.randomBytes(saltBytes)
    return { codeHash: new Uint8Array(await gate(() => derive(flowId, code, salt))), salt }
  }
  return {
    hash,
    async draw(flowId) {
      const code = drawCode(serviceLimits.otpDigits, outside)
      return { code, ...(await hash(flowId, code)) }
    },
    async issue(tx, { codeHash, salt }, of) {
      const [maxTries, lifetimeMs] = [serviceLimits.otpTries, serviceLimits.otpLifetime * 1000]
      return (await tx.codes.issue({ codeId: newId(outside), codeHash, salt, maxTries, lifetimeMs, ...of })).expiresAt
    },
    judge: (flowId, code, takeTry) =>
      gate(async () => {
        const attempt = await takeTry()
        if (attempt.codeHash === undefined || attempt.salt === undefined) return { attempt, isRight: false }
        const derived = await derive(flowId, code, attempt.salt)
        const isRight = derived.length === attempt.codeHash.length && timingSafeEqual(derived, attempt.codeHash)
        return { attempt, isRight }
      }),
    async pretend() {
      await pretenceGate(() => derive('', '', outside.randomBytes(saltBytes)))
    },
  }
}

/** Uniform over all 10^digits codes, by rejection sampling. */
export function drawCode(digits: number, { randomBytes }: Pick<Outside, 'randomBytes'>): string {
  const codes = 10 ** digits
  const range = 2 ** 32
  const limit = range - (range % codes)
  for (;;) {
    const drawn = Buffer.from(randomBytes(4)).readUInt32BE()
    if (drawn < limit) return String(drawn % codes).padStart(digits, '0')
  }
}
