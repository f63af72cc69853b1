/**
 * Changing the network: the wallet is asked, the network is added if the wallet does not know it, and a refusal
 * restores the previous one.
 */
import { connected } from '../pages/connected.ts'
import type { Modal } from '../pages/modal.ts'
import { expect, test } from '../test.ts'

const chooseOther = async (modal: Modal, name: string) => {
  await modal.button(/^Network: /).click()
  await modal.expectView('Choose Network')
  await modal.network(name).click()
}

test.describe('a wallet that knows the network', () => {
  test.use({ walletOptions: [{ name: 'Rabbit' }] })

  test('switches, and the account is back with the balance of the new network', { tag: '@gate' }, async ({
    parts,
    wallets: [rabbit],
  }) => {
    const { host, world } = parts
    const [, two] = world.chains
    const { dapp, modal } = await connected(parts, 'Rabbit')
    await world.rpc(two, 'anvil_setBalance', [rabbit?.address, '0x6f05b59d3b20000'])
    await host.connect()
    await chooseOther(modal, two.name)
    await modal.expectView('Account')
    await expect(modal.button(`Network: ${two.name} (Test network). Choose another`)).toBeVisible()
    await expect(modal.text('0.500 Ether')).toBeAttached()
    expect((await dapp.state()).network?.caipNetworkId).toBe(two.caip2)
    expect(await dapp.request('eth_chainId')).toEqual({ result: `0x${two.chainId.toString(16)}` })
  })

  test('switches for the page too, without the modal', async ({ parts }) => {
    const { dapp } = await connected(parts, 'Rabbit')
    await dapp.call((airlock) => airlock.switchNetwork('eip155:31338'))
    expect(await dapp.state()).toMatchObject({ open: false, network: { caipNetworkId: 'eip155:31338' } })
  })
})

test.describe('a wallet that does not know the network', () => {
  test.use({ walletOptions: [{ name: 'Narrow', behaviour: 'unsupported-chain' }] })

  test('is asked to add it, with what the project lists', async ({ parts, host, world, wallets: [narrow] }) => {
    const [, two] = world.chains
    const { dapp, modal } = await connected(parts, 'Narrow')
    await host.connect()
    await chooseOther(modal, two.name)
    await modal.expectView('Account')
    const added = await narrow?.called('wallet_addEthereumChain')
    expect(added?.params).toEqual([
      {
        chainId: `0x${two.chainId.toString(16)}`,
        chainName: two.name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: two.endpoints.map(({ url }) => url),
        blockExplorerUrls: ['https://explorer.example/'],
      },
    ])
    expect((await dapp.state()).network?.caipNetworkId).toBe(two.caip2)
  })
})

test.describe('a wallet that declines', () => {
  test.use({ walletOptions: [{ name: 'Asking', behaviour: 'asks' }] })

  test('leaves everything as it was, and can be asked again', async ({ parts, host, world, wallets: [asking] }) => {
    const [one, two] = world.chains
    asking?.approveNext()
    const { dapp, modal } = await connected(parts, 'Asking')
    await host.connect()
    await chooseOther(modal, two.name)
    await expect(modal.text(`Accept the switch to ${two.name} in Asking`)).toBeVisible()
    asking?.decline()
    await expect(modal.outcome).toHaveText('Switch declined')
    await expect(modal.ring).toHaveAttribute('data-state', 'declined')
    expect((await dapp.state()).network?.caipNetworkId).toBe(one.caip2)
    await modal.button('Try again').click()
    asking?.approveNext()
    await modal.expectView('Account')
    expect((await dapp.state()).network?.caipNetworkId).toBe(two.caip2)
  })

  test('gives the page its 4001', async ({ parts, wallets: [asking] }) => {
    asking?.approveNext()
    const { dapp } = await connected(parts, 'Asking')
    const switching = dapp.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await asking?.called('wallet_switchEthereumChain')
    asking?.decline()
    expect(await switching).toMatchObject({ code: 4001 })
  })
})
