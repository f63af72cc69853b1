/** `npm test`, the gate: types, lint, build, unit tests, and the browser tests that prove each capability once. */
import { ensureInstalled } from './install.mjs'
import { ensureChromium } from './testing/browser.mjs'
import { endRun, runBrowserTests, runLanes, runUnits, startRun } from './testing/phases.mjs'
import { buildChecks, sourceChecks } from './testing/static-checks.mjs'

ensureInstalled()
ensureChromium()
const run = startRun()
if (!(await runLanes(run, [sourceChecks, buildChecks]))) run.totals.failed += 1
else {
  await runUnits(run, 'test')
  await runBrowserTests(run, ['--grep', '@gate'])
}
endRun(run)
