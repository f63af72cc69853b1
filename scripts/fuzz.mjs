/**
 * `npm run fuzz`: compares the channel with an independent oracle on 100,000 random messages, and explores every state of the session
 * model; `-- --long` sends a million messages. `npm test` runs a part of both. The seed is printed; `AIRLOCK_SEED=… npm run fuzz` repeats a
 * run.
 */
import { run } from './install.mjs'

const isLong = process.argv.includes('--long')
run('vitest', ['run', '--mode', 'test-full', 'protocol/test/fuzz', 'protocol/test/model'], {
  AIRLOCK_FUZZ: isLong ? '1000000' : '100000',
})
