/** Bitcoin wallets of the page: which provider shapes are found, how each is called, and how answers are validated. */
import { InjectedWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { parse } from '@airlock/protocol/parse.ts'
import type { BitcoinStandardFeatures } from '@metamask/bitcoin-wallet-standard'
import type { BitcoinProvider, Params, Provider, Requests, Return } from '@sats-connect/core'
import { base64, hex } from '@scure/base'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readBitcoinWallets } from '../src/injected/bitcoin/discovery.ts'
import { onWalletEvents } from '../src/injected/events.ts'
import { createForward } from '../src/injected/forward.ts'
import type { Reading } from '../src/injected/registry.ts'
import { createRegistry, type Registry } from '../src/injected/registry.ts'
import { createShared } from '../src/injected/shared.ts'
import { readStandardWallets } from '../src/injected/wallet-standard.ts'
import { createPresses } from '../src/press-round.ts'
import { ownMark } from '../src/standard/own.ts'
import type { Network } from '../src/types.ts'
import { bitcoin, bitcoinTestnet, ethereum, solana } from './support.ts'

const scope = bitcoin.caipNetworkId
const payment = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ordinals = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const testnetAddress = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const publicKey = `02${'ab'.repeat(32)}`
const xOnly = 'cd'.repeat(32)
const txid = 'ef'.repeat(32)
const png = 'data:image/png;base64,AAAA'
const psbtBytes = new Uint8Array([0x70, 0x73, 0x62, 0x74, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9])
const psbt = base64.encode(psbtBytes)
const signature = base64.encode(new Uint8Array(65).fill(31))

let page: EventTarget & Record<string, unknown>
let networks: readonly Network[]
let registry: Registry
let reading: Reading

beforeEach(() => {
  page = new EventTarget() as typeof page // as: tests put wallets on it
  vi.stubGlobal('window', page)
  networks = [ethereum, bitcoin]
  registry = createRegistry(
    () => {},
    () => false,
  )
  reading = readBitcoinWallets(registry, () => networks)
})
afterEach(() => {
  reading.stop()
  registry.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Registers in the Wallet Standard like a wallet that loads after the list. */
function register(wallet: unknown): void {
  const detail = (list: { register: (wallet: unknown) => unknown }) => list.register(wallet)
  page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail }))
}

const call = (method: string, params: unknown[] = [], on: Network['caipNetworkId'] = scope, at = 0) => {
  const forward = createForward(registry.find, () => {}, createShared(), createPresses())
  const handle = registry.list()[at]?.handle ?? ''
  const context = { signal: new AbortController().signal, waitsForPerson: vi.fn() }
  return forward({ handle, scope: on, method, params: params as never[] }, context).then(
    ({ result }) => result,
    (error: unknown) => (error instanceof AirlockError ? error.code : 'foreign'),
  )
}
const message = (more: object = {}) => [{ address: payment, message: 'hello', ...more }]
const transfer = (more: object = {}) => [{ from: payment, recipient: payment, amount: '1000', ...more }]
const signing = (more: object = {}) => [
  {
    psbt,
    inputs: [
      { address: payment, index: 0 },
      { address: payment, index: 2 },
    ],
    broadcast: false,
    ...more,
  },
]

/** The documented functions of UniSat's object. */
const unisat = (more: Record<string, unknown> = {}) => ({
  requestAccounts: vi.fn(() => Promise.resolve([payment])),
  getAccounts: vi.fn(() => Promise.resolve([payment])),
  getPublicKey: vi.fn(() => Promise.resolve(publicKey)),
  getChain: vi.fn(() => Promise.resolve({ enum: 'BITCOIN_MAINNET', name: 'Bitcoin Mainnet', network: 'livenet' })),
  switchChain: vi.fn(() => Promise.resolve({})),
  signMessage: vi.fn(() => Promise.resolve(signature)),
  sendBitcoin: vi.fn(() => Promise.resolve(txid)),
  signPsbt: vi.fn((text: string, _options: object) => Promise.resolve(text)),
  pushPsbt: vi.fn(() => Promise.resolve(txid)),
  on: vi.fn(),
  removeListener: vi.fn(),
  ...more,
})

