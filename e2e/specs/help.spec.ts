/** Help for users in trouble: shows the messages between page and frame, and a report without private data. */
import type { BrowserContext, Page } from '@playwright/test'
import { keepAppPort, plant } from '../pages/app-port.ts'
import { choosingOnClock, connected, opened } from '../pages/connected.ts'
import { modalOn } from '../pages/modal.ts'
import { tabUntil } from '../setup/tab-to.ts'
import { expect, test, withWallets } from '../test.ts'
import { focused } from './a11y/focus.ts'

const secret = 'the-value-that-must-not-come-back'
const hex = (text: string) => Buffer.from(text).toString('hex')

type Report = {
  readonly [field: string]: unknown
  readonly events: readonly { readonly type: string; readonly direction: string; readonly verdict: string }[]
}

/** Pastes the clipboard and returns the text. */
async function pasted(context: BrowserContext): Promise<string> {
  const page = await context.newPage()
  await page.setContent('<textarea></textarea>')
  await page.locator('textarea').focus()
  await page.keyboard.press('ControlOrMeta+V')
  const text = await page.locator('textarea').inputValue()
  await page.close()
  return text
}
const reportIn = (text: string) => JSON.parse(text) as Report // as: each field is checked below

/** Makes something other than the page post to the modal's window before the page can, as an extension might. */
const addStranger = (page: Page) =>
  page.addInitScript((said) => {
    if (window === window.top) return
    const listen = window.addEventListener.bind(window)
    window.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) => {
      listen(type, listener)
      if (type === 'message') window.postMessage({ type: 'INIT', said }, location.origin)
    }
  }, secret)

test.describe('Help by keyboard', () => {
  test.use(withWallets({ name: 'Rabbit' }))

  test('a report is copied that says what was refused, and nothing of what was said', async ({
    parts,
    wallets: [rabbit],
  }) => {
    const { context, host, page, world } = parts
    await addStranger(page)
    await host.open()
    await keepAppPort(page)
    const metadata = { name: secret, description: secret, url: `${world.origins.host}/${secret}`, icons: [] }
    const { dapp, modal } = await connected(parts, 'Rabbit', { metadata })
    const address = rabbit?.address ?? ''
    await dapp.request('personal_sign', [`0x${hex(secret)}`, address])
    await plant(
      page,
      { id: crypto.randomUUID(), epoch: 77, type: 'OPEN', payload: { view: secret } },
      { type: 'SYNC_DAPP_DATA', payload: { name: secret } },
      { type: secret, payload: { [secret]: address } },
    )
    await dapp.call((airlock) => airlock.disconnect())
    await page.getByRole('button', { name: 'Connect' }).press('Enter')
    const pressTab = async (until: string) => {
      await tabUntil(page, async () => (await focused(modal.frame)) === until)
      await page.keyboard.press('Enter')
    }
    await modal.expectView('Connect Wallet')
    await pressTab('button Get started')
    await modal.expectView('What is a wallet?')
    await pressTab('button Something not working?')
    await modal.expectView('Help')
    await expect.poll(() => focused(modal.frame)).toBe('h1 Help')
    await expect(modal.text(world.origins.host)).toBeVisible()
    await expect(modal.text('1 message came from other senders')).toBeVisible()
    const refusals = modal.frame.getByRole('list', { name: 'Refused messages' }).getByRole('listitem')
    await expect(refusals).toHaveText([/Invalid format\s*2/, /From another session\s*1/])

    await pressTab('button Copy report')
    await expect(modal.toasts).toContainText('Report copied')
    const text = await pasted(context)
    const report = reportIn(text)
    expect(report).toEqual({
      at: expect.any(String),
      buildId: expect.stringMatching(/^[0-9a-f]{16}$/),
      protocolVersion: 1,
      epoch: 1,
      origin: world.origins.host,
      userAgent: await page.evaluate(() => navigator.userAgent),
      storage: 'local',
      features: ['publickey-credentials-get', 'publickey-credentials-create', 'clipboard-write'],
      refusals: { BAD_SHAPE: 2, STALE_EPOCH: 1 },
      strangers: 1,
      events: expect.any(Array),
    })
    const refused = report.events.filter(({ verdict }) => verdict !== 'ok')
    expect(refused.map(({ direction, type, verdict }) => `${direction} ${type} ${verdict}`)).toEqual([
      'in OPEN STALE_EPOCH',
      'in SYNC_DAPP_DATA BAD_SHAPE',
      'in ? BAD_SHAPE',
    ])
    // Messages whose content the report omits did cross the link.
    expect(report.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['WALLETS', 'WALLET_REQUEST', 'STATE', 'PING_SUCCESS']),
    )
    for (const planted of [secret, hex(secret), address.slice(2), 'Rabbit'])
      expect(text.toLowerCase()).not.toContain(planted.toLowerCase())
  })

  test('the last messages are a list, newest first', async ({ parts, page }) => {
    await keepAppPort(page)
    const { modal } = await opened(parts)
    await modal.expectView('Connect Wallet')
    await plant(page, { type: 'OPEN' })
    await modal.button('Get started').click()
    await modal.button('Something not working?').click()
    await modal.text(/^The last \d+ messages$/).press('Enter')
    const events = modal.frame.getByRole('list', { name: 'Messages, newest first' }).getByRole('listitem')
    const shown = await events.allInnerTexts()
    const place = shown.findIndex((text) => text.includes('Refused'))
    expect(shown[place]?.split(/\s*\n\s*/)).toEqual([
      'OPEN',
      expect.stringMatching(/^Received \d.*, size \d+$/),
      'Refused: Invalid format',
    ])
    // A probe was sent after the refused message, to know when it had been processed.
    expect(shown.slice(0, place)).toContainEqual(expect.stringMatching(/^PING_SUCCESS\s+Sent .*\s+Accepted$/))
    expect(shown.at(-1)).toMatch(/^CONFIGURE\n/)
  })
})

