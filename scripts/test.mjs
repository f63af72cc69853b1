/**
 * `npm test`, the gate: types, lint, build, unit tests, the browser tests that prove each capability once, and the shortest journeys
 * in WebKit and Firefox. The package's types are part of it if its sources have changed (`pack/api-sources.mjs`).
 */
import { ensureInstalled } from './install.mjs'
import { isPackageReviewed } from './pack/api-sources.mjs'
import { ensureChromium } from './testing/browser.mjs'
import { endRun, runBrowserTests, runEngines, runLane, runUnits, startRun } from './testing/phases.mjs'
import { build, buildChecks, sourceChecks } from './testing/static-checks.mjs'

ensureInstalled()
ensureChromium()
const run = startRun()
// One after the other: the browser tests keep two cores busy, and so do the unit tests. Side by side, each would take longer than both do now.
const builds = isPackageReviewed() ? [...build, '--without', 'types'] : build
const lanes = await Promise.all([runLane(run, [builds, ...buildChecks]), runLane(run, sourceChecks)])
if (lanes.every(Boolean)) {
  await runBrowserTests(run, ['--grep', '@gate'])
  await runEngines(run, ['--short'])
  await runUnits(run, 'test')
}
endRun(run)
