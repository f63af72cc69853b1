/**
 * Sizes of sweeps and of property tests: the gate runs a part of them, the full tier (`--mode test-full`) all. `AIRLOCK_SIZES=gate` runs the
 * files of the full tier at the sizes of the gate.
 */
export const isGate = import.meta.env.MODE !== 'test-full' || process.env.AIRLOCK_SIZES === 'gate'

/** How many runs of a property, or rounds of a random test, this run makes: a quarter in the gate. */
export const runs = (all: number): number => (isGate ? Math.ceil(all / 4) : all)

/** Every fifth case in the gate: as few axes have five values, it meets each value of each axis. */
export const sampled = <T>(cases: readonly T[]): readonly T[] =>
  isGate ? cases.filter((_, index) => index % 5 === 0) : cases

/** Cases that only the full tier has. */
export const onlyInFull = <T>(cases: readonly T[]): readonly T[] => (isGate ? [] : cases)

/** Numbers below `count`, in the gate every fifth. */
export const sampledBelow = (count: number): readonly number[] => sampled([...Array(count).keys()])
