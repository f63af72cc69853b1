/** Wallets on the phone itself: how the page opens each form of link, and what is shown when the user returns. */
import { dappOn } from '../pages/dapp.ts'
import { watchLeaving } from '../pages/leaving.ts'
import { type Entry, serveListing } from '../pages/listing.ts'
import { modalOn } from '../pages/modal.ts'
import { codeIn } from '../pages/pairing.ts'
import { codeOf, native, openWith, serveWeb, universal } from '../pages/phone-wallets.ts'
import { expect, inTelegram, phones, setHidden, test } from '../setup/phone.ts'
import { solana } from '../world/other-networks.ts'

const phantom: Entry = {
  id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  name: 'Phantom',
  rdns: 'app.phantom',
}
const solflare: Entry = {
  id: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  name: 'Solflare',
  mobile_link: 'solflare://',
}

for (const [name, device] of Object.entries(phones))
  test.describe(`on an ${name}`, () => {
    test.use(device)

    test('a tap on the row starts the app in place, with the code in its address', async ({ parts, phone }) => {
      const { page, world } = parts
      const { dapp, modal, left, row } = await openWith(parts, native)
      // The link is there before the tap.
      await expect(row).toHaveAttribute('href', /^kestrel:\/\/wc\?uri=wc%3A[0-9a-f]{64}%402%3F/)
      const address = await row.getAttribute('href')
      expect(left).toEqual([])
      await row.tap()
      await setHidden(modal.frame, true)
      // On Android only the app of the store's entry may take it.
      const intent = `${address?.replace('kestrel', 'intent')}#Intent;scheme=kestrel;package=example.kestrel;end`
      await expect.poll(() => left).toEqual([{ how: 'in place', url: name === 'Pixel' ? intent : address }])
      await modal.expectView('Kestrel Wallet')
      await expect(modal.outcome).toHaveText('Opening Kestrel Wallet')
      // The page has not been navigated.
      expect(new URL(page.url()).origin).toBe(world.origins.host)
      await phone.pair(codeOf(left[0]))
      await dapp.expectStatus('connected')
      expect(left).toHaveLength(1)
    })

    test('an address of the web comes before a scheme, and opens a new tab', async ({ parts, phone }) => {
      const { context, page, world } = parts
      await serveWeb(context)
      const { dapp, left, row } = await openWith(parts, universal)
      await expect(row).toHaveAttribute('href', /^https:\/\/app\.kestrel\.example\/link\/wc\?uri=wc%3A/)
      const arrival = context.waitForEvent('page')
      await row.tap()
      const tab = await arrival
      await expect(tab).toHaveTitle('A wallet')
      expect(left).toEqual([{ how: 'new window', url: tab.url() }])
      expect(await tab.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, ''])
      expect(new URL(page.url()).origin).toBe(world.origins.host)
      await phone.pair(codeOf(left[0]))
      await dapp.expectStatus('connected')
    })

    test('a wallet that opens in a tab says so as it opens, and one that starts an app does not', async ({ parts }) => {
      const { context, host, page } = parts
      // Without the clock, the text would be that of a slow wallet after three seconds.
      await page.clock.install()
      await serveWeb(context)
      const { modal, row } = await openWith(parts, universal)
      await expect(row).toHaveAttribute('href', /wc%3A/)
      const arrival = context.waitForEvent('page')
      await row.tap()
      await arrival
      await setHidden(modal.frame, true)
      await expect(modal.outcome).toHaveText('Opening Kestrel Wallet')
      await expect(modal.text('Open and continue in a new browser tab')).toBeVisible()

      await host.open()
      const app = await openWith(parts, native)
      await expect(app.row).toHaveAttribute('href', /wc%3A/)
      await app.row.tap()
      await setHidden(app.modal.frame, true)
      await expect(app.modal.outcome).toHaveText('Opening Kestrel Wallet')
      await expect(app.modal.text('Accept connection request in the wallet')).toBeVisible()
    })

    test('a link that the page may not open is followed by the browser itself on the next tap', async ({
      parts,
      phone,
    }) => {
      const { context, page } = parts
      await serveWeb(context)
      const { dapp, modal, left, row } = await openWith(parts, universal)
      await expect(row).toHaveAttribute('href', /wc%3A/)
      await page.evaluate(() => Object.defineProperty(navigator, 'userActivation', { value: { isActive: false } }))
      await row.tap()
      await expect(modal.text('This page couldn’t open Kestrel Wallet.').first()).toBeVisible()
      expect(left).toEqual([])
      const arrival = context.waitForEvent('page')
      await modal.frame.getByRole('link', { name: 'Open', exact: true }).tap()
      const tab = await arrival
      await expect(tab).toHaveTitle('A wallet')
      expect(await tab.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, ''])
      await phone.pair(codeOf({ url: tab.url() }))
      await dapp.expectStatus('connected')
    })

    test('a wallet that did not open is not waited for: it can be opened, got, or reached by the code', async ({
      parts,
    }) => {
      const { context, page } = parts
      await serveWeb(context)
      const { modal, row } = await openWith(parts, universal)
      await expect(row).toHaveAttribute('href', /wc%3A/)
      // As an engine does that opens nothing and does not say so.
      await page.evaluate(() => Object.assign(window, { open: () => null }))
      await row.tap()
      await expect(modal.outcome).toHaveText('Opening Kestrel Wallet')
      await expect(modal.outcome).toHaveText('Kestrel Wallet did not open')
      await expect(modal.frame.getByRole('alert').getByText('Kestrel Wallet did not open')).toBeAttached()
      await expect(modal.button('Copy link')).toBeVisible()
      await expect(modal.text('Don’t have Kestrel')).toBeVisible()
      await expect(modal.button('Show the code')).toBeVisible()
      const arrival = context.waitForEvent('page')
      await modal.frame.getByRole('link', { name: 'Open again' }).tap()
      await expect(await arrival).toHaveTitle('A wallet')
      // The browser itself has left the page for it.
      await expect(modal.outcome).not.toHaveText('Kestrel Wallet did not open')
    })

    test('a page that was loaded again while the user was in the wallet connects when the modal opens', async ({
      parts,
      phone,
    }) => {
      const { context, host, page, world } = parts
      await serveWeb(context)
      const { left, row } = await openWith(parts, universal)
      await expect(row).toHaveAttribute('href', /wc%3A/)
      await row.tap()
      await expect.poll(() => left).toHaveLength(1)
      await page.goto('about:blank')
      await phone.pair(codeOf(left[0]))
      await expect.poll(phone.sessions).toBe(1)
      await host.open()
      const { dapp } = await openWith({ host, page, world }, universal)
      await dapp.expectStatus('connected')
      expect(await dapp.account()).toMatchObject({ address: phone.address })
      expect(phone.sessions()).toBe(1)
    })

    test('Solana in Phantom: the user is told, and goes on inside it', async ({ context, host, page, world }) => {
      await serveWeb(context)
      const { modal } = await openWith({ host, page, world }, phantom, { networks: [solana] })
      const left = await watchLeaving(page)
      await modal.wallet('Phantom').tap()
      await modal.expectView('Phantom')
      await expect(modal.text('You’ll continue inside the wallet’s browser.')).toBeVisible()
      expect(left).toEqual([])
      const address = page.url()
      await modal.button('Open').tap()
      const url = `https://phantom.app/ul/browse/${encodeURIComponent(address)}?ref=${encodeURIComponent(world.origins.host)}`
      await page.waitForURL(url)
      expect(left).toEqual([{ how: 'in place', url }])
    })

    test('Solana in Solflare: the same, whatever links it has besides', async ({ parts, context, page }) => {
      await serveWeb(context)
      const { modal, left } = await openWith(parts, solflare, { networks: [solana] })
      await modal.wallet('Solflare').tap()
      const enc = encodeURIComponent(page.url())
      await modal.button('Open').tap()
      const url = `https://solflare.com/ul/v1/browse/${enc}?ref=${enc}`
      await page.waitForURL(url)
      expect(left).toEqual([{ how: 'in place', url }])
    })
  })

