/** The dapp's calls to an injected wallet are the wallet's own: whatever the method, params and answer are untouched, and the state follows. */
import { connected } from '../pages/connected.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { expect, test } from '../test.ts'

test.use({ walletOptions: [{ name: 'Rabbit' }] })

const asset = { type: 'ERC20', options: { address: '0x00000000000000000000000000000000000000aa', symbol: 'TST' } }
const permission = [{ eth_accounts: {} }]

test('every method reaches the wallet, and what it changes there is the state of the page', async ({
  parts,
  wallets: [rabbit],
}) => {
  const { world } = parts
  const [one, two] = world.chains
  // The app lists one of the two networks that the wallet knows.
  const networks = world.config.networks.slice(0, 1)
  const { dapp } = await connected(parts, 'Rabbit', { networks })

  for (const [method, params] of [
    ['wallet_getCapabilities', [rabbit?.address, ['0x1']]],
    ['wallet_sendCalls', [{ version: '2.0.0', calls: [], vendor: true }]],
    ['wallet_watchAsset', [asset]],
    ['eth_signTransaction', [{ to: asset.options.address }]],
    ['rabbit_vendorMethod', [{ any: ['thing'] }]],
  ] as const)
    expect(await dapp.request(method, params)).toEqual({ result: { asked: params } })
  expect(await dapp.request('wallet_requestPermissions', permission)).toEqual({
    result: [{ parentCapability: 'eth_accounts' }],
  })
  expect(await dapp.request('wallet_nothing')).toMatchObject({ code: -32601 })

  await test.step('a network that the app does not list is the wallet’s to switch to', async () => {
    await dapp.record()
    const hex = `0x${two.chainId.toString(16)}`
    expect(await dapp.request('wallet_switchEthereumChain', [{ chainId: hex }])).toEqual({ result: null })
    expect(await dapp.request('eth_chainId')).toEqual({ result: hex })
    expect((await dapp.state()).unsupported).toBe(two.caip2)
    expect(await dapp.request('wallet_switchEthereumChain', [{ chainId: '0x99' }])).toMatchObject({ code: 4902 })
    const home = { chainId: `0x${one.chainId.toString(16)}`, chainName: 'Home', vendor: true }
    expect(await dapp.request('wallet_addEthereumChain', [home])).toEqual({ result: null })
    expect((await dapp.state()).network?.caipNetworkId).toBe(one.caip2)
    expect((await rabbit?.called('wallet_addEthereumChain'))?.params).toEqual([home])
    const told = (await dapp.told()).filter(({ name }) => name === 'provider chainChanged')
    expect(told.map(({ payload }) => payload)).toEqual([hex, home.chainId])
  })

  await test.step('accounts that are revoked are gone from the page, by one call to the wallet', async () => {
    expect(await dapp.request('wallet_revokePermissions', permission)).toEqual({ result: null })
    expect((await dapp.account())?.status).toBe('disconnected')
    expect(await dapp.request('eth_accounts')).toEqual({ result: [] })
    expect(rabbit?.calls.filter(({ method }) => method === 'wallet_revokePermissions')).toEqual([
      { method: 'wallet_revokePermissions', params: permission },
    ])
  })
})

test('a page without a connection asks for permissions by the modal, as for accounts', async ({
  parts,
  wallets: [rabbit],
}) => {
  const { host, page, world } = parts
  await host.create()
  const dapp = dappOn(page)
  expect(await dapp.request('wallet_getPermissions')).toEqual({ result: [] })
  expect(page.frames()).toHaveLength(1)
  const asking = dapp.request('wallet_requestPermissions', permission)
  const modal = await modalOn(page, world)
  await modal.wallet('Rabbit').click()
  expect(await asking).toMatchObject({
    result: [{ invoker: world.origins.host, caveats: [{ value: [rabbit?.address] }] }],
  })
  expect(rabbit?.calls.filter(({ method }) => method === 'wallet_requestPermissions')).toEqual([])
})
