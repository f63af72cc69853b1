/** The calls of a Key Worker for tests. Its passwords cost next to nothing: `main.test.ts` has what they cost in the real one. */
import { idleLockMs } from '../../src/wallet/key-link/surface.ts'
import { createCalls } from '../../src/wallet/key-worker/calls.ts'
import type { HashCost } from '../../src/wallet/key-worker/keys/password.ts'
import type { Vault } from '../../src/wallet/key-worker/vault.ts'

/** The least that Argon2 takes. */
export const cheapHash: HashCost = { m: 8, t: 1, p: 1 }

export const startCalls = (vault: Vault) => createCalls(vault, { idleMs: idleLockMs, cost: cheapHash })