test.describe('on a phone', () => {
  test.use(phones.iPhone)

  test('a page that is in Phantom already stays', async ({ parts, context, host }) => {
    await context.addInitScript(() => Object.assign(window, { phantom: {} }))
    await host.open()
    const { modal, left } = await openWith(parts, phantom, { networks: [solana] })
    await modal.wallet('Phantom').tap()
    await modal.button('Open').tap()
    await expect(modal.text('Phantom is installed in this browser.')).toBeVisible()
    expect(left).toEqual([])
  })

  test('Phantom elsewhere than on Solana is got, not browsed', async ({ parts }) => {
    const { modal, left } = await openWith(parts, phantom)
    // The listing omits wallets that no app on this phone can use, but a developer may still feature one.
    await modal.wallet('Phantom').tap()
    await modal.expectView('Get Phantom')
    expect(left).toEqual([])
  })

  test('a code that comes after the tap still opens the app', async ({ parts, world, phone }) => {
    world.relay.behave('silent')
    const { dapp, modal, left } = await openWith(parts, native)
    await modal.wallet('Kestrel Wallet').tap()
    await modal.expectView('Kestrel Wallet')
    await expect(modal.button('Open')).toHaveAttribute('aria-busy', 'true')
    expect(left).toEqual([])
    world.relay.behave('normal')
    const open = modal.frame.getByRole('link', { name: /^Open/ })
    await expect(open).toBeVisible()
    // Opens by itself, because the code arrives while the tap still counts. (Each evaluation in the frame by the test
    // renews that time.)
    await expect.poll(() => left).toHaveLength(1)
    await phone.pair(codeOf(left[0]))
    await dapp.expectStatus('connected')
  })

  test('a user who comes back reads how it stands, and can open the wallet again', async ({ parts, phone }) => {
    const { context, page } = parts
    await page.clock.install()
    // With a web URL: for an unknown scheme the browser soon shows its own prompt and blocks all input to the page.
    await serveWeb(context)
    const { dapp, modal, left, row } = await openWith(parts, universal)
    await row.tap()
    await setHidden(modal.frame, true)
    await expect(modal.outcome).toHaveText('Opening Kestrel Wallet')
    await page.clock.fastForward(5000)
    await expect(modal.text('No answer yet. Open Kestrel Wallet again')).toBeVisible()
    await setHidden(modal.frame, false)
    await expect(modal.frame.getByRole('status').getByText('You are back.')).toBeAttached()
    await expect(modal.outcome).toHaveText('Continue in Kestrel Wallet')
    await page.clock.fastForward(3000)
    await expect(modal.text('Hold tight... it’s taking longer than expected')).toBeVisible()
    await page.clock.fastForward(2000)
    await modal.frame.getByRole('link', { name: 'Try again' }).tap()
    await expect.poll(() => left).toHaveLength(2)
    expect(left[1]).toEqual(left[0])
    await phone.pair(codeOf(left[1]))
    await dapp.expectStatus('connected')
  })

  test('a wallet that did not open: the code is shown for one on another device', async ({ parts, phone }) => {
    const { dapp, modal, row } = await openWith(parts, universal)
    await expect(row).toHaveAttribute('href', /wc%3A/)
    await parts.page.evaluate(() => Object.assign(window, { open: () => null }))
    await row.tap()
    await modal.button('Show the code').tap()
    await modal.expectView('WalletConnect')
    await phone.pair(await codeIn(modal))
    await dapp.expectStatus('connected')
  })

  test('the list has the code for another phone, and tiles that are links', async ({ parts, phone }) => {
    const { dapp, modal } = await openWith(parts, native, { featuredWalletIds: [] })
    await expect(modal.button(/^All Wallets/)).toBeVisible()
    await expect(modal.wallet('WalletConnect')).toBeHidden()
    await modal.button(/^All Wallets/).tap()
    await modal.expectView('All Wallets')
    const tile = modal.frame.getByRole('link', { name: 'Kestrel Wallet' })
    await expect(tile).toHaveAttribute('href', /^kestrel:\/\/wc\?uri=/)
    await modal.button('QR code').tap()
    await modal.expectView('WalletConnect')
    const uri = (await modal.frame.locator('[data-pairing-uri]').getAttribute('data-pairing-uri')) ?? ''
    await phone.pair(uri)
    await dapp.expectStatus('connected')
  })

  test('the code is made when the modal opens, and given back when it closes', async ({ host, page, world }) => {
    await serveListing(page, world, [native])
    await host.create(world.showcase)
    // The frame is loaded, but the modal was not opened.
    const dapp = dappOn(page)
    await dapp.call((airlock) => airlock.prefetch())
    const modal = await modalOn(page, world)
    await expect.poll(async () => (await dapp.state()).ready).toBe(true)
    expect(world.relay.calls()).toEqual([])
    await host.connect()
    await expect.poll(() => world.relay.connections()).toBe(1)
    await modal.close.tap()
    await dapp.expectClosed()
    await expect.poll(() => world.relay.connections()).toBe(0)
  })

  test('the modal is a sheet: as wide as the screen, at its lower end', async ({ parts }) => {
    const { modal } = await openWith(parts, native)
    const card = await modal.frame.getByRole('main').boundingBox()
    const { width, height } = phones.iPhone.viewport
    expect(card).toMatchObject({ x: 0, width })
    expect(Math.round((card?.y ?? 0) + (card?.height ?? 0))).toBe(height)
  })

  test('a project without adapters opens on the list of wallets, whatever is asked for', async ({ parts }) => {
    const { modal } = await openWith(parts, native, { adapters: [] })
    await modal.expectView('All Wallets')
    await modal.frame.getByRole('link', { name: 'Kestrel Wallet' }).tap()
    await modal.expectView('Kestrel Wallet')
  })
})

