/** Connecting a wallet of the page, and everything else that a wallet can answer. */
import { connected, opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { expect, test } from '../test.ts'

test.describe('a wallet that agrees', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }] })

  test('connects with one click and the page learns of the account', { tag: '@gate' }, async ({
    parts,
    wallets: [wallet],
  }) => {
    const { world } = parts
    const { dapp, modal } = await opened(parts)
    await modal.expectView('Connect Wallet')
    await expect(modal.wallet('Rabbit')).toHaveText(/Rabbit.*Installed/)
    await expect(modal.text(`requested by ${new URL(world.origins.host).host}`)).toBeVisible()
    await modal.wallet('Rabbit').click()
    await expect(modal.outcome).toHaveText('Connected to Rabbit')
    await expect(modal.ring).toHaveAttribute('data-state', 'done')
    await dapp.expectClosed()
    expect(await dapp.account()).toMatchObject({
      status: 'connected',
      address: wallet?.address,
      caipAddress: `${world.chains[0].caip2}:${wallet?.address}`,
      wallet: { name: 'Rabbit', rdns: 'example.rabbit' },
    })
  })

  test('is not asked again if it is connected already', async ({ parts, wallets: [rabbit] }) => {
    const { dapp } = await connected(parts, 'Rabbit')
    expect(await dapp.connect()).toBe(rabbit?.address)
    expect((await dapp.state()).open).toBe(false)
    expect(rabbit?.calls.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
  })

  test('stays connected over a reload without any prompt, and forgets when disconnected', async ({
    parts,
    wallets: [rabbit],
  }) => {
    const { host, page } = parts
    const { dapp } = await connected(parts, 'Rabbit')
    await host.open()
    await host.create()
    await dapp.expectStatus('connected')
    const asked = () => rabbit?.calls.filter(({ method }) => method === 'eth_requestAccounts').length
    expect(asked()).toBe(1)
    await dapp.call((airlock) => airlock.disconnect())
    expect(await dapp.account()).toMatchObject({ status: 'disconnected' })
    await host.open()
    await host.create()
    await dapp.expectStatus('disconnected')
    expect(page.frames()).toHaveLength(1)
    expect(asked()).toBe(1)
  })
})

test.describe('a wallet that declines', () => {
  test.use({ walletOptions: [{ name: 'No', behaviour: 'asks' }] })

  test('says so, shares nothing, and can be tried again', async ({ parts, wallets }) => {
    const { dapp, modal } = await opened(parts)
    await modal.wallet('No').click()
    await expect(modal.outcome).toHaveText('Continue in No')
    await expect(modal.ring).toHaveAttribute('data-state', 'waiting')
    wallets[0]?.decline()
    await expect(modal.outcome).toHaveText('You declined in No')
    await expect(modal.text('Nothing was shared. You can try again or choose another wallet.')).toBeVisible()
    await expect(modal.ring).toHaveAttribute('data-state', 'declined')
    expect(await dapp.address()).toBeUndefined()

    await modal.button('Try again').click()
    await expect(modal.outcome).toHaveText('Continue in No')
    wallets[0]?.approveNext()
    await dapp.expectStatus('connected')
  })

  test('leaves the dapp with 4001', async ({ parts, wallets }) => {
    const { dapp, modal } = await opened(parts)
    const asking = dapp.request('eth_requestAccounts')
    await modal.wallet('No').click()
    wallets[0]?.decline()
    await expect(modal.outcome).toHaveText('You declined in No')
    await modal.close.click()
    expect(await asking).toMatchObject({ code: 4001 })
  })

  test('can be left for another one', async ({ parts, wallets }) => {
    const { modal } = await opened(parts)
    await modal.wallet('No').click()
    wallets[0]?.decline()
    await modal.button('Choose another wallet').click()
    await modal.expectView('Connect Wallet')
    await expect(modal.wallet('No')).toBeFocused()
  })
})

test.describe('a locked wallet', () => {
  test.use({ walletOptions: [{ name: 'Locked', behaviour: 'locked' }] })

  test('says that a request is already open, and connects after it was unlocked', async ({
    parts,
    wallets: [locked],
  }) => {
    // The page itself asks first, so the wallet refuses a second request with -32002.
    const first = parts.page.evaluate(
      () =>
        new Promise((resolve) => {
          window.addEventListener('eip6963:announceProvider', (event) => {
            const { provider } = (event as CustomEvent<{ provider: { request(call: object): Promise<unknown> } }>)
              .detail
            provider.request({ method: 'eth_requestAccounts' }).then(resolve, resolve)
          })
          window.dispatchEvent(new Event('eip6963:requestProvider'))
        }),
    )
    await locked?.called('eth_requestAccounts')
    const { dapp, modal } = await opened(parts)
    await modal.wallet('Locked').click()
    await expect(modal.outcome).toHaveText('Locked already has a request open')
    await expect(modal.ring).toHaveAttribute('data-state', 'failed')
    locked?.unlock()
    await first
    await modal.button('Try again').click()
    await dapp.expectStatus('connected')
  })

  test('waits for its owner and then connects', async ({ parts, wallets: [locked] }) => {
    const { dapp, modal } = await opened(parts)
    await modal.wallet('Locked').click()
    await locked?.called('eth_requestAccounts')
    await expect(modal.outcome).toHaveText('Continue in Locked')
    locked?.unlock()
    await dapp.expectStatus('connected')
  })
})

test.describe('a wallet that was asleep', () => {
  test.use({ walletOptions: [{ name: 'Dormouse', wakesAfterMs: 4000 }] })

  test('keeps its connection over a reload, however long it takes to wake', async ({ parts, wallets: [dormouse] }) => {
    const { host, page } = parts
    await connected(parts, 'Dormouse')
    await host.open()
    await host.create()
    const dapp = dappOn(page)
    await dormouse?.called('eth_accounts')
    await dapp.expectReady()
    await dapp.expectStatus('connected')
  })
})

test.describe('a wallet from before announcements', () => {
  test.use({ walletOptions: [{ name: 'Legacy', presence: 'legacy' }] })

  test('is offered as the wallet of the browser and comes back after a reload', async ({
    parts,
    wallets: [legacy],
  }) => {
    const { host } = parts
    const { dapp } = await connected(parts, 'Browser Wallet')
    expect(await dapp.address()).toBe(legacy?.address)
    await host.open()
    await host.create()
    await dapp.expectStatus('connected')
  })
})
