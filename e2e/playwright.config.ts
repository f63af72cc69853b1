/**
 * The browser tests, specs and attacks: one world per worker. Tests with the tag `@gate` run in `npm test`, all tests
 * in `npm run test:full` (docs/testing.md).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumLaunchOptions } from './setup/chromium.ts'

const results = resolve(import.meta.dirname, '../test-results')

/** `--grep @gate` */
const isGate = process.argv.includes('@gate')

/** The files with tests of the gate. Loading all files to find these tests takes twice as long. */
const gateFiles = (): string[] =>
  ['specs', 'attack/cases']
    .flatMap((folder) =>
      readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
    .filter(
      (file) =>
        /\.(spec|attack)\.ts$/.test(file) && readFileSync(join(import.meta.dirname, file), 'utf8').includes('@gate'),
    )

export default defineConfig({
  testDir: '.',
  testMatch: isGate ? gateFiles() : ['specs/**/*.spec.ts', 'attack/cases/**/*.attack.ts'],
  outputDir: resolve(results, 'e2e'),
  // Before the first worker process starts.
  globalSetup: './setup/world-bundle.ts',
  // Built code needs no second transformation.
  build: { external: ['**/dist/**'] },
  fullyParallel: true,
  // More than the cores, because a third of a test's time is waiting; half of it in the full tier, whose tests pair, sign up and restart more.
  workers: isGate ? 3 : 4,
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
