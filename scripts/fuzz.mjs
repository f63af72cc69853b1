/**
 * `npm run fuzz`: random messages against the channel and an independent oracle; `-- --long` sends a million. The seed is
 * printed; `AIRLOCK_SEED=… npm run fuzz` repeats a run.
 */
import { run } from './install.mjs'

const isLong = process.argv.includes('--long')
run('npx', ['vitest', 'run', 'protocol/test/fuzz'], { AIRLOCK_FUZZ: isLong ? '1000000' : '100000' })
