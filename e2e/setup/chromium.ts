/**
 * Launch options that give every browser of the suite the settings of ordinary users. The runner's own defaults disable
 * storage partitioning, pop-up blocking and the back/forward cache, and all three affect what our frames can do.
 */
import { chromium, type LaunchOptions } from '@playwright/test'
import { findChromium } from '../../scripts/testing/browser.mjs'

const executablePath = findChromium() ?? 'chromium'
const chromiumSandbox = process.getuid?.() !== 0

/** Environment variable by which worker processes inherit the list, so that only the first process has to determine it. */
const memory = 'AIRLOCK_CHROMIUM_DISABLED_FEATURES'

export type BrowserOptions = {
  /** Keeps a spare renderer for the next page, as ordinary browsers do. Needed when measuring openings. */
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

/**
 * The list is internal to the runner and changes with its version. The runner names its arguments when a browser does not
 * start, so it starts none: Node refuses these arguments at once.
 */
async function defaultDisabledFeatures(): Promise<string> {
  const refused = await chromium.launchServer({ executablePath: process.execPath, chromiumSandbox }).then(
    async (server) => {
      await server.close()
      return ''
    },
    (error: unknown) => String(error),
  )
  const argument = refused.split(/\s/).find((text) => text.startsWith(prefix))
  if (argument === undefined) throw new Error(`The runner no longer passes ${prefix}`)
  return argument
}

const prefix = '--disable-features='

/** Pages for the address bar's pop-ups: two processes per window, which no test needs. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
/** No navigation of a test would use the spare renderer: the next page belongs to the next test's profile. */
const spareRenderer = 'SpareRendererForSitePerProcess'

function alteredFeatures(argument: string, without: readonly string[]): string {
  const features = argument.slice(prefix.length).split(',')
  return prefix + [...features.filter((name) => name !== 'ThirdPartyStoragePartitioning'), ...without].join(',')
}
