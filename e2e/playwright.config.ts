/**
 * The browser tests, specs and attacks: one world per worker. Tests with the tag `@gate` run in `npm test`, all of them in
 * `npm run test:full` (docs/testing.md).
 */
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumLaunchOptions } from './setup/chromium.ts'

const results = resolve(import.meta.dirname, '../test-results')

export default defineConfig({
  testDir: '.',
  testMatch: ['specs/**/*.spec.ts', 'attack/cases/**/*.attack.ts'],
  outputDir: resolve(results, 'e2e'),
  fullyParallel: true,
  // One more than the cores: a third of what a test does is waiting.
  workers: 3,
  // Once, and it is printed and counted: `setup/flaky-reporter.ts`.
  retries: 1,
  // A machine that is busy with other things is no failure: a wait ends when what it waits for comes, or here.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: resolve(results, 'e2e.json') }], ['./setup/flaky-reporter.ts']],
  use: {
    browserName: 'chromium',
    launchOptions: await chromiumLaunchOptions(),
    // A tenth of the suite's time is movement. What is about movement, and the journeys, switch it on again.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
