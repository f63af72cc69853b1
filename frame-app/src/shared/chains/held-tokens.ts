/** Reads tokens one by one, so that a hostile or broken one costs only itself. */
import type { Json } from '@airlock/protocol/json.ts'

export interface HeldToken {
  /** In the form of its network. */
  readonly address: string
  /** As its contract has them: they may hold anything, or nothing. */
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In the smallest unit. */
  readonly amount: bigint
}

export type Ask = (method: string, params: Json, signal: AbortSignal) => Promise<Json>

/** More decimals than this are no token: networks allow 36 for their own currency. */
export const maxDecimals = 36
const atOnce = 6
/** For the calls about one token. */
const patienceMs = 3_000

/** In the order of the tokens; what cannot be read, or not in time, is left out. Never rejects. */
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
        // The others are read.
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return tokens.flatMap((token) => found.get(token) ?? [])
}