type Answers = { [M in keyof Requests]?: Return<M> | ((params: Params<M>) => unknown) }
const accounts: Return<'getAccounts'> = [
  // as: the enums of the library, whose code is not loaded here
  { address: ordinals, publicKey: xOnly, purpose: 'ordinals', addressType: 'p2tr', walletType: 'software' } as never,
  { address: payment, publicKey, purpose: 'payment', addressType: 'p2wpkh', walletType: 'software' } as never,
  {
    address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
    publicKey,
    purpose: 'stacks',
    addressType: 'stacks',
  } as never,
]
const onMainnet = { bitcoin: { name: 'Mainnet' } } as Return<'wallet_getNetwork'> // as above

/** A provider of sats-connect: JSON-RPC envelopes, under the methods and params of its published types. */
function satsConnect(answers: Answers = {}) {
  const all: Record<string, unknown> = {
    wallet_connect: { id: 'one', addresses: accounts, walletType: 'software', network: onMainnet },
    wallet_getAccount: { id: 'one', addresses: accounts, walletType: 'software' },
    wallet_getNetwork: onMainnet,
    wallet_changeNetwork: null,
    wallet_disconnect: null,
    signMessage: { signature, messageHash: '00', address: payment, protocol: 'ECDSA' },
    sendTransfer: { txid },
    signPsbt: ({ psbt: text }: Params<'signPsbt'>) => ({ psbt: text }),
    ...answers,
  }
  const request = vi.fn((method: string, params: unknown) => {
    const answer = all[method]
    if (answer instanceof Refusal)
      return Promise.resolve({ jsonrpc: '2.0', id: '1', error: { code: answer.code, message: 'no' } })
    if (!Object.hasOwn(all, method) || answer === undefined)
      return Promise.resolve({ jsonrpc: '2.0', id: '1', error: { code: -32601, message: 'Unknown' } })
    const result: unknown = typeof answer === 'function' ? (answer as (given: unknown) => unknown)(params) : answer
    return Promise.resolve({ jsonrpc: '2.0', id: '1', result })
  })
  const listeners = new Map<string, () => void>()
  const addListener = vi.fn(({ eventName, cb }: { eventName: string; cb: () => void }) => {
    listeners.set(eventName, cb)
    return () => listeners.delete(eventName)
  })
  // as: the functions of the published type that wallets are called by
  return { request, addListener, listeners } as unknown as Pick<BitcoinProvider, 'request' | 'addListener'> & {
    request: typeof request
    listeners: typeof listeners
  }
}
class Refusal {
  readonly code: number
  constructor(code: number) {
    this.code = code
  }
}
const rpcError = (code: number) => new Refusal(code) as never // as: an answer that is an error
const entry: Provider = { id: 'XverseProviders.BitcoinProvider', name: 'Xverse Wallet', icon: png }

function addXverse(answers: Answers = {}) {
  const provider = satsConnect(answers)
  page['XverseProviders'] = { BitcoinProvider: provider }
  page['btc_providers'] = [entry]
  reading.discover()
  return provider
}

type Features = { [F in keyof BitcoinStandardFeatures]?: Record<string, unknown> }
const account = (address: string, more: object = {}) => ({
  address,
  publicKey: hex.decode(address === ordinals ? xOnly : publicKey),
  chains: ['bitcoin:mainnet'],
  features: [],
  ...more,
})
const standard = (more: Record<string, unknown> = {}, features: Features & Record<string, unknown> = {}) => {
  const wallet = {
    version: '1.0.0',
    name: 'Sunbird',
    icon: png,
    chains: ['bitcoin:mainnet'],
    accounts: [account(payment), account(ordinals)],
    features: {
      'bitcoin:connect': { version: '1.0.0', connect: vi.fn(() => Promise.resolve({ accounts: wallet.accounts })) },
      'bitcoin:signMessage': {
        version: '1.0.0',
        signMessage: vi.fn(() =>
          Promise.resolve([{ signedMessage: new Uint8Array(9), signature: base64.decode(signature) }]),
        ),
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        signTransaction: vi.fn((input: { psbt: Uint8Array }) => Promise.resolve([{ signedPsbt: input.psbt }])),
      },
      'bitcoin:signAndSendTransaction': {
        version: '1.0.0',
        signAndSendTransaction: vi.fn(() => Promise.resolve([{ txId: txid }])),
      },
      ...features,
    },
    ...more,
  }
  return wallet
}

