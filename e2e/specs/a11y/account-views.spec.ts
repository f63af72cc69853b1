/**
 * The views of the account, of social logins, and the choice of a chain, in every designed state of the gallery: axe in both themes,
 * nothing cut at 320 px, with large text or from right to left, and borders where the system chooses the colours. A short sweep takes
 * some states of each view.
 */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { addressOf } from '../../gallery/looks.ts'
import { type GalleryServer, readEntries, serveBuiltGallery } from '../../gallery/server.ts'
import type { Entry } from '../../gallery/states/index.ts'
import { setTextSize, settled } from '../../screenshots/steady.ts'
import { isWholeSweep, swept } from '../../setup/sweep.ts'
import { audit } from './audit.ts'
import { bareControls, clipped, smallTargets } from './measure.ts'

const views = [
  'ConnectSocials',
  'ConnectingSocial',
  'ConnectingFarcaster',
  'UpdateEmailWallet',
  'UpdateEmailPrimaryOtp',
  'UpdateEmailSecondaryOtp',
  'ConnectingMultiChain',
  'Networks',
  'SwitchActiveChain',
  'SwitchAddress',
  'Account',
  'Activity',
  'Transaction',
  'Nft',
  'Receive',
  'Send',
  'SendReview',
  'SendSelectToken',
  'SignPsbt',
  'Swap',
  'SwapSelectToken',
  'SwapPreview',
  'OnRamp',
  'BuyInProgress',
  'SmartSessionList',
  'SmartSessionCreated',
  'WalletCompatibleNetworks',
  'Profile',
  'ChooseAccountName',
  'RegisterAccountName',
  'RegisterAccountNameSuccess',
] as const
type View = (typeof views)[number]

const wide = { width: 360, height: 740 }
const narrow = { width: 320, height: 640 }
/** The number of rules that pass on the emptiest state; an audit of nothing passes none. */
const fewestRules = 14

let gallery: GalleryServer
// One build of the gallery for all tests.
test.describe.configure({ mode: 'default', timeout: isWholeSweep ? 600_000 : 240_000 })
test.beforeAll(async () => {
  test.setTimeout(240_000)
  gallery = await serveBuiltGallery()
})
test.afterAll(() => gallery.stop())

type Look = { readonly theme: 'light' | 'dark'; readonly direction: 'ltr' | 'rtl' }

/** Runs the check on each state of the view, in a page of its own kind. */
async function sweep(
  browser: Browser,
  view: View,
  { look, ...context }: NonNullable<Parameters<Browser['newPage']>[0]> & { readonly look: Look },
  check: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const page = await browser.newPage({ reducedMotion: 'reduce', colorScheme: look.theme, ...context })
  const all = (await readEntries(page, gallery)).filter((entry) => entry.view === view)
  expect(all.length).toBeGreaterThanOrEqual(1)
  for (const entry of swept(all, { drawn: 5, kindOf: firstWord })) {
    const name = `${entry.view}/${entry.state}`
    await page.goto(gallery.address + addressOf(entry, look))
    await expect(page.locator('html[data-drawn]'), name).toBeAttached()
    await settled(page.mainFrame(), look.theme)
    await check(page, name)
  }
  await page.close()
}

/** `nfts` for `nfts-many`: the states of one list. */
const firstWord = ({ state }: Entry) => state.split('-', 1)[0] ?? state

for (const view of views) {
  test(`${view}: no violation, no small target`, async ({ browser }) => {
    await sweep(browser, view, { viewport: wide, look: { theme: 'light', direction: 'ltr' } }, async (page, name) => {
      const frame = page.mainFrame()
      const { violations, passed } = await audit(frame)
      expect.soft(violations, `${name}, light`).toEqual([])
      expect.soft(passed.length, `rules that passed on ${name}`).toBeGreaterThanOrEqual(fewestRules)
      expect.soft(await clipped(frame), `${name} at 360 px`).toEqual([])
      expect.soft(await smallTargets(frame), `small targets of ${name}`).toEqual([])
    })
  })

  test(`${view}: readable in the dark, whole at 320 px and with text twice as large`, async ({ browser }) => {
    await sweep(browser, view, { viewport: narrow, look: { theme: 'dark', direction: 'ltr' } }, async (page, name) => {
      const frame = page.mainFrame()
      const { violations } = await audit(frame, { isRecoloured: true })
      expect.soft(violations, `${name}, dark`).toEqual([])
      expect.soft(await clipped(frame), `${name} at 320 px`).toEqual([])
      await setTextSize(frame, 200)
      await settled(frame)
      expect.soft(await clipped(frame), `${name} with 200 % text`).toEqual([])
    })
  })

  test(`${view}: whole from right to left`, async ({ browser }) => {
    await sweep(browser, view, { viewport: narrow, look: { theme: 'light', direction: 'rtl' } }, async (page, name) => {
      expect.soft(await clipped(page.mainFrame()), `${name} from right to left`).toEqual([])
    })
  })

  test(`${view}: every control has a border where the system chooses the colours`, async ({ browser }) => {
    const look = { theme: 'light', direction: 'ltr' } as const
    await sweep(browser, view, { viewport: wide, forcedColors: 'active', look }, async (page, name) => {
      expect.soft(await bareControls(page.mainFrame()), name).toEqual([])
    })
  })
}
