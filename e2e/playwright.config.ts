/**
 * The browser tests, specs and attacks: one world per worker. Tests with the tag `@gate` run in `npm test`, all tests
 * in `npm run test:full` (docs/testing.md).
 */
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumLaunchOptions } from './setup/chromium.ts'
import { gateFiles } from './setup/gate-files.ts'

const results = resolve(import.meta.dirname, '../test-results')

/** `--grep @gate` */
const isGate = process.argv.includes('@gate')

export default defineConfig({
  testDir: '.',
  testMatch: isGate ? [...gateFiles()] : ['specs/**/*.spec.ts', 'attack/cases/**/*.attack.ts'],
  outputDir: resolve(results, 'e2e'),
  globalSetup: './setup/global-setup.ts',
  // Built code needs no second transformation.
  build: { external: ['**/dist/**'] },
  fullyParallel: true,
  // One more than the cores, because a third of a test's time is waiting.
  workers: 3,
  // One retry, which is printed and counted: `setup/flaky-reporter.ts`.
  retries: 1,
  // Long, because a busy machine is not a failure: waits end as soon as what they wait for happens.
  timeout: 60_000,
  expect: { timeout: Number(process.env['AIRLOCK_EXPECT_MS'] ?? 15_000) },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: resolve(results, 'e2e.json') }], ['./setup/flaky-reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: await chromiumLaunchOptions(),
    // Animations take a tenth of the suite's time. Tests of animations, and the journeys, turn them on again.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
