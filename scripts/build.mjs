/** Builds every bundle: the host SDK, the frame documents, the demo host. */
import { ensureInstalled, run } from './install.mjs'

ensureInstalled()
for (const mode of ['sdk', 'frame', 'demo', 'fixtures'])
  run('npx', ['vite', 'build', '--mode', mode, '--logLevel', 'warn'])
