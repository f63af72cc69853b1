/**
 * How every browser of the suite is started: as people have it. The runner's own defaults switch off storage
 * partitioning, pop-up blocking and the back/forward cache, and all three decide what our frames can do.
 */
import { chromium, type LaunchOptions } from '@playwright/test'

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const chromiumSandbox = process.getuid?.() !== 0

/** Worker processes inherit the answer, so that only the first process has to ask. */
const memory = 'AIRLOCK_CHROMIUM_DISABLED_FEATURES'

export async function chromiumLaunchOptions(): Promise<LaunchOptions> {
  const disabled = process.env[memory] ?? (await defaultDisabledFeatures())
  process.env[memory] = disabled
  return {
    executablePath,
    chromiumSandbox,
    ignoreDefaultArgs: [disabled, '--disable-popup-blocking', '--disable-back-forward-cache'],
    args: [
      alteredFeatures(disabled),
      '--site-per-process',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
    ],
  }
}

/** The list is private to the runner and changes with its version: a started browser shows it. */
async function defaultDisabledFeatures(): Promise<string> {
  const server = await chromium.launchServer({ executablePath, chromiumSandbox })
  const argument = server.process().spawnargs.find((text) => text.startsWith(prefix))
  await server.close()
  if (argument === undefined) throw new Error(`The runner no longer passes ${prefix}`)
  return argument
}

const prefix = '--disable-features='

/**
 * Processes that are started to be ready for nobody: two for the address bar's pop-ups of each window, and a spare renderer
 * that no navigation takes, because the next one belongs to the next test's profile.
 */
const readiness = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess']

function alteredFeatures(argument: string): string {
  const features = argument.slice(prefix.length).split(',')
  return prefix + [...features.filter((name) => name !== 'ThirdPartyStoragePartitioning'), ...readiness].join(',')
}
