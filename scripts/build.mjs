/** Builds every bundle: the host SDK, the frame documents, the demo host, the pages for tests. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, run } from './install.mjs'

ensureInstalled()
const env = { VITE_BUILD_ID: buildId() }
for (const mode of ['sdk', 'frame', 'wallet', 'demo', 'fixtures', 'conformance'])
  run('vite', ['build', '--mode', mode, '--logLevel', 'warn'], env)
for (const document of ['frame', 'wallet'])
  run('tsx', ['service/src/release/main.ts', `dist/${document}`, env.VITE_BUILD_ID, `dist/${document}-key.pub`])

/** Names the frame's build in HELLO. The same sources and dependencies give the same id on any machine. */
function buildId() {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'vite.config.ts', ...filesIn('protocol/src'), ...filesIn('frame-app')])
    hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

function filesIn(folder) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? filesIn(path) : [path]
    })
}
