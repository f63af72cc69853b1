/**
 * `npm run test:full`: all tests. In addition to the gate: the attack corpus, axe and appearance of every state, conformance of both ends,
 * the policy matrix, libraries of dapps, phones, journeys in WebKit and Firefox, long fuzz, custody in its short form, PostgreSQL. Sweeps run in full.
 * `-- --shard 2/3` runs the second of three parts, so that several machines share the run; the first part has the checks that need no tests.
 */
import { existsSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'
import { ensureChromium, installPackages, onPath } from './testing/browser.mjs'
import {
  endRun,
  runBrowserShard,
  runBrowserTests,
  runEngines,
  runLane,
  runOptional,
  runUnits,
  startRun,
  writeTimes,
} from './testing/phases.mjs'
import { readShard } from './testing/shard.mjs'
import { build, buildChecks, sourceChecks } from './testing/static-checks.mjs'

const sweep = { AIRLOCK_SWEEP: 'whole', AIRLOCK_FUZZ: '100000' }
const { index, count } = readShard(process.argv.slice(2))
const isWhole = count === 1
const part = isWhole ? [] : [`--shard=${index}/${count}`]

ensureInstalled()
ensureChromium()
// If these cannot be installed, the tests that need them report that they were skipped.
if (!existsSync('/usr/lib/postgresql') && !onPath('initdb')) installPackages('postgresql')
if (!process.env.FIREFOX_PATH && !onPath('firefox-esr')) installPackages('firefox-esr')
if (!process.env.NGINX_PATH && !existsSync('/usr/sbin/nginx')) installPackages('nginx-light')
const run = startRun()
// The gallery is built once before the workers that serve it, because two of them would build it at the same time.
const builds = [build, ['gallery', 'node', 'scripts/build.mjs', 'gallery']]
const isFirst = index === 1
const [isBuilt] = await Promise.all([
  runLane(run, isFirst ? [...builds, ...buildChecks] : builds),
  runLane(run, isFirst ? sourceChecks : []),
])
if (isBuilt) {
  await Promise.all([
    // Mostly waits for the registry. Without one or its cache, the tests of these libraries report that they were skipped.
    runOptional(run, ['libraries', 'tsx', 'e2e/libraries/main.ts', '--prepare']),
    runUnits(run, 'test-full', sweep, part),
  ])
  // One after the other, as in the gate.
  await (isWhole ? runBrowserTests(run, [], sweep) : runBrowserShard(run, { index, count }, sweep))
  if (isFirst) await runEngines(run)
}
// Those of a part would look like those of a run in which the other files take no time.
if (isWhole) writeTimes(run, 'docs/test-times.md')
endRun(run)
