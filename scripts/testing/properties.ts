/**
 * Re-exports `fast-check` for the tests. With `AIRLOCK_SEED` set, every property test uses the same values in each run: the gate sets a
 * fixed seed, the full tier a new one.
 */
import fc from 'fast-check'

const seed = Number(process.env.AIRLOCK_SEED)
// fast-check expects a signed 32-bit seed.
if (process.env.AIRLOCK_SEED) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seed | 0 })

export * from 'fast-check'
export { default } from 'fast-check'
