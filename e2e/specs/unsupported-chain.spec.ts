/** A wallet on a network that the app does not list: before connecting, and while connected. */
import { connected, opened } from '../pages/connected.ts'
import { expect, test } from '../test.ts'

const strange = '0x1'

test.describe('when connecting', () => {
  test.use({ walletOptions: [{ name: 'Abroad', behaviour: 'asks', chainId: 1 }] })

  test('a wallet that will not change network is not connected, and the view names both networks', async ({
    parts,
    wallets: [abroad],
  }) => {
    const { world } = parts
    const { dapp, modal } = await opened(parts)
    abroad?.approveNext()
    await modal.wallet('Abroad').click()
    await abroad?.called('wallet_switchEthereumChain')
    abroad?.decline()
    await expect(modal.outcome).toHaveText('Another network is needed')
    await expect(modal.text(`Abroad offered eip155:1. This app asked for ${world.chains[0].name}.`)).toBeVisible()
    expect(await dapp.address()).toBeUndefined()
    abroad?.approveNext()
    await modal.button('Try again').click()
    await dapp.expectStatus('connected')
    expect((await dapp.state()).network?.caipNetworkId).toBe(world.chains[0].caip2)
  })

  test('an app that allows every network connects it where it stands', async ({ parts, wallets: [abroad] }) => {
    const { dapp, modal } = await opened(parts, { allowUnsupportedChain: true })
    abroad?.approveNext()
    await modal.wallet('Abroad').click()
    await dapp.expectStatus('connected')
    expect(await dapp.state()).toMatchObject({ unsupported: 'eip155:1' })
  })
})

test.describe('while connected', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }], contextOptions: { reducedMotion: 'no-preference' } })

  test('the modal opens on the way out, shakes instead of closing, and Switch leads back', { tag: '@gate' }, async ({
    parts,
    wallets: [rabbit],
  }) => {
    const { host, page, world } = parts
    const { dapp, modal } = await connected(parts, 'Rabbit')
    await rabbit?.emit('chainChanged', strange)
    await expect.poll(async () => (await dapp.state()).unsupported).toBe('eip155:1')
    await host.connect()
    await modal.expectView('Switch Network')
    await expect(modal.text('You are on an unknown network (eip155:1)')).toBeVisible()

    const shaken = modal.frame.getByRole('main').evaluate(
      (card) =>
        new Promise((resolve) => {
          const { animate } = card
          // Only the shake animation moves the card horizontally.
          card.animate = (frames, options) => {
            if (JSON.stringify(frames).includes('translateX')) resolve(Reflect.get(Object(options), 'duration'))
            return animate.call(card, frames, options)
          }
        }),
    )
    await modal.close.click()
    expect(await shaken).toBe(500)
    await expect(modal.frame.getByRole('alert')).toHaveText('Switch the network or disconnect to leave this view.')
    await page.keyboard.press('Escape')
    expect((await dapp.state()).open).toBe(true)
    await modal.expectView('Switch Network')

    await modal.network(world.chains[1].name).click()
    await modal.expectView('Account')
    expect(await dapp.state()).toMatchObject({ network: { caipNetworkId: world.chains[1].caip2 } })
    expect((await dapp.state()).unsupported).toBeUndefined()
  })

  test('an open modal turns to the way out by itself, and Disconnect leads out', async ({
    parts,
    wallets: [rabbit],
  }) => {
    const { host } = parts
    const { dapp, modal } = await connected(parts, 'Rabbit')
    await host.connect()
    await modal.expectView('Account')
    await rabbit?.emit('chainChanged', strange)
    await modal.expectView('Switch Network')
    await modal.button('Disconnect').click()
    await modal.expectView('Connect Wallet')
    await dapp.expectStatus('disconnected')
    await modal.close.click()
    await dapp.expectClosed()
  })

  test('a wallet that returns by itself closes the way out', async ({ parts, host, world, wallets: [rabbit] }) => {
    const { modal } = await connected(parts, 'Rabbit')
    await rabbit?.emit('chainChanged', strange)
    await host.connect()
    await modal.expectView('Switch Network')
    await rabbit?.emit('chainChanged', `0x${world.chains[0].chainId.toString(16)}`)
    await modal.expectView('Account')
  })
})
