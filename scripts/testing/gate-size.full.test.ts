import { expect, test } from 'vitest'
import { onlyInFull, runs, sampled } from './gate-size.ts'

// The mutants run these files at the sizes of the gate.
test.skipIf(process.env.AIRLOCK_SIZES === 'gate')(
  'the full tier runs whole sweeps and all rounds of properties',
  () => {
    expect(import.meta.env.MODE).toBe('test-full')
    expect([runs(100), sampled([1, 2, 3]), onlyInFull([1])]).toEqual([100, [1, 2, 3], [1]])
  },
)