/** Leather answers with a JSON-RPC envelope, and throws an envelope with an error. */
const leather = (answers: Record<string, unknown> = {}) => ({
  isLeather: true,
  request: vi.fn((method: string, _params: unknown) => {
    const all: Record<string, unknown> = {
      getAddresses: {
        addresses: [
          { symbol: 'BTC', type: 'p2wpkh', address: payment, publicKey, derivationPath: "m/84'/0'/0'/0/0" },
          { symbol: 'BTC', type: 'p2tr', address: ordinals, publicKey, derivationPath: "m/86'/0'/0'/0/0" },
          { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7' },
        ],
      },
      signMessage: { signature, address: payment, message: 'hello' },
      sendTransfer: { txid },
      signPsbt: { hex: hex.encode(psbtBytes) },
      ...answers,
    }
    const answer = all[method]
    return answer instanceof Refusal
      ? Promise.reject({ jsonrpc: '2.0', id: '1', error: { code: answer.code, message: 'no' } }) // oxlint-disable-line prefer-promise-reject-errors -- as Leather does
      : Promise.resolve({ jsonrpc: '2.0', id: '1', result: answer })
  }),
})

const both = [
  { address: payment, purpose: 'payment', publicKey },
  { address: ordinals, purpose: 'ordinal', publicKey: xOnly },
]

describe('the page’s wallets', () => {
  test('are found by every shape, in the agreed form', () => {
    page['unisat'] = unisat()
    page['okxwallet'] = { bitcoin: unisat() }
    page['LeatherProvider'] = leather()
    page['XverseProviders'] = { BitcoinProvider: satsConnect() }
    page['btc_providers'] = [entry]
    reading.discover()
    register(standard())
    const wallets = registry.list()
    expect(wallets.map(({ name }) => name)).toEqual([
      'Xverse Wallet',
      'UniSat Wallet',
      'OKX Wallet',
      'Leather',
      'Sunbird',
    ])
    for (const wallet of wallets) {
      expect(wallet).toMatchObject({ type: 'announced', namespace: 'bip122', chains: [scope], disputed: false })
      expect(parse(InjectedWallet, wallet).ok).toBe(true)
    }
  })

  test('are each listed once, wherever they are found', () => {
    const xverse = satsConnect()
    page['XverseProviders'] = { BitcoinProvider: xverse }
    page['LeatherProvider'] = leather()
    page['btc_providers'] = [entry, { id: 'LeatherProvider', name: 'Leather', icon: png }]
    const registered = standard({ name: 'Xverse' }, { 'sats-connect:': { provider: xverse } })
    register(registered)
    reading.discover()
    register(registered)
    reading.discover()
    expect(registry.list().map(({ name, disputed }) => [name, disputed])).toEqual([
      ['Xverse', false],
      ['Leather', false],
    ])
  })

  test('have a part in each namespace, and one name in two namespaces is no dispute', () => {
    networks = [bitcoin, solana]
    const other = readStandardWallets(registry, () => networks)
    register(
      standard(
        { chains: ['bitcoin:mainnet', 'solana:mainnet'] },
        { 'standard:connect': { connect: vi.fn() }, 'solana:signMessage': { signMessage: vi.fn() } },
      ),
    )
    expect(registry.list().map(({ namespace, disputed }) => [namespace, disputed])).toEqual([
      ['bip122', false],
      ['solana', false],
    ])
    other.stop()
  })

  test('are disputed if they have one name [C184]', () => {
    register(standard({ name: 'UniSat Wallet' }))
    page['unisat'] = unisat()
    reading.discover()
    expect(registry.list().map(({ disputed }) => disputed)).toEqual([true, true])
  })

  test('are on the main network only if they cannot switch', () => {
    networks = [bitcoinTestnet]
    page['unisat'] = unisat()
    page['okxwallet'] = { bitcoin: unisat({ switchChain: undefined }) }
    reading.discover()
    expect(registry.list().map(({ name }) => name)).toEqual(['UniSat Wallet'])
    networks = [ethereum]
    expect(registry.list()).toEqual([])
  })

  test.each([
    ['nothing', undefined],
    ['a text', 'wallet'],
    ['a list without objects', ['a', 7, null]],
    ['no path', [{ ...entry, id: 'a.b()' }]],
    ['a path of the page’s prototype', [{ ...entry, id: 'constructor.prototype' }]],
    ['a path to nothing', [{ ...entry, id: 'Nobody.There' }]],
    ['a place that no path names', [{ ...entry, id: 'odd name' }]],
    ['no name', [{ ...entry, name: '\u202e ' }]],
  ])('are none for a list of sats-connect that is %s [C184]', (_, list) => {
    page['XverseProviders'] = { BitcoinProvider: satsConnect() }
    page['odd name'] = satsConnect()
    page['btc_providers'] = list
    reading.discover()
    expect(registry.list()).toEqual([])
  })

  test.each([
    ['no connect', standard({}, { 'bitcoin:connect': {} })],
    ['no name', standard({ name: undefined })],
    ['our own mark', standard({ [ownMark]: true })],
    ['another network', standard({ chains: ['bitcoin:testnet'] })],
    [
      'nothing to sign with',
      standard({}, { 'bitcoin:signMessage': {}, 'bitcoin:signTransaction': {}, 'bitcoin:signAndSendTransaction': {} }),
    ],
  ])('are none for a registration with %s [C184]', (_, wallet) => {
    register(wallet)
    expect(registry.list()).toEqual([])
  })

  test.each([
    ['connect', unisat({ requestAccounts: undefined })],
    ['sign', unisat({ signMessage: undefined, signPsbt: undefined, sendBitcoin: undefined })],
    ['do anything', {}],
  ])('are none for an object at a known place that cannot %s [C184]', (_, wallet) => {
    page['unisat'] = wallet
    reading.discover()
    expect(registry.list()).toEqual([])
  })

  test('are read once: getters and traps of the page change nothing later [C184]', async () => {
    let reads = 0
    const honest = unisat()
    page['unisat'] = new Proxy(honest, {
      get(target, key) {
        if (key === 'signMessage' && ++reads > 1) throw new Error('trap')
        return Reflect.get(target, key) as unknown
      },
    })
    Object.defineProperty(page, 'okxwallet', {
      get() {
        throw new Error('trap')
      },
    })
    page['btc_providers'] = new Proxy([], {
      get() {
        throw new Error('trap')
      },
    })
    expect(() => reading.discover()).not.toThrow()
    expect(registry.list().map(({ name }) => name)).toEqual(['UniSat Wallet'])
    expect(await call('bitcoin_signMessage', message())).toEqual({ signature })
    expect(reads).toBe(1)
  })

  test('are cut at the limit in a flood [C184]', () => {
    const list = Array.from({ length: 5000 }, (_, at) => {
      page[`wallet${at}`] = satsConnect()
      return { ...entry, id: `wallet${at}`, name: `Wallet ${at}` }
    })
    page['btc_providers'] = list
    reading.discover()
    expect(registry.list().length).toBeLessThanOrEqual(limits.wallets)
    expect(registry.hasMore()).toBe(true)
  })

  test('neither throw nor leave the form, whatever they are [C184]', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (one, other, third) => {
        page['unisat'] = one
        page['btc_providers'] = [{ id: 'unisat', name: other, icon: third }, other, third]
        page['okxwallet'] = other
        page['LeatherProvider'] = third
        expect(() => reading.discover()).not.toThrow()
        expect(() => register({ ...standard(), features: other, chains: third })).not.toThrow()
        for (const wallet of registry.list()) expect(parse(InjectedWallet, wallet).ok).toBe(true)
      }),
    )
  })
})

