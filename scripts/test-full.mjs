/**
 * `npm run test:full`: all tests. In addition to the gate: the attack corpus, axe and appearance of every state, conformance of both ends,
 * the policy matrix, libraries of dapps, phones, Firefox, long fuzz, custody in its short form, PostgreSQL. Sweeps run in full.
 */
import { existsSync } from 'node:fs'
import { ensureInstalled } from './install.mjs'
import { ensureChromium, installPackages, onPath } from './testing/browser.mjs'
import { endRun, runBrowserTests, runLane, runOptional, runUnits, startRun } from './testing/phases.mjs'
import { build, buildChecks, sourceChecks } from './testing/static-checks.mjs'

const sweep = { AIRLOCK_SWEEP: 'whole', AIRLOCK_FUZZ: '100000' }

ensureInstalled()
ensureChromium()
// If these cannot be installed, the tests that need them report that they were skipped.
if (!existsSync('/usr/lib/postgresql') && !onPath('initdb')) installPackages('postgresql')
if (!process.env.FIREFOX_PATH && !onPath('firefox-esr')) installPackages('firefox-esr')
const run = startRun()
await runLane(run, [['types', 'tsc', '-p', 'tsconfig.json'], ...sourceChecks])
// The gallery is built once before the workers that serve it, because two of them would build it at the same time.
const isBuilt = await runLane(run, [build, ['gallery', 'node', 'scripts/build.mjs', 'gallery'], ...buildChecks])
if (isBuilt) {
  // Without a registry or its cache, the tests of these libraries report that they were skipped.
  await runOptional(run, ['libraries', 'tsx', 'e2e/libraries/main.ts', '--prepare'])
  await runUnits(run, 'test-full', sweep)
  await runBrowserTests(run, [], sweep)
}
endRun(run)
