/** One session with many namespaces: what is proposed to a wallet, and how accounts outside EVM chains are handled. */
import type { Page } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import type { Modal } from '../pages/modal.ts'
import { modalOn } from '../pages/modal.ts'
import { codeIn, paired, pairing } from '../pages/pairing.ts'
import { expect, test } from '../setup/phone.ts'
import { message } from '../wallets/samples.ts'
import { addressIn, bitcoin, otherAccounts, otherNetworks, polkadot, solana } from '../world/other-networks.ts'
import type { World } from '../world/world.ts'

const options = ({ config }: World) => ({ networks: [...config.networks, ...otherNetworks] })
const statuses = async (page: Page) =>
  Object.fromEntries(
    Object.entries((await dappOn(page).state()).accounts).map(([namespace, { status }]) => [namespace, status]),
  )
const others = (modal: Modal) => modal.frame.getByRole('list', { name: 'Also connected' }).getByRole('button')

test.describe('a phone with accounts everywhere', () => {
  test.use({ phoneOptions: { accounts: Object.values(otherAccounts) } })

  test('is asked for each namespace of the app in the words of that namespace', async ({ parts, world, phone }) => {
    await paired(parts, phone, options(world))
    const changes = ['accountsChanged', 'chainChanged']
    // In the order of the rows of the allowlist.
    expect((await phone.proposed()).namespaces).toEqual({
      eip155: {
        chains: ['eip155:31337', 'eip155:31338'],
        methods: [
          'eth_accounts',
          'wallet_getCapabilities',
          'wallet_getCallsStatus',
          'wallet_getAssets',
          'wallet_addEthereumChain',
          'wallet_watchAsset',
          'personal_sign',
          'eth_signTypedData_v3',
          'eth_signTypedData_v4',
          'eth_sendTransaction',
          'wallet_sendCalls',
          'wallet_grantPermissions',
          'wallet_revokePermissions',
          'wallet_switchEthereumChain',
        ],
        events: changes,
      },
      solana: {
        // The second is the former id of the same chain, which older wallets use.
        chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'],
        methods: [
          'solana_signMessage',
          'solana_signTransaction',
          'solana_signAllTransactions',
          'solana_signAndSendTransaction',
        ],
        events: changes,
      },
      bip122: {
        chains: ['bip122:000000000019d6689c085ae165831e93'],
        methods: ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'],
        events: [...changes, 'bip122_addressesChanged'],
      },
      polkadot: {
        chains: ['polkadot:91b171bb158e2d3848fa23a9f1c25182'],
        methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
        events: changes,
      },
    })
  })

  test('has all of them shown, to be copied, also after a reload; the account of the active network comes first', async ({
    parts,
    phone,
    violations,
  }) => {
    const { context, host, page, world } = parts
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await paired(parts, phone, options(world))
    await host.open()
    await host.create({ ...world.paired, ...options(world) })
    const dapp = dappOn(page)
    await dapp.expectStatus('connected')
    const { accounts, network } = await dapp.state()
    expect(network?.caipNetworkId).toBe(world.chains[0].caip2)
    expect(accounts.solana?.caipAddress).toBe(otherAccounts.solana)
    expect(accounts.bip122).toMatchObject({ caipAddress: otherAccounts.bitcoin, type: 'payment' })
    expect(accounts.polkadot?.caipAddress).toBe(otherAccounts.polkadot)

    await host.connect()
    const modal = await modalOn(page, world)
    await modal.expectView('Account')
    await expect(others(modal)).toHaveText([/Solana/, /Bitcoin/, /Polkadot/])
    await others(modal).filter({ hasText: 'Bitcoin' }).click()
    await expect(modal.toasts).toContainText('Address copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(addressIn(otherAccounts.bitcoin))

    await test.step('another network of the session is chosen without a word to the wallet', async () => {
      await modal.button(/^Network: /).click()
      await modal.network('Solana').click()
      await modal.expectView('Account')
      await expect(modal.frame.getByTitle(addressIn(otherAccounts.solana)).first()).toBeVisible()
      await expect(others(modal)).toHaveText([/Local One/, /Bitcoin/, /Polkadot/])
      // Balances are not read there yet: none is shown, and no error.
      await expect(modal.text('Balance unavailable')).toHaveCount(0)
      await expect(modal.frame.getByLabel('Loading balance')).toHaveCount(0)
      expect(await dapp.state()).toMatchObject({ active: 'solana', health: 'ok' })
      expect(phone.calls).toEqual([])
    })

    await test.step('disconnecting ends all of it', async () => {
      await modal.button('Disconnect').click()
      await phone.ended()
      await expect
        .poll(() => statuses(page))
        .toEqual({ eip155: 'disconnected', solana: 'disconnected', bip122: 'disconnected', polkadot: 'disconnected' })
    })
    expect(violations.all()).toEqual([])
  })

  test('may take a namespace away and give it back while the page is open', async ({ host, page, world, phone }) => {
    const { dapp } = await paired({ host, page, world }, phone, options(world))
    const evm = world.chains.map(({ chainId }) => phone.account(chainId))
    await phone.regrant([...evm, otherAccounts.bitcoin])
    await expect
      .poll(() => statuses(page))
      .toEqual({ eip155: 'connected', solana: 'disconnected', bip122: 'connected', polkadot: 'disconnected' })
    await phone.regrant([...evm, otherAccounts.bitcoin, otherAccounts.solana])
    await expect.poll(async () => (await statuses(page)).solana).toBe('connected')
    // The page's network has not changed.
    expect((await dapp.state()).network?.caipNetworkId).toBe(world.chains[0].caip2)

    await test.step('it may take the active one too; a reload finds the rest', async () => {
      await phone.regrant([otherAccounts.solana])
      await dapp.expectStatus('disconnected')
      await expect.poll(async () => (await dapp.state()).network?.caipNetworkId).toBe(solana.caipNetworkId)
      await host.open()
      await host.create({ ...world.paired, ...options(world) })
      await expect.poll(async () => (await dapp.state()).accounts.solana?.caipAddress).toBe(otherAccounts.solana)
    })

    await test.step('it may give the active one back, which signs again', async () => {
      await phone.regrant([...evm, otherAccounts.solana])
      await dapp.expectStatus('connected')
      expect(await dapp.request('personal_sign', [message.hex, phone.address])).toEqual({
        result: expect.stringMatching(/^0x/),
      })
    })
  })
})

test.describe('a phone without EVM chains', () => {
  test.use({ phoneOptions: { chainIds: [], accounts: [otherAccounts.bitcoin, otherAccounts.polkadot] } })

  test('connects what it has, and the first of its networks becomes the active one', async ({ parts, phone }) => {
    const { host, page, world } = parts
    const { modal, dapp } = await pairing(parts, options(world))
    await phone.pair(await codeIn(modal))
    await expect.poll(() => statuses(page)).toEqual({ bip122: 'connected', polkadot: 'connected' })
    expect((await dapp.state()).network?.caipNetworkId).toBe(bitcoin.caipNetworkId)
    await dapp.expectClosed()
    await host.connect()
    await modal.expectView('Account')
    await expect(others(modal)).toHaveText([new RegExp(polkadot.name)])
  })
})
