/** The end-to-end suite, specs and attacks: system Chromium, one world per worker, no retry. */
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
  retries: 0,
  // A machine that is busy with other things is no failure: a wait ends when what it waits for comes, or here.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: resolve(results, 'e2e.json') }]],
  use: {
    browserName: 'chromium',
    launchOptions: await chromiumLaunchOptions(),
    // A tenth of the suite's time is movement. What is about movement, and the journeys, switch it on again.
    contextOptions: { reducedMotion: 'reduce' },
  },
})
