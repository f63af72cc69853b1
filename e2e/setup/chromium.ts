/**
 * Starts every browser of the suite with the settings of ordinary users. The runner's own defaults switch off storage
 * partitioning, pop-up blocking and the back/forward cache, and all three decide what our frames can do.
 */
import { chromium, type LaunchOptions } from '@playwright/test'
import { findChromium } from '../../scripts/testing/browser.mjs'

const executablePath = findChromium() ?? 'chromium'
const chromiumSandbox = process.getuid?.() !== 0

/** Worker processes inherit the answer, so that only the first process has to ask. */
const memory = 'AIRLOCK_CHROMIUM_DISABLED_FEATURES'

export type BrowserOptions = {
  /** Keeps a spare renderer for the next page, as ordinary browsers do. For measuring openings. */
  readonly hasSpareRenderer?: boolean
}

export async function chromiumLaunchOptions({ hasSpareRenderer = false }: BrowserOptions = {}): Promise<LaunchOptions> {
  const disabled = process.env[memory] ?? (await defaultDisabledFeatures())
  process.env[memory] = disabled
  return {
    executablePath,
    chromiumSandbox,
    ignoreDefaultArgs: [disabled, '--disable-popup-blocking', '--disable-back-forward-cache'],
    args: [
      alteredFeatures(disabled, hasSpareRenderer ? addressBarPages : [...addressBarPages, spareRenderer]),
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

/** The pages of the address bar’s pop-ups: two processes for each window, started to be ready for nobody. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
/** No navigation of a test takes it: the next page belongs to the next test's profile. */
const spareRenderer = 'SpareRendererForSitePerProcess'

function alteredFeatures(argument: string, without: readonly string[]): string {
  const features = argument.slice(prefix.length).split(',')
  return prefix + [...features.filter((name) => name !== 'ThirdPartyStoragePartitioning'), ...without].join(',')
}