describe('UniSat’s shape', () => {
  const add = (more: Record<string, unknown> = {}) => {
    const wallet = unisat(more)
    page['unisat'] = wallet
    reading.discover()
    return wallet
  }

  test('connects with its address, its key and its network', async () => {
    const wallet = add()
    const account = { address: payment, purpose: 'payment', publicKey }
    expect(await call('bitcoin_connect')).toEqual({ accounts: [account], network: scope })
    expect(wallet.requestAccounts).toHaveBeenCalledOnce()
    expect(await call('bitcoin_accounts')).toEqual({ accounts: [account], network: scope })
    expect(wallet.requestAccounts).toHaveBeenCalledOnce()
  })

  test('says where it stands, also on a network that has no name here', async () => {
    add({ getChain: () => ({ enum: 'FRACTAL_BITCOIN_MAINNET' }) })
    expect(await call('bitcoin_connect')).toMatchObject({ network: 'bip122:unknown' })
  })

  test('has names of networks instead of chains in an older wallet', async () => {
    networks = [bitcoin, bitcoinTestnet]
    const switchNetwork = vi.fn()
    add({ getChain: undefined, switchChain: undefined, getNetwork: () => 'testnet', switchNetwork })
    expect(await call('bitcoin_connect')).toMatchObject({ network: bitcoinTestnet.caipNetworkId })
    expect(await call('bitcoin_switchNetwork', [], bitcoinTestnet.caipNetworkId)).toMatchObject({ accounts: [{}] })
    expect(switchNetwork).toHaveBeenCalledWith('testnet')
  })

  test('switches the network and tells of the address there', async () => {
    networks = [bitcoin, bitcoinTestnet]
    const wallet = add({
      getAccounts: () => [testnetAddress],
      getChain: () => ({ enum: 'BITCOIN_TESTNET' }),
    })
    expect(await call('bitcoin_switchNetwork', [], bitcoinTestnet.caipNetworkId)).toEqual({
      accounts: [{ address: testnetAddress, purpose: 'payment', publicKey }],
      network: bitcoinTestnet.caipNetworkId,
    })
    expect(wallet.switchChain).toHaveBeenCalledWith('BITCOIN_TESTNET')
  })

  test('signs messages by either protocol, and as the address does by default', async () => {
    const wallet = add()
    expect(await call('bitcoin_signMessage', message())).toEqual({ signature })
    expect(wallet.signMessage).toHaveBeenLastCalledWith('hello', 'ecdsa')
    await call('bitcoin_signMessage', message({ protocol: 'bip322' }))
    expect(wallet.signMessage).toHaveBeenLastCalledWith('hello', 'bip322-simple')
    await call('bitcoin_signMessage', message({ address: ordinals }))
    expect(wallet.signMessage).toHaveBeenLastCalledWith('hello', 'bip322-simple')
  })

  test('sends satoshis as a number', async () => {
    const wallet = add()
    expect(await call('bitcoin_sendTransfer', transfer({ memo: 'lunch' }))).toEqual({ txid })
    expect(wallet.sendBitcoin).toHaveBeenCalledWith(payment, 1000, { memo: 'lunch' })
    expect(await call('bitcoin_sendTransfer', transfer({ changeAddress: payment }))).toBe('METHOD_NOT_ALLOWED')
  })

  test('signs the inputs that were asked for, and sends only when asked', async () => {
    const wallet = add()
    expect(await call('bitcoin_signPsbt', signing())).toEqual({ psbt })
    const toSignInputs = [
      { index: 0, address: payment },
      { index: 2, address: payment },
    ]
    expect(wallet.signPsbt).toHaveBeenLastCalledWith(hex.encode(psbtBytes), { autoFinalized: false, toSignInputs })
    expect(wallet.pushPsbt).not.toHaveBeenCalled()
    expect(await call('bitcoin_signPsbt', signing({ broadcast: true }))).toEqual({ psbt, txid })
    expect(wallet.pushPsbt).toHaveBeenCalledWith(hex.encode(psbtBytes))
  })

  test('tells of every change with the accounts of then', async () => {
    const wallet = add()
    await call('bitcoin_connect')
    const provider = registry.find(registry.list()[0]?.handle ?? '')
    if (!provider) throw new Error('not listed')
    const told: unknown[] = []
    const stop = onWalletEvents(provider, (...news) => told.push(news))
    await vi.waitFor(() => expect(wallet.on).toHaveBeenCalledWith('accountsChanged', expect.any(Function)))
    const listener = wallet.on.mock.calls[0]?.[1] as () => void // as: it was given above
    listener()
    const standing = { accounts: [{ address: payment, purpose: 'payment', publicKey }], network: scope }
    await vi.waitFor(() => expect(told).toEqual([['accountsChanged', standing]]))
    wallet.getAccounts.mockResolvedValue([])
    listener()
    await vi.waitFor(() => expect(told.at(-1)).toEqual(['accountsChanged', { accounts: [] }]))
    stop()
    expect(wallet.removeListener).toHaveBeenCalledWith('accountsChanged', listener)
  })
})

