/** Codes and sessions over time: relays that fail, and tabs that open and close. */
import { connectedTab, opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { codeIn, paired, pairing } from '../pages/pairing.ts'
import { expect, phones, setHidden, test } from '../setup/phone.ts'
import { message } from '../wallets/samples.ts'

const second = 1_000
const day = 86_400 * second
const signed = { result: expect.stringMatching(/^0x/) }

test.describe('a code', () => {
  test.beforeEach(({ page }) => page.clock.install())

  for (const taken of ['that came', 'that it replaced'] as const)
    test(`is renewed without a word before it ends, and the one ${taken} connects`, async ({ parts, page, phone }) => {
      const { dapp, modal } = await pairing(parts)
      const first = await codeIn(modal)
      const words = await modal.outcome.textContent()
      await page.clock.fastForward(200 * second)
      expect(await codeIn(modal)).toBe(first)
      await page.clock.fastForward(20 * second)
      const renewed = await codeIn(modal, first)
      await expect(modal.outcome).toHaveText(words ?? '')
      await phone.pair(taken === 'that came' ? renewed : first)
      await dapp.expectStatus('connected')
      // The modal does not wait for the other code.
      await dapp.expectClosed()
      expect(phone.sessions()).toBe(1)
    })

  test('is not shown in its last ten seconds if it cannot be renewed', async ({ parts, page, world, phone }) => {
    const { dapp, modal } = await pairing(parts)
    const first = await codeIn(modal)
    world.relay.behave('down')
    await page.clock.fastForward(225 * second)
    expect(await codeIn(modal)).toBe(first)
    await page.clock.fastForward(5 * second)
    await expect(modal.frame.locator('[data-pairing-uri]')).toHaveCount(0)
    await expect(modal.outcome).toHaveText('The code has expired')
    world.relay.behave('normal')
    await modal.button('New code').click()
    await phone.pair(await codeIn(modal, first))
    await dapp.expectStatus('connected')
  })
})

test.describe('a relay', () => {
  test('is called slow, then unreachable, if it is down when a code is wanted; a new try finds it', async ({
    parts,
  }) => {
    const { page, world } = parts
    await page.clock.install()
    world.relay.behave('down')
    const { modal } = await pairing(parts)
    /** Advances the clock until the text appears: the timeout starts only when the client has loaded. */
    const waitFor = (words: string) =>
      expect(async () => {
        await page.clock.fastForward(2 * second)
        await expect(modal.outcome.or(modal.text('Installed wallets')).filter({ hasText: words })).toBeVisible({
          timeout: second,
        })
      }).toPass()
    await waitFor('Pairing service not answering. Installed wallets still work.')
    await expect(modal.outcome).toHaveText('Creating a code')
    await waitFor('The code couldn’t be created')
    world.relay.behave('normal')
    await modal.button('Try again').click()
    await codeIn(modal)
  })

  test('may go down and come back while a code is shown: the wallet still connects', async ({ parts, phone }) => {
    const { world } = parts
    const { dapp, modal } = await pairing(parts)
    const code = await codeIn(modal)
    world.relay.behave('down')
    world.relay.behave('normal')
    await expect.poll(() => world.relay.connections()).toBe(1)
    await phone.pair(code)
    await dapp.expectStatus('connected')
  })

  test('is reached again after a drop, also if the connection was ended before and made anew', async ({
    parts,
    phone,
  }) => {
    const { host, world } = parts
    const { dapp, modal } = await pairing(parts)
    const before = await codeIn(modal)
    await modal.close.click()
    await expect.poll(() => world.relay.connections()).toBe(0)
    await host.connect()
    await modal.wallet('WalletConnect').click()
    await phone.pair(await codeIn(modal, before))
    await dapp.expectStatus('connected')
    world.relay.drop()
    expect(await dapp.request('personal_sign', [message.hex, phone.address])).toEqual(signed)
  })

  test('keeps the messages of the wallet for a user who is offline', async ({ parts, context, world, phone }) => {
    const { dapp, modal } = await pairing(parts)
    const code = await codeIn(modal)
    await context.setOffline(true)
    world.relay.drop()
    await phone.pair(code)
    await expect.poll(phone.sessions).toBe(1)
    expect((await dapp.account())?.status).not.toBe('connected')
    await context.setOffline(false)
    await dapp.expectStatus('connected')
  })
})

test.describe('on a phone, where the system cuts a hidden page off', () => {
  test.use(phones.iPhone)

  test('the wallet has agreed meanwhile: the user who comes back is connected', async ({ parts, phone }) => {
    const { page } = parts
    await page.clock.install()
    /** The socket seems open, but nothing comes through it any more. */
    const dead = new Set<unknown>()
    const sockets: unknown[] = []
    await page.routeWebSocket(/relay\.localhost/, (socket) => {
      const relay = socket.connectToServer()
      sockets.push(socket)
      relay.onMessage((said) => {
        if (!dead.has(socket)) socket.send(said)
      })
    })
    const { dapp, modal } = await opened(parts, parts.world.showcase)
    await modal.button(/^All Wallets/).tap()
    await modal.button('QR code').tap()
    const code = await codeIn(modal)
    await setHidden(modal.frame, true)
    for (const socket of sockets) dead.add(socket)
    await phone.pair(code)
    await expect.poll(phone.sessions).toBe(1)
    await page.clock.fastForward(3 * second)
    expect((await dapp.account())?.status).not.toBe('connected')
    await setHidden(modal.frame, false)
    await dapp.expectStatus('connected')
    expect(sockets).toHaveLength(2)
  })
})

test.describe('a session', () => {
  test('ends on the open page when it expires', async ({ parts, page, phone }) => {
    await page.clock.install()
    const { dapp } = await paired(parts, phone)
    await dapp.record()
    await page.clock.fastForward(8 * day)
    await dapp.expectStatus('disconnected')
    expect((await dapp.told()).map(({ name }) => name)).toContain('provider disconnect')
  })

  test.describe('on a phone that does not answer', () => {
    test.use({ phoneOptions: { behaviour: 'asks' } })

    test('has requests that run out as its client says, and the next one is asked', async ({ parts, page, phone }) => {
      await page.clock.install()
      phone.approveNext()
      const { dapp } = await paired(parts, phone)
      const asking = dapp.request('personal_sign', [message.hex, phone.address])
      await phone.called('personal_sign')
      await page.clock.fastForward(900 * second)
      expect(await asking).toMatchObject({ code: -32000 })
      await dapp.expectStatus('connected')
      const again = dapp.request('personal_sign', [message.hex, phone.address])
      // The earlier request is still open on the phone, so two are approved.
      phone.approveNext()
      phone.approveNext()
      expect(await again).toEqual(signed)
    })
  })

  test('is not restored if it has expired meanwhile, and the user can pair again', async ({ parts, phone }) => {
    const { host, page, world } = parts
    await paired(parts, phone)
    await page.goto('about:blank')
    await page.clock.install({ time: Date.now() + 8 * day })
    await host.open()
    await host.create(world.paired)
    const dapp = dappOn(page)
    await expect.poll(async () => (await dapp.account())?.status).toBe('disconnected')
    await host.connect()
    await expect((await modalOn(page, world)).wallet('WalletConnect')).toBeVisible()
  })

  test('is shared by two tabs of the page: either one asks, and ending it in one ends it in both', async ({
    parts,
    phone,
  }) => {
    const { context, world } = parts
    const { dapp } = await paired(parts, phone)
    const { dapp: other } = await connectedTab(context, world, world.paired)
    expect(await other.request('personal_sign', [message.hex, phone.address])).toEqual(signed)
    expect(await dapp.request('personal_sign', [message.hex, phone.address])).toEqual(signed)

    await other.call((airlock) => airlock.disconnect())
    await phone.ended()
    await dapp.expectStatus('disconnected')
    // No tab needs the relay any more; only the phone may still be connected.
    await expect.poll(() => world.relay.connections()).toBeLessThanOrEqual(1)
  })

  test('ends in both tabs when the wallet ends it', async ({ parts, context, world, phone }) => {
    const { dapp } = await paired(parts, phone)
    const { dapp: other } = await connectedTab(context, world, world.paired)
    await phone.disconnect()
    await dapp.expectStatus('disconnected')
    await other.expectStatus('disconnected')
  })

  test('survives a relay that is gone for a while; requests made meanwhile are answered afterwards', async ({
    parts,
    phone,
  }) => {
    const { world } = parts
    const { dapp } = await paired(parts, phone)
    world.relay.behave('down')
    const asking = dapp.request('personal_sign', [message.hex, phone.address])
    await dapp.expectStatus('connected')
    world.relay.behave('normal')
    expect(await asking).toEqual(signed)
  })
})
