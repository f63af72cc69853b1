/**
 * Re-exports `fast-check` for the tests. With `AIRLOCK_SEED` set, every property test uses the same values in each run: the gate sets a
 * fixed seed, the full tier a new one. The gate makes a quarter of the runs.
 */
import fc, { type IAsyncProperty, type IProperty, type IRawProperty, type Parameters } from 'fast-check'
import { runs } from './gate-size.ts'

const seed = Number(process.env.AIRLOCK_SEED)
// fast-check expects a signed 32-bit seed.
if (process.env.AIRLOCK_SEED) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seed | 0 })

const usualRuns = 100

const sized = <T>({ numRuns = usualRuns, ...parameters }: Parameters<T> = {}): Parameters<T> => ({
  ...parameters,
  // Examples are runs too.
  numRuns: Math.max(runs(numRuns), parameters.examples?.length ?? 0),
})

export function assert<T>(property: IAsyncProperty<T>, parameters?: Parameters<T>): Promise<void>
export function assert<T>(property: IProperty<T>, parameters?: Parameters<T>): void
export function assert<T>(property: IRawProperty<T>, parameters?: Parameters<T>): Promise<void> | void {
  return fc.assert(property, sized(parameters))
}

export * from 'fast-check'
// biome-ignore lint/style/noDefaultExport: tests import it as they import the package
export default { ...fc, assert }