describe('sats-connect', () => {
  test('connects with the addresses of both purposes, payment first, and without those of other chains', async () => {
    const provider = addXverse()
    expect(await call('bitcoin_connect')).toEqual({ accounts: both, network: scope })
    expect(provider.request).toHaveBeenCalledWith('wallet_connect', {
      addresses: ['payment', 'ordinals'],
      network: 'Mainnet',
    } satisfies Record<string, unknown>)
  })

  test('asks an older wallet by an older method', async () => {
    const provider = addXverse({ wallet_connect: undefined as never, getAccounts: accounts })
    expect(await call('bitcoin_connect')).toEqual({ accounts: both, network: scope })
    expect(provider.request).toHaveBeenCalledWith('getAccounts', { purposes: ['payment', 'ordinals'] })
  })

  test('has no accounts without permission, and does not ask the user', async () => {
    const provider = addXverse({ wallet_getAccount: rpcError(-32002) })
    expect(await call('bitcoin_accounts')).toEqual({ accounts: [] })
    expect(provider.request.mock.calls.map(([method]) => method)).toEqual(['wallet_getAccount'])
  })

  test('signs, sends and disconnects by the published params', async () => {
    const provider = addXverse()
    expect(await call('bitcoin_signMessage', message({ protocol: 'bip322' }))).toEqual({ signature })
    expect(provider.request).toHaveBeenLastCalledWith('signMessage', {
      address: payment,
      message: 'hello',
      protocol: 'BIP322',
    })
    expect(await call('bitcoin_sendTransfer', transfer())).toEqual({ txid })
    expect(provider.request).toHaveBeenLastCalledWith('sendTransfer', {
      recipients: [{ address: payment, amount: 1000 }],
    } satisfies Params<'sendTransfer'>)
    expect(await call('bitcoin_signPsbt', signing())).toEqual({ psbt })
    expect(provider.request).toHaveBeenLastCalledWith('signPsbt', {
      psbt,
      signInputs: { [payment]: [0, 2] },
      broadcast: false,
    } satisfies Params<'signPsbt'>)
    expect(await call('bitcoin_disconnect')).toBeNull()
    expect(provider.request).toHaveBeenLastCalledWith('wallet_disconnect', null)
  })

  test('follows changes of account and network', async () => {
    const provider = addXverse()
    await call('bitcoin_connect')
    const found = registry.find(registry.list()[0]?.handle ?? '')
    if (!found) throw new Error('not listed')
    const told: unknown[] = []
    const stop = onWalletEvents(found, (...news) => told.push(news))
    await vi.waitFor(() =>
      expect([...provider.listeners.keys()]).toEqual(['accountChange', 'networkChange', 'disconnect']),
    )
    provider.listeners.get('networkChange')?.()
    await vi.waitFor(() => expect(told).toEqual([['accountsChanged', { accounts: both, network: scope }]]))
    stop()
    expect(provider.listeners.size).toBe(0)
  })
})