test.describe('inside another app', () => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 14; Pixel 7 Build/AP2A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36 Instagram 390.0.0.28.85 Android'
  test.use({ ...phones.Pixel, userAgent })

  test('a wallet that did not open: the user is told how to get the page out of there', async ({ parts }) => {
    const { context, page, world } = parts
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await serveWeb(context)
    const { modal, left, row } = await openWith(parts, universal)
    await expect(row).toHaveAttribute('href', /wc%3A/)
    await page.evaluate(() => Object.assign(window, { open: () => null }))
    await row.tap()
    await expect(modal.outcome).toHaveText('Kestrel Wallet did not open')
    await expect(modal.text('This page is open inside Instagram.')).toBeVisible()
    await modal.button('Copy site address').tap()
    await expect(modal.button('Copied')).toBeVisible()
    await modal.button('Open in the browser').tap()
    const { host, pathname } = new URL(page.url())
    await expect
      .poll(() => left)
      .toEqual([{ how: 'in place', url: `intent://${host}${pathname}#Intent;scheme=https;end` }])
    expect(new URL(page.url()).origin).toBe(world.origins.host)
  })

  test('an app with a scheme only is started by it, since such a browser need not know intents', async ({ parts }) => {
    const { left, row } = await openWith(parts, native)
    await expect(row).toHaveAttribute('href', /wc%3A/)
    await row.tap()
    await expect
      .poll(() => left)
      .toEqual([{ how: 'in place', url: expect.stringMatching(/^kestrel:\/\/wc/) as unknown }])
  })
})

test('a project without adapters opens on the code on a computer', async ({ parts, phone }) => {
  const { dapp, modal } = await openWith(parts, native, { adapters: [] })
  await modal.expectView('WalletConnect')
  const shown = modal.frame.locator('[data-pairing-uri]')
  await expect(shown).toBeVisible()
  await expect(modal.button(/^All Wallets/)).toBeVisible()
  await phone.pair((await shown.getAttribute('data-pairing-uri')) ?? '')
  await dapp.expectStatus('connected')
})

test.describe('inside Telegram', () => {
  for (const [name, device] of Object.entries(phones))
    test.describe(`on an ${name}`, () => {
      test.use(device)

      test('the page keeps its place, and Android gets the code twice encoded', async ({ parts, context, host }) => {
        await inTelegram(context)
        await host.open()
        const { left, row } = await openWith(parts, native)
        await expect(row).toHaveAttribute('href', /^kestrel:/)
        const href = (await row.getAttribute('href')) ?? ''
        const code = href.slice('kestrel://wc?uri='.length)
        await row.tap()
        const expected = name === 'Pixel' ? `kestrel://wc?uri=${encodeURIComponent(code)}` : href
        await expect.poll(() => left).toEqual([{ how: 'new window', url: expected }])
      })
    })
})
