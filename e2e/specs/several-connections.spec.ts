/** A wallet in each of two namespaces at the same time. */
import { connected, opened } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import type { Parts } from '../pages/sign-up.ts'
import { hostPage } from '../setup/pages.ts'
import { expect, test } from '../test.ts'
import { installStandardWallet } from '../wallets/standard.ts'

/** Adds a wallet of this name on Solana, and the options of a page that has its network too. */
const withSolana = async ({ host, page, world }: Parts, name: string) => ({
  host,
  page,
  world,
  onSolana: await installStandardWallet(page.context(), world, { name }),
  networks: { networks: [...world.config.networks, world.solana.network] },
})

test.describe('a wallet of the page that works on EVM networks and on Solana', () => {
  test.use({ walletOptions: [{ name: 'Sunbird' }] })

  test('is one row, connects on each, and both are found again after a reload', async ({
    parts,
    wallets: [sunbird],
    violations,
  }) => {
    const { host, page, world, onSolana, networks } = await withSolana(parts, 'Sunbird')
    await host.open()
    const { dapp, modal } = await opened(parts, networks)
    await expect(modal.wallet('Sunbird')).toHaveCount(1)
    await expect(modal.wallet('Sunbird')).toHaveText(/Multichain/)
    await modal.wallet('Sunbird').click()
    await modal.expectView('Select Chain')
    await modal.button('Solana').click()
    await expect(modal.outcome).toHaveText('Connected to Sunbird')
    await dapp.expectClosed()
    expect((await dapp.state()).accounts).toMatchObject({ solana: { address: onSolana.address } })

    const other = dapp.call((airlock) => airlock.connect({ namespace: 'eip155' }).then(({ address }) => address))
    const again = await modalOn(page, world)
    await again.wallet('Sunbird').click()
    expect(await other).toBe(sunbird?.address)
    await dapp.expectClosed()
    const both = {
      eip155: { status: 'connected', address: sunbird?.address },
      solana: { status: 'connected', address: onSolana.address },
    }
    expect((await dapp.state()).accounts).toMatchObject(both)

    await host.open()
    await host.create(networks)
    await dappOn(page).expectReady()
    expect((await dappOn(page).state()).accounts).toMatchObject(both)
    expect((await dappOn(page).state()).network?.chainNamespace).toBe('eip155')

    await dappOn(page).call((airlock) => airlock.disconnect({ namespace: 'eip155' }))
    await host.open()
    await host.create(networks)
    await dappOn(page).expectReady()
    const { accounts } = await dappOn(page).state()
    expect(Object.keys(accounts)).toEqual(['solana'])
    expect(accounts).toMatchObject({ solana: both.solana })
    expect(violations.all()).toEqual([])
  })
})

test.describe('wallets of two chains', () => {
  test.use({ walletOptions: [{ name: 'Metro' }] })

  test('a chain in which nothing is connected leads to its wallets, and what is connected stays', async ({
    parts,
    wallets: [metro],
  }) => {
    const { host, world, onSolana, networks } = await withSolana(parts, 'Moonfish')
    await host.open()
    const { dapp, modal } = await connected(parts, 'Metro', networks)
    const choosing = dapp.open({ view: 'Networks' })
    await modal.network(world.solana.network.name).click()
    await modal.expectView('Switch chain')
    await expect(modal.outcome).toHaveText('Switch to Solana')
    expect((await dapp.state()).network?.chainNamespace).toBe('eip155')
    await modal.button('Switch').click()
    await expect(modal.wallet('Moonfish')).toBeVisible()
    await expect(modal.wallet('Metro')).toHaveCount(0)
    await modal.wallet('Moonfish').click()
    await choosing
    const { accounts, network } = await dapp.state()
    expect(network?.chainNamespace).toBe('solana')
    expect(accounts).toMatchObject({
      eip155: { status: 'connected', address: metro?.address },
      solana: { status: 'connected', address: onSolana.address },
    })
  })

  test('connecting, switching and disconnecting in one tab happens in the other one too', async ({
    parts,
    wallets: [metro],
  }) => {
    const { host, page, world, onSolana, networks } = await withSolana(parts, 'Moonfish')
    const second = await page.context().newPage()
    const other = hostPage(second, world)
    await other.open()
    await other.create(networks)
    await host.open()
    const { dapp, modal } = await connected(parts, 'Metro', networks)
    const there = dappOn(second)
    // Nothing was loaded there until now.
    await there.expectStatus('connected')
    expect(await there.address()).toBe(metro?.address)

    const onTwo = dapp.call((airlock) => airlock.connect({ namespace: 'solana' }))
    await modal.wallet('Moonfish').click()
    await onTwo
    const standing = async (of: typeof dapp) => {
      const { accounts, network } = await of.state()
      return [network?.chainNamespace, accounts.eip155?.address, accounts.solana?.address]
    }
    const both = [metro?.address, onSolana.address]
    await expect.poll(() => standing(there)).toEqual(['solana', ...both])
    await dapp.expectClosed()
    await dapp.call((airlock) => airlock.switchNetwork('eip155:31338'))
    await expect.poll(() => standing(there)).toEqual(['eip155', ...both])
    await expect.poll(async () => (await there.state()).network?.caipNetworkId).toBe('eip155:31338')

    await there.call((airlock) => airlock.disconnect({ namespace: 'eip155' }))
    await expect.poll(() => standing(dapp)).toEqual(['solana', undefined, onSolana.address])
    await dapp.call((airlock) => airlock.disconnect())
    await expect.poll(() => standing(there)).toEqual(['solana', undefined, undefined])
  })

  test('the page asks for the next one as soon as it has the first, and then for a view', async ({
    parts,
    wallets: [metro],
  }) => {
    const { host, page, world, onSolana, networks } = await withSolana(parts, 'Moonfish')
    await host.open()
    await host.create(networks)
    const dapp = dappOn(page)
    const ends = dapp.call(async (airlock) => {
      const first = await airlock.connect({ namespace: 'eip155' })
      const second = await airlock.connect({ namespace: 'solana' })
      const shown = await airlock.open({ view: 'Networks' })
      return [first.address, second.address, shown.reason]
    })
    const modal = await modalOn(page, world)
    await modal.wallet('Metro').click()
    await modal.wallet('Moonfish').click()
    await modal.expectView('Choose Network')
    await modal.close.click()
    expect(await ends).toEqual([metro?.address, onSolana.address, 'user'])
    await dapp.expectClosed()
  })
})