describe('Leather', () => {
  const add = (answers: Record<string, unknown> = {}) => {
    const wallet = leather(answers)
    page['LeatherProvider'] = wallet
    reading.discover()
    return wallet
  }

  test('connects with both addresses and their paths, and remembers them without asking again', async () => {
    const wallet = add()
    const told = {
      accounts: [
        { address: payment, purpose: 'payment', publicKey, path: "m/84'/0'/0'/0/0" },
        { address: ordinals, purpose: 'ordinal', publicKey, path: "m/86'/0'/0'/0/0" },
      ],
    }
    expect(await call('bitcoin_accounts')).toEqual({ accounts: [] })
    expect(await call('bitcoin_connect')).toEqual(told)
    expect(wallet.request.mock.calls).toEqual([['getAddresses', { network: 'mainnet' }]])
  })

  test('signs and sends with its own params', async () => {
    const wallet = add()
    expect(await call('bitcoin_signMessage', message({ address: ordinals }))).toEqual({ signature })
    expect(wallet.request).toHaveBeenLastCalledWith('signMessage', {
      message: 'hello',
      paymentType: 'p2tr',
      network: 'mainnet',
    })
    expect(await call('bitcoin_signMessage', message({ protocol: 'ecdsa' }))).toBe('METHOD_NOT_ALLOWED')
    expect(await call('bitcoin_sendTransfer', transfer())).toEqual({ txid })
    expect(wallet.request).toHaveBeenLastCalledWith('sendTransfer', {
      recipients: [{ address: payment, amount: '1000' }],
      network: 'mainnet',
    })
    expect(await call('bitcoin_signPsbt', signing())).toEqual({ psbt })
    expect(wallet.request).toHaveBeenLastCalledWith('signPsbt', {
      hex: hex.encode(psbtBytes),
      signAtIndex: [0, 2],
      broadcast: false,
      network: 'mainnet',
    })
  })
})

