/**
 * `npm run fuzz`: 100,000 random messages against the channel and an independent oracle, and every world of the session's model;
 * `-- --long` sends a million. `npm test` does a part of both. The seed is printed; `AIRLOCK_SEED=… npm run fuzz` repeats a run.
 */
import { run } from './install.mjs'

const isLong = process.argv.includes('--long')
run('vitest', ['run', 'protocol/test/fuzz', 'protocol/test/model'], {
  AIRLOCK_FUZZ: isLong ? '1000000' : '100000',
})