test('a page that forbids copying: the report is selected, and copied by hand', async ({ parts }) => {
  const { context, host, page, world } = parts
  await host.open({ csp: 'no-permissions' })
  const { modal } = await opened(parts)
  await modal.button('Get started').click()
  await modal.button('Something not working?').click()
  await modal.button('Copy report').press('Enter')
  const area = modal.frame.getByRole('textbox', { name: 'Report' })
  await expect(area).toBeFocused()
  await expect(area).toHaveAccessibleDescription(/report is selected/)
  await expect(area).toHaveAttribute('readonly')
  await page.keyboard.press('ControlOrMeta+C')
  const text = await pasted(context)
  expect(text).toBe(await area.inputValue())
  expect(reportIn(text)).toMatchObject({
    origin: world.origins.host,
    features: [],
    refusals: {},
  })
})

test.describe('a wallet that is slow', () => {
  test.use(withWallets({ name: 'Quiet', behaviour: 'hanging' }))

  test('goes on being waited for while its user reads Help', async ({ parts, wallets: [quiet] }) => {
    const { dapp, modal, clock } = await choosingOnClock(parts, 'Quiet')
    await quiet?.called('eth_requestAccounts')
    await clock.fastForward(8000)
    await modal.button('Something not working?').click()
    await modal.expectView('Help')
    await modal.back.click()
    await expect(modal.button('Open again')).toBeVisible()
    await expect(modal.button('Something not working?')).toBeFocused()
    quiet?.approveNext()
    await dapp.expectStatus('connected')
  })
})

test.describe('a wallet that declined', () => {
  test.use(withWallets({ name: 'Proud', behaviour: 'declines' }))

  test('has declined still when its user comes back from Help', async ({ parts, page }) => {
    const { modal } = await opened(parts)
    await modal.wallet('Proud').click()
    await modal.button('Something not working?').click()
    await modal.expectView('Help')
    await page.keyboard.press('Escape')
    await expect(modal.frame.getByRole('heading', { name: 'You declined in Proud' })).toBeVisible()
  })
})

test('Help opens offline too, and the modal goes on when the network is back', async ({ parts }) => {
  const { context, host, page, world } = parts
  await host.create()
  await host.connect()
  const modal = await modalOn(page, world)
  await modal.expectView('Connect Wallet')
  // Help is a separate file, so it is available offline only if it was opened before.
  await modal.button('Get started').click()
  await modal.button('Something not working?').click()
  await modal.expectView('Help')
  await modal.back.click()
  await modal.back.click()
  await context.setOffline(true)
  await expect(modal.frame.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await modal.button('Something not working?').click()
  await modal.expectView('Help')
  await context.setOffline(false)
  await expect.poll(async () => (await page.evaluate(() => navigator.onLine)) && modal.title.innerText()).toBe('Help')
  await modal.back.click()
  await modal.expectView('Connect Wallet')
})