describe('the Wallet Standard', () => {
  test('connects with the accounts of the network, and signs with its own account objects', async () => {
    const wallet = standard()
    register(wallet)
    expect(await call('bitcoin_connect')).toEqual({ accounts: both, network: scope })
    expect(await call('bitcoin_signMessage', message())).toEqual({ signature })
    expect(wallet.features['bitcoin:signMessage'].signMessage).toHaveBeenCalledWith({
      account: wallet.accounts[0],
      message: new TextEncoder().encode('hello'),
    })
    expect(await call('bitcoin_signPsbt', signing())).toEqual({ psbt })
    expect(wallet.features['bitcoin:signTransaction'].signTransaction).toHaveBeenCalledWith({
      psbt: psbtBytes,
      inputsToSign: [{ account: wallet.accounts[0], signingIndexes: [0, 2] }],
      chain: 'bitcoin:mainnet',
    })
    expect(await call('bitcoin_signPsbt', signing({ broadcast: true }))).toEqual({ psbt, txid })
    expect(await call('bitcoin_sendTransfer', transfer())).toBe('METHOD_NOT_ALLOWED')
  })

  test('pays from a taproot address if that is the only one', async () => {
    register(standard({ accounts: [account(ordinals)] }))
    expect(await call('bitcoin_connect')).toMatchObject({ accounts: [{ address: ordinals, purpose: 'payment' }] })
  })

  test('does not sign for an account that it does not list, nor by another protocol [C185]', async () => {
    register(standard({ accounts: [account(payment)] }))
    expect(await call('bitcoin_signMessage', message({ address: ordinals }))).toBe('UNAUTHORIZED')
    expect(await call('bitcoin_signMessage', message({ protocol: 'bip322' }))).toBe('METHOD_NOT_ALLOWED')
  })
})

