/** `npm test`, the gate: types, lint, build, unit tests, and the browser tests that prove each capability once. */
import { ensureInstalled } from './install.mjs'
import { ensureChromium } from './testing/browser.mjs'
import { endRun, runBrowserTests, runLane, runUnits, startRun } from './testing/phases.mjs'
import { build, buildChecks, sourceChecks } from './testing/static-checks.mjs'

ensureInstalled()
ensureChromium()
const run = startRun()
// Tests wait for a third of their time, in which the checks run.
const built = runLane(run, [build])
const afterBuild = async (lane) => {
  if (await built) await lane()
}
await Promise.all([
  afterBuild(() => runBrowserTests(run, ['--grep', '@gate'])),
  afterBuild(() => runUnits(run, 'test')),
  runLane(run, sourceChecks).then(() => afterBuild(() => runLane(run, buildChecks))),
])
endRun(run)
