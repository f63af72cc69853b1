/**
 * One-time codes: decimal digits without bias, and a hash that a stolen database alone cannot be tried against: scrypt over a keyed
 * hash of flow and code, whose key (the pepper) lies elsewhere.
 */
import { scrypt, timingSafeEqual } from 'node:crypto'
import type { Lookup } from '../../crypto/lookup.ts'
import type { Outside } from '../outside.ts'
import { createGate, type Gate } from './gate.ts'

/** About 50 ms and 16 MiB each; hence never more than four at once in a process. */
const cost = { N: 2 ** 14, r: 8, p: 1 }
const hashBytes = 32
export const saltBytes = 16

export type HashedCode = { readonly codeHash: Uint8Array; readonly salt: Uint8Array }

/** A try of the store's; without a code to compare with nothing is compared. */
type Try = { readonly outcome: string } & Partial<HashedCode>

export type OneTimeCodes = {
  readonly hash: (flowId: string, code: string) => Promise<HashedCode>
  /**
   * Takes a try and compares. The try is taken when there is room for the work and not before: a crowd that fills the gate costs nobody a
   * try. Takes as long for a wrong code as for the right one.
   */
  readonly judge: <Attempt extends Try>(
    flowId: string,
    code: string,
    takeTry: () => Promise<Attempt>,
  ) => Promise<{ readonly attempt: Attempt; readonly isRight: boolean }>
  /** The work of `matches` where there is nothing to compare with. */
  readonly pretend: () => Promise<void>
}

export function createOneTimeCodes(options: { readonly lookup: Lookup; readonly outside: Outside }): OneTimeCodes {
  const { lookup, outside } = options
  const gate: Gate = createGate({ running: 4, waiting: 64 })
  // For whoever has no code to guess at: a crowd of them waits for itself, and not before people with a code.
  const pretenceGate: Gate = createGate({ running: 1, waiting: 64 })
  const derive = (flowId: string, code: string, salt: Uint8Array) =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(lookup('code', `${flowId}|${code}`), salt, hashBytes, cost, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  return {
    async hash(flowId, code) {
      const salt = outside.randomBytes(saltBytes)
      return { codeHash: new Uint8Array(await gate(() => derive(flowId, code, salt))), salt }
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

/** Each of the 10^digits codes is as likely as any other: what does not fill a whole round of them is drawn again. */
export function drawCode(digits: number, { randomBytes }: Pick<Outside, 'randomBytes'>): string {
  const codes = 10 ** digits
  const range = 2 ** 32
  const limit = range - (range % codes)
  for (;;) {
    const drawn = Buffer.from(randomBytes(4)).readUInt32BE()
    if (drawn < limit) return String(drawn % codes).padStart(digits, '0')
  }
}
