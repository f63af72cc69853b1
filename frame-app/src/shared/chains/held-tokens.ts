/** Reads tokens one by one, so that a hostile or broken one does not affect the others. */
import type { Json } from '@airlock/protocol/json.ts'

export interface HeldToken {
  /** In the network's format. */
  readonly address: string
  /** As returned by its contract: unverified, possibly empty. */
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In the smallest unit. */
  readonly amount: bigint
}

export type Ask = (method: string, params: Json, signal: AbortSignal) => Promise<Json>

/** Tokens with more decimals are rejected: networks allow 36 for their own currency. */
export const maxDecimals = 36
const atOnce = 6
/** Timeout for the calls about one token. */
const patienceMs = 3_000

/** In the order of the tokens; unreadable and slow ones are left out. Never rejects. */
export async function readEach(
  tokens: readonly string[],
  read: (token: string, signal: AbortSignal) => Promise<HeldToken | undefined>,
  signal: AbortSignal,
): Promise<readonly HeldToken[]> {
  const found = new Map<string, HeldToken>()
  const left = tokens.values()
  const work = async () => {
    for (const token of left) {
      if (signal.aborted) return
      try {
        const held = await read(token, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]))
        if (held) found.set(token, held)
      } catch {
        // Others continue.
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return tokens.flatMap((token) => found.get(token) ?? [])
}
