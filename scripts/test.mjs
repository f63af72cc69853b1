/** `npm test`, the gate: types, lint, build, unit tests, and the browser tests that prove each capability once. */
import { ensureInstalled } from './install.mjs'
import { ensureChromium } from './testing/browser.mjs'
import { endRun, runBrowserTests, runLane, runUnits, startRun } from './testing/phases.mjs'
import { build, buildChecks, sourceChecks } from './testing/static-checks.mjs'

ensureInstalled()
ensureChromium()
const run = startRun()
// The browser tests wait for a third of their time, in which the checks and the unit tests run.
const built = runLane(run, [build])
const browser = built.then((isBuilt) => isBuilt && runBrowserTests(run, ['--grep', '@gate']))
if ((await runLane(run, sourceChecks)) && (await built) && (await runLane(run, buildChecks)))
  await runUnits(run, 'test')
await browser
endRun(run)