describe('a call', () => {
  test.each([
    ['CHAIN_NOT_SUPPORTED', 'on an unserved network', 'bitcoin_signMessage', message(), bitcoinTestnet.caipNetworkId],
    ['METHOD_NOT_ALLOWED', 'on a network of another namespace', 'bitcoin_signMessage', message(), 'eip155:1'],
    ['METHOD_NOT_ALLOWED', 'of an EVM wallet', 'eth_accounts', [], scope],
    ['BAD_SHAPE', 'with an unknown field', 'bitcoin_signMessage', message({ more: 1 }), scope],
    ['BAD_SHAPE', 'without a message', 'bitcoin_signMessage', message({ message: '' }), scope],
    ['BAD_SHAPE', 'with a fraction of a satoshi', 'bitcoin_sendTransfer', transfer({ amount: '1.5' }), scope],
    ['BAD_SHAPE', 'with no amount', 'bitcoin_sendTransfer', transfer({ amount: '0' }), scope],
    ['BAD_SHAPE', 'with what is no PSBT', 'bitcoin_signPsbt', signing({ psbt: signature }), scope],
    ['BAD_SHAPE', 'with no inputs', 'bitcoin_signPsbt', signing({ inputs: [] }), scope],
  ] as const)('is %s %s, and the wallet hears nothing [C185]', async (code, _, method, params, on) => {
    const provider = addXverse()
    expect(await call(method, [...params], on)).toBe(code)
    expect(provider.request).not.toHaveBeenCalled()
  })

  test('says so if the wallet does not have the function', async () => {
    page['unisat'] = unisat({ signPsbt: undefined, pushPsbt: undefined })
    reading.discover()
    expect(await call('bitcoin_signPsbt', signing())).toBe('METHOD_NOT_ALLOWED')
  })

  test.each([
    ['-32000 of sats-connect', () => addXverse({ signMessage: rpcError(-32000) })],
    [
      '4001 of UniSat',
      () => {
        page['unisat'] = unisat({ signMessage: () => Promise.reject(Object.assign(new Error('no'), { code: 4001 })) })
        reading.discover()
      },
    ],
    [
      'words',
      () => {
        page['unisat'] = unisat({ signMessage: () => Promise.reject(new Error('User rejected the request.')) })
        reading.discover()
      },
    ],
    [
      'a thrown envelope of Leather',
      () => {
        page['LeatherProvider'] = leather({ signMessage: rpcError(4001) })
        reading.discover()
      },
    ],
  ])('refused with %s is a refusal', async (_, add) => {
    add()
    expect(await call('bitcoin_signMessage', message())).toBe('USER_REJECTED')
  })

  test('accounts of another form are dropped, and a key of another form is left out [C185]', async () => {
    const told = [
      { address: 'javascript:alert(1)', purpose: 'payment', publicKey },
      { address: payment.toUpperCase(), purpose: 'payment', publicKey: '<b>' },
      { address: ordinals, purpose: 'ordinals', publicKey: 7 },
      null,
      ...Array.from({ length: 5000 }, () => ({ address: payment, purpose: 'payment' })),
    ] as never
    addXverse({ wallet_connect: { addresses: told, network: onMainnet } as never })
    const answer = (await call('bitcoin_connect')) as { accounts: unknown[] } // as: an answer, not a code
    expect(answer.accounts[0]).toEqual({ address: payment, purpose: 'payment' })
    expect(answer.accounts).toContainEqual({ address: ordinals, purpose: 'ordinal' })
    expect(answer.accounts.length).toBeLessThanOrEqual(64)
  })
})
