/** Ends what a file of tests leaves behind, because the next file runs in the same process. Runs before each file. */
import { afterAll, vi } from 'vitest'
import { rememberProcess } from './process-state.ts'

const restore = rememberProcess()

afterAll(async () => {
  vi.useRealTimers()
  // Code that is still loading, and promises that are already settled, go on while the globals that they use are still there.
  for (let turn = 0; turn < 5; turn += 1) {
    await vi.dynamicImportSettled()
    await new Promise((done) => setImmediate(done))
  }
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  restore()
})
