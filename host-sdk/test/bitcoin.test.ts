/** The Bitcoin provider of the dapp, the adapter of AppKit over it, and Airlock in the list of sats-connect. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base64, hex } from '@scure/base'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BitcoinAdapter } from '../src/appkit/adapters/bitcoin.ts'
import { registerSatsConnect } from '../src/bitcoin/register.ts'
import { readBitcoinWallets } from '../src/injected/bitcoin/discovery.ts'
import { createProvider } from '../src/providers/bitcoin.ts'
import { createStore } from '../src/store/store.ts'
import type { AccountState, Airlock, State } from '../src/types.ts'
import { bitcoin, emptyState, ethereum } from './support.ts'

const scope = bitcoin.caipNetworkId
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ordinals = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const publicKey = `02${'ab'.repeat(32)}`
const txid = 'ef'.repeat(32)
const signature = new Uint8Array(65).fill(31)
const psbt = 'cHNidP8BAAAAAAAA'

const account: AccountState = {
  status: 'connected',
  restoring: false,
  namespace: 'bip122',
  caipAddress: `${scope}:${address}`,
  address,
  type: 'payment',
  accounts: [`${scope}:${address}`],
}
const bare: State = { ...emptyState, persistence: 'local' }

const answers: Readonly<Record<string, unknown>> = {
  getAccountAddresses: [
    { address, publicKey, intention: 'payment' },
    { address: ordinals, intention: 'ordinal' },
  ],
  signMessage: { address, signature: hex.encode(signature) },
  sendTransfer: { txid },
  signPsbt: { psbt, txid },
}

function create(own: Partial<Record<string, unknown>> = {}, isConnected = true) {
  const store = createStore({ ...bare, ...(isConnected && { accounts: { bip122: account } }) })
  const forward = vi.fn(({ method }: { method: string }) => {
    const answer = { ...answers, ...own }[method]
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
  })
  const airlock = {
    getState: store.getState,
    subscribe: store.subscribe,
    ready: Promise.resolve(),
    networks: [ethereum, bitcoin],
    connect: vi.fn(() => {
      store.set({ accounts: { bip122: account } })
      return Promise.resolve(account)
    }),
    disconnect: vi.fn(() => {
      store.set({ accounts: {} })
      return Promise.resolve()
    }),
    switchNetwork: vi.fn(),
    provider: () => provider,
  }
  // as: the parts of the instance that are used here
  const host = { store, airlock, restoring: () => undefined, forward } as unknown as Parameters<
    typeof createProvider
  >[0]
  const { provider, stop } = createProvider(host)
  return { provider, stop, forward, store, airlock, instance: airlock as unknown as Airlock } // as above
}
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => Reflect.get(Object(error), 'code') as unknown,
  )

describe('the provider', () => {
  test('connects by the modal, once for several callers, and tells of the addresses', async () => {
    const { provider, airlock } = create({}, false)
    const heard: unknown[] = []
    provider.on('connect', (news) => heard.push(news))
    expect(await code(provider.connect({ onlyIfTrusted: true }))).toBe(4100)
    expect(await Promise.all([provider.connect(), provider.connect()])).toEqual([{ address }, { address }])
    expect(airlock.connect).toHaveBeenCalledOnce()
    expect(heard).toEqual([{ address }])
    expect(await provider.getAccounts()).toEqual([
      { address, purpose: 'payment', publicKey },
      { address: ordinals, purpose: 'ordinal' },
    ])
    await provider.disconnect()
    expect(await code(provider.getAccounts())).toBe(4100)
  })

  test('asks by the names of paired wallets, for the connected account', async () => {
    const { provider, forward } = create()
    expect(await provider.signMessage('hello', { address: ordinals, protocol: 'bip322' })).toBe(
      base64.encode(signature),
    )
    expect(await provider.sendTransfer({ recipient: ordinals, amountSats: '1000', memo: 'lunch' })).toBe(txid)
    expect(await provider.signPSBT({ psbt, inputs: [{ address, index: 2 }], broadcast: true })).toEqual({ psbt, txid })
    expect(forward.mock.calls.map(([call]) => call)).toEqual([
      {
        scope,
        method: 'signMessage',
        params: { account: address, message: 'hello', address: ordinals, protocol: 'bip322' },
      },
      {
        scope,
        method: 'sendTransfer',
        params: { account: address, recipientAddress: ordinals, amount: '1000', memo: 'lunch' },
      },
      {
        scope,
        method: 'signPsbt',
        params: { account: address, psbt, signInputs: [{ address, index: 2 }], broadcast: true },
      },
    ])
  })

  test.each([
    ['no list', 'getAccounts', { getAccountAddresses: {} }],
    ['an account without an address', 'getAccounts', { getAccountAddresses: [{}] }],
    ['no signature', 'signMessage', { signMessage: {} }],
    ['a signature that is no hex', 'signMessage', { signMessage: { signature: 'zz' } }],
    ['no id', 'sendTransfer', { sendTransfer: null }],
  ] as const)('fails for an answer with %s', async (_, method, own) => {
    const { provider } = create(own)
    const calls = {
      getAccounts: () => provider.getAccounts(),
      signMessage: () => provider.signMessage('hello'),
      sendTransfer: () => provider.sendTransfer({ recipient: address, amountSats: '1' }),
    }
    expect(await code(calls[method]())).toBe(-32000)
  })

  test('passes on the code of a refusal', async () => {
    const { provider } = create({ signMessage: new AirlockError('USER_REJECTED') })
    expect(await code(provider.signMessage('hello'))).toBe(4001)
  })
})

describe('AppKit’s adapter', () => {
  test('takes the id of the project as AppKit’s examples pass it, and refuses what it cannot do by name', () => {
    expect(() => new BitcoinAdapter({ projectId: 'shop' })).not.toThrow()
    expect(() => new BitcoinAdapter({ networks: [] })).toThrow('`BitcoinAdapter({ networks })` has no')
  })

  test('calls the provider as AppKit’s connectors are called', async () => {
    const { provider, forward } = create()
    const connector = new BitcoinAdapter().toWalletProvider(provider)
    expect(await connector.connect()).toBe(address)
    expect(await connector.getAccountAddresses()).toHaveLength(2)
    expect(await connector.signMessage({ message: 'hello', address })).toBe(base64.encode(signature))
    expect(await connector.sendTransfer({ amount: '1000', recipient: ordinals })).toBe(txid)
    const signInputs = [{ address, index: 0, sighashTypes: [1] }]
    expect(await connector.signPSBT({ psbt, signInputs })).toEqual({ psbt, txid })
    expect(forward).toHaveBeenLastCalledWith({
      scope,
      method: 'signPsbt',
      params: { account: address, psbt, signInputs: [{ address, index: 0 }] },
    })
    forward.mockClear()
    expect(await code(connector.signPSBT({ psbt, signInputs: [{ address, index: 0, sighashTypes: [131] }] }))).toBe(
      'METHOD_NOT_ALLOWED',
    )
    expect(forward).not.toHaveBeenCalled()
  })
})

describe('the entry in the list of sats-connect', () => {
  let page: EventTarget & Record<string, unknown>
  beforeEach(() => {
    page = new EventTarget() as typeof page // as: a window, for what is used of it
    vi.stubGlobal('window', page)
    vi.stubGlobal('document', {})
  })
  afterEach(() => void vi.unstubAllGlobals())

  type Request = (method: string, params: unknown) => Promise<{ result?: unknown; error?: { code: number } }>
  function register(own: Partial<Record<string, unknown>> = {}, isConnected = true) {
    const made = create(own, isConnected)
    const undo = registerSatsConnect(made.instance)
    const [entry] = page['btc_providers'] as { id: string; name: string }[] // as: registered above
    const { request, addListener } = page[entry?.id ?? ''] as {
      request: Request
      addListener: (given: object) => () => void
    } // as above
    return { ...made, undo, entry, request, addListener }
  }

  test('is a wallet with the addresses of the account, until the undo', async () => {
    page['btc_providers'] = []
    const { request, entry, undo } = register()
    expect(entry?.name).toBe('Airlock')
    const addresses = [
      { address, publicKey, purpose: 'payment', addressType: 'p2wpkh', walletType: 'software' },
      { address: ordinals, publicKey: '', purpose: 'ordinals', addressType: 'p2tr', walletType: 'software' },
    ]
    const network = { bitcoin: { name: 'Mainnet' } }
    for (const method of ['wallet_connect', 'wallet_getAccount'])
      expect((await request(method, null)).result).toMatchObject({ addresses, network })
    expect((await request('getAccounts', {})).result).toEqual(addresses)
    undo()
    expect(page['btc_providers']).toEqual([])
    expect(page[entry?.id ?? '']).toBeUndefined()
  })

  test('signs, sends and disconnects by the params of sats-connect', async () => {
    const { request, forward } = register()
    expect((await request('signMessage', { address, message: 'hello', protocol: 'BIP322' })).result).toEqual({
      address,
      signature: base64.encode(signature),
    })
    expect((await request('sendTransfer', { recipients: [{ address: ordinals, amount: 1000 }] })).result).toEqual({
      txid,
    })
    expect((await request('signPsbt', { psbt, signInputs: { [address]: [0, 2] } })).result).toEqual({ psbt, txid })
    expect(forward.mock.lastCall?.[0]).toMatchObject({
      params: {
        signInputs: [
          { address, index: 0 },
          { address, index: 2 },
        ],
      },
    })
    expect((await request('wallet_disconnect', null)).result).toBeNull()
  })

  test('has the codes of sats-connect for refusals, missing accounts and unknown methods', async () => {
    const refused = register({ signMessage: new AirlockError('USER_REJECTED') })
    expect((await refused.request('signMessage', { message: 'a', address })).error?.code).toBe(-32_000)
    refused.undo()
    const { request } = register({}, false)
    expect((await request('wallet_getAccount', null)).error?.code).toBe(-32_002)
    expect((await request('runes_mint', {})).error?.code).toBe(-32_601)
    const several = [
      { address, amount: 1 },
      { address, amount: 2 },
    ]
    expect((await request('sendTransfer', { recipients: several })).error?.code).toBe(-32_602)
  })

  test('tells of another account, and no modal of the page offers it as a wallet [C184]', () => {
    const { addListener, store } = register()
    const heard: unknown[] = []
    const stop = addListener({ eventName: 'accountChange', cb: (news: unknown) => heard.push(news) })
    store.set({ accounts: { bip122: { ...account, address: ordinals } } })
    expect(heard).toEqual([{ type: 'accountChange' }])
    stop()
    store.set({ accounts: { bip122: account } })
    expect(heard).toHaveLength(1)
    const add = vi.fn()
    const reading = readBitcoinWallets({ add, remove: vi.fn() }, () => [bitcoin])
    reading.discover()
    expect(add).not.toHaveBeenCalled()
    reading.stop()
  })
})
