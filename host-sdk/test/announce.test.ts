/** Announcing the embedded wallet to a page: what libraries receive and when, and that they cannot affect the SDK. */

import type { Announced } from '@airlock/protocol/contracts/shapes/announced.ts'
import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announce } from '../src/announce/announce.ts'
import { createAnnouncer } from '../src/announce/eip6963.ts'
import { createRegistry } from '../src/injected/registry.ts'
import { createStore } from '../src/store/store.ts'
import type { AccountState, Airlock, CaipNetworkId, Network, SolanaProvider, State } from '../src/types.ts'
import { emptyState, ethereum, solana } from './support.ts'

const evm = '0x00000000000000000000000000000000000000aa'
const key = Keypair.generate().publicKey
const devnet: Network = {
  ...solana,
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}
const local: Network = { ...solana, id: 'localnet', caipNetworkId: 'solana:localnet' }
const icon = 'data:image/png;base64,iVBORw0KGgo='
const wallet = { id: 'ID_AUTH', name: 'Shop Wallet', icon }
const account = (network: CaipNetworkId, address: string, more: Partial<AccountState> = {}): AccountState => ({
  namespace: network.startsWith('solana') ? 'solana' : 'eip155',
  status: 'connected',
  restoring: false,
  address,
  caipAddress: `${network}:${address}`,
  accounts: [`${network}:${address}`],
  wallet,
  ...more,
})
const signedIn = {
  eip155: account('eip155:1', evm),
  solana: account(solana.caipNetworkId, key.toBase58()),
} satisfies State['accounts']

let page: EventTarget
let stop = () => {}
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const signature = new Uint8Array(64).fill(7)

const networks = [ethereum, solana, devnet, local]
/** The parts of the SDK that announcements use, with a real store. With `remembered`, the frame is still restoring that wallet. */
function start(accounts: State['accounts'] = {}, remembered?: Announced) {
  const initial: State = { ...emptyState, ready: !remembered, accounts }
  const store = createStore(initial)
  const eip155 = { request: vi.fn(() => Promise.resolve([evm])) }
  const there = {
    connect: vi.fn<SolanaProvider['connect']>(() => {
      store.set({ accounts: signedIn })
      return Promise.resolve({ publicKey: key.toBase58() })
    }),
    disconnect: vi.fn<SolanaProvider['disconnect']>(() => Promise.resolve(store.set({ accounts: {} }))),
    signMessage: vi.fn<SolanaProvider['signMessage']>(() => Promise.resolve(signature)),
    signTransaction: vi.fn<SolanaProvider['signTransaction']>((bytes) => Promise.resolve(bytes)),
    signAllTransactions: vi.fn<SolanaProvider['signAllTransactions']>((all) => Promise.resolve([...all])),
    signAndSendTransaction: vi.fn<SolanaProvider['signAndSendTransaction']>(() => Promise.resolve('2'.repeat(64))),
  }
  const switchNetwork = vi.fn<Airlock['switchNetwork']>((wanted) => {
    const id = typeof wanted === 'string' ? wanted : (`eip155:${wanted.id}` as const)
    store.set({ accounts: { ...signedIn, solana: account(id, key.toBase58()) } })
    return Promise.resolve(devnet)
  })
  const airlock = {
    getState: store.getState,
    subscribe: store.subscribe,
    ready: new Promise<void>(() => {}),
    networks,
    switchNetwork,
    provider: (namespace = 'eip155') => (namespace === 'solana' ? there : eip155) as never, // as: has the methods that are called
  }
  const announcer = createAnnouncer(() => eip155)
  if (remembered) announcer.hold(remembered)
  const restoring = () => (remembered ? Promise.resolve() : undefined)
  const undo = announce({ airlock, announcer, remembered, restoring })
  stop = () => {
    undo()
    announcer.stop()
  }
  return { store, eip155, there, switchNetwork }
}

interface Detail {
  readonly info: Readonly<Record<'uuid' | 'name' | 'icon' | 'rdns', string>>
  readonly provider: unknown
}
/** A library that discovers wallets by EIP-6963. */
function listen() {
  const heard: Detail[] = []
  page.addEventListener('eip6963:announceProvider', (event) => heard.push((event as CustomEvent<Detail>).detail))
  return { heard, ask: () => page.dispatchEvent(new Event('eip6963:requestProvider')) }
}

interface StandardWallet {
  readonly name: string
  readonly icon: string
  readonly version: string
  readonly chains: readonly string[]
  readonly accounts: readonly {
    readonly address: string
    readonly publicKey: Uint8Array
    readonly chains: readonly string[]
    readonly features: readonly string[]
  }[]
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}
/** A wallet list like that of the standard's library. */
function list() {
  const wallets = new Set<StandardWallet>()
  const register = (wallet: StandardWallet) => {
    wallets.add(wallet)
    return () => wallets.delete(wallet)
  }
  const hear = (event: Event) => (event as CustomEvent<(api: object) => void>).detail({ register })
  return {
    wallets,
    register,
    hear: () => page.addEventListener('wallet-standard:register-wallet', hear),
    ready: () => page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } })),
  }
}
async function registered(): Promise<StandardWallet> {
  const app = list()
  await vi.waitFor(() => {
    app.ready()
    expect(app.wallets.size).toBe(1)
  }, 15_000)
  const [wallet] = app.wallets
  if (!wallet) throw new Error('No wallet')
  return wallet
}
const call = (wallet: StandardWallet, feature: string, ...given: readonly unknown[]): Promise<unknown> => {
  const run = wallet.features[feature]?.[feature.split(':')[1] ?? '']
  if (typeof run !== 'function') throw new Error(`No ${feature}`)
  return Promise.resolve(Reflect.apply(run, undefined, given))
}

test('a signed-in wallet is announced at the sign-in and to each who asks, and not before or after', () => {
  const library = listen()
  const { store, eip155 } = start()
  library.ask()
  expect(library.heard).toEqual([])
  store.set({ accounts: { eip155: account('eip155:1', evm, { status: 'connecting' }) } })
  library.ask()
  expect(library.heard).toEqual([])

  store.set({ accounts: signedIn })
  expect(library.heard).toHaveLength(1)
  library.ask()
  const [first, second] = library.heard
  expect(first?.provider).toBe(eip155)
  const { uuid, ...info } = first?.info ?? {}
  expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(info).toEqual({ name: 'Shop Wallet', icon, rdns: 'app.airlock' })
  expect(Object.isFrozen(first) && Object.isFrozen(first?.info)).toBe(true)
  expect(second).toBe(first)

  store.set({ open: true })
  expect(library.heard).toHaveLength(2)
  store.set({ accounts: {} })
  library.ask()
  expect(library.heard).toHaveLength(2)
  store.set({ accounts: signedIn })
  expect(library.heard).toHaveLength(3)
  expect(library.heard[2]).toBe(first)
  stop()
  library.ask()
  expect(library.heard).toHaveLength(3)
})

test('another wallet is not announced', () => {
  const library = listen()
  start({ eip155: account('eip155:1', evm, { wallet: { id: 'com.wally', name: 'Wally' } }) })
  library.ask()
  expect(library.heard).toEqual([])
})

test('the announced wallet is not in our own list', () => {
  const library = listen()
  const changed = vi.fn()
  const { store, eip155 } = start()
  const registry = createRegistry(changed, (provider) => provider === eip155)
  store.set({ accounts: signedIn })
  registry.discover()
  expect(library.heard).toHaveLength(2)
  expect(registry.list()).toEqual([])
  expect(changed).not.toHaveBeenCalled()
  registry.stop()
})

test('a list of the Wallet Standard has it once, whichever came first', async () => {
  const [early, late, never] = [list(), list(), list()]
  early.hear()
  const { store } = start()
  early.ready()
  store.set({ accounts: signedIn })
  await vi.waitFor(() => expect(early.wallets.size).toBe(1), 15_000)
  late.hear()
  late.ready()
  late.ready()
  expect(late.wallets).toEqual(early.wallets)

  const [wallet] = early.wallets
  expect(wallet).toMatchObject({ version: '1.0.0', name: 'Shop Wallet', icon })
  expect(wallet?.chains).toEqual(['solana:mainnet', 'solana:devnet', 'solana:localnet'])
  expect(Object.keys(wallet?.features ?? {})).toEqual([
    'standard:connect',
    'standard:disconnect',
    'standard:events',
    'solana:signTransaction',
    'solana:signAndSendTransaction',
    'solana:signMessage',
    'solana:signIn',
  ])
  const [held] = wallet?.accounts ?? []
  expect(held).toMatchObject({ address: key.toBase58(), chains: wallet?.chains })
  held?.publicKey.fill(0)
  expect(held?.publicKey).toEqual(key.toBytes())

  store.set({ accounts: {} })
  expect([...early.wallets]).toEqual([wallet])
  never.ready()
  expect(never.wallets.size).toBe(0)
  store.set({ accounts: signedIn })
  expect(early.wallets.size).toBe(1)
  stop()
  expect([early.wallets.size, late.wallets.size]).toEqual([0, 0])
  expect(wallet?.accounts).toEqual([])
  late.ready()
  expect(late.wallets.size).toBe(0)
})

test('accounts come and go with `change`', async () => {
  const { store, there } = start(signedIn)
  const wallet = await registered()
  const heard: unknown[] = []
  const off = wallet.features['standard:events']?.on
  if (typeof off !== 'function') throw new Error('No events')
  const undo: unknown = Reflect.apply(off, undefined, ['change', (change: unknown) => heard.push(change)])
  store.set({ open: true })
  await call(wallet, 'standard:disconnect')
  expect(heard).toEqual([{ accounts: [] }])
  await call(wallet, 'standard:disconnect')
  expect(there.disconnect).toHaveBeenCalledTimes(1)
  await expect(call(wallet, 'standard:connect', { silent: true })).resolves.toEqual({ accounts: [] })
  expect(there.connect).not.toHaveBeenCalled()
  await expect(call(wallet, 'standard:connect')).resolves.toEqual({ accounts: wallet.accounts })
  expect(there.connect).toHaveBeenCalledTimes(1)
  expect(heard).toEqual([{ accounts: [] }, { accounts: wallet.accounts }])
  if (typeof undo === 'function') Reflect.apply(undo, undefined, [])
  store.set({ accounts: {} })
  expect(heard).toHaveLength(2)
})

test('bytes go to the provider and come back, for the account that was given', async () => {
  const { there, switchNetwork, store } = start(signedIn)
  const wallet = await registered()
  const [held] = wallet.accounts
  const [message, transaction] = [new Uint8Array([1, 2]), new Uint8Array([3, 4])]
  await expect(call(wallet, 'solana:signMessage', { account: held, message })).resolves.toEqual([
    { signedMessage: message, signature },
  ])
  const both = [
    { account: held, transaction, chain: 'solana:mainnet' },
    { account: held, transaction: new Uint8Array([5]) },
  ]
  await expect(call(wallet, 'solana:signTransaction', ...both)).resolves.toEqual([
    { signedTransaction: transaction },
    { signedTransaction: new Uint8Array([5]) },
  ])
  expect(switchNetwork).not.toHaveBeenCalled()
  expect(there.signAllTransactions).not.toHaveBeenCalled()

  // Several transactions for one network make one request and one approval.
  const alike = both.map((input) => ({ ...input, chain: 'solana:mainnet' }))
  await expect(call(wallet, 'solana:signTransaction', ...alike)).resolves.toHaveLength(2)
  expect(there.signAllTransactions.mock.calls).toEqual([[[transaction, new Uint8Array([5])]]])
  expect(there.signTransaction).toHaveBeenCalledTimes(2)

  const options = { skipPreflight: true }
  const sent = await call(wallet, 'solana:signAndSendTransaction', {
    account: held,
    transaction,
    chain: 'solana:devnet',
    options,
  })
  expect(sent).toEqual([{ signature: base58.decode('2'.repeat(64)) }])
  expect(switchNetwork).toHaveBeenCalledWith(devnet.caipNetworkId)
  expect(there.signAndSendTransaction).toHaveBeenCalledWith(transaction, options)

  // Sending several at once is refused: an error could not tell which of them were sent.
  there.signAndSendTransaction.mockClear()
  await expect(call(wallet, 'solana:signAndSendTransaction', ...both)).rejects.toMatchObject({ code: -32_602 })
  expect(there.signAndSendTransaction).not.toHaveBeenCalled()

  switchNetwork.mockResolvedValueOnce(solana)
  const elsewhere = { account: held, transaction, chain: 'solana:mainnet' }
  await expect(call(wallet, 'solana:signTransaction', elsewhere)).rejects.toMatchObject({
    reason: 'CHAIN_DISCONNECTED',
  })
  await expect(call(wallet, 'solana:signTransaction', { ...elsewhere, chain: 'solana:testnet' })).rejects.toMatchObject(
    { reason: 'CHAIN_NOT_SUPPORTED' },
  )
  await expect(call(wallet, 'solana:signMessage', { account: held, message: 'hello' })).rejects.toMatchObject({
    code: -32602,
  })
  await expect(call(wallet, 'solana:signMessage', { account: { address: 'another' }, message })).rejects.toMatchObject({
    code: 4100,
  })
  store.set({ accounts: { solana: account(solana.caipNetworkId, key.toBase58(), { wallet: { id: 'w', name: 'W' } }) } })
  await expect(call(wallet, 'solana:signMessage', { account: held, message })).rejects.toMatchObject({ code: 4100 })
  expect(there.signMessage).toHaveBeenCalledTimes(1)
})

test('a message that the page overwrites meanwhile is signed as it was given', async () => {
  const { there } = start(signedIn)
  const wallet = await registered()
  const message = new Uint8Array([1, 2])
  const asked = call(wallet, 'solana:signMessage', { account: wallet.accounts[0], message })
  message.fill(9)
  await asked
  expect(there.signMessage).toHaveBeenCalledWith(new Uint8Array([1, 2]))
})

test('a page that throws disturbs no other list', async () => {
  const angry = () => {
    throw new Error('page')
  }
  const details: unknown[] = [
    undefined,
    null,
    7,
    {},
    { register: 7 },
    { register: angry },
    Object.defineProperty({}, 'register', { get: angry }),
    new Proxy({}, { get: angry }),
  ]
  let given: unknown
  page.addEventListener('wallet-standard:register-wallet', (event) => {
    given = (event as CustomEvent<unknown>).detail
  })
  const { store } = start(signedIn)
  await vi.waitFor(() => expect(given).toBeTypeOf('function'), 15_000)
  for (const detail of details) {
    expect(() => void Reflect.apply(given as () => void, undefined, [detail])).not.toThrow() // as: checked above
    expect(() => page.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }))).not.toThrow()
  }
  const good = list()
  const leave = list()
  page.dispatchEvent(
    new CustomEvent('wallet-standard:app-ready', { detail: { register: () => angry } }), // the returned unregister function throws
  )
  good.ready()
  leave.ready()
  vi.spyOn(page, 'dispatchEvent').mockImplementation(angry)
  store.set({ accounts: {} })
  expect(() => store.set({ accounts: signedIn })).not.toThrow()
  expect(() => stop()).not.toThrow()
  expect([good.wallets.size, leave.wallets.size]).toEqual([0, 0])
})

describe('after a reload', () => {
  const remembered = { name: 'Shop Wallet', icon }
  const restoring: AccountState = { namespace: 'eip155', status: 'connecting', restoring: true, accounts: [] }
  const nobody = { ...restoring, status: 'disconnected', restoring: false } as const

  test('is told at once, once, and as the same wallet when the frame has restored it', () => {
    const library = listen()
    const { store, eip155 } = start({}, remembered)
    expect(library.heard).toMatchObject([{ info: { ...remembered, rdns: 'app.airlock' } }])
    expect(library.heard[0]?.provider).toBe(eip155)
    store.set({ accounts: { eip155: restoring } })
    store.set({ ready: true, accounts: signedIn })
    expect(library.heard).toHaveLength(1)
    library.ask()
    expect(library.heard[1]).toBe(library.heard[0])
  })

  test('is silent once the frame has found no session', () => {
    const library = listen()
    const { store } = start({}, remembered)
    library.ask()
    expect(library.heard).toHaveLength(2)
    store.set({ ready: true, accounts: { eip155: nobody } })
    library.ask()
    expect(library.heard).toHaveLength(2)
    store.set({ accounts: signedIn })
    expect(library.heard).toHaveLength(3)
    expect(library.heard[2]).toBe(library.heard[0])
  })

  test('a list of the Wallet Standard has it before its account, which a silent connect waits for', async () => {
    const app = list()
    app.hear()
    const { store, there } = start({}, remembered)
    await vi.waitFor(() => expect(app.wallets.size).toBe(1), 15_000)
    const [found] = app.wallets
    if (!found) throw new Error('No wallet')
    expect(found).toMatchObject({ ...remembered, accounts: [] })
    const asked = call(found, 'standard:connect', { silent: true })
    const answered = vi.fn()
    void asked.then(answered)
    store.set({ accounts: { eip155: signedIn.eip155, solana: { ...restoring, namespace: 'solana' } } })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(answered).not.toHaveBeenCalled()
    store.set({ ready: true, accounts: signedIn })
    await expect(asked).resolves.toMatchObject({ accounts: [{ address: key.toBase58() }] })
    expect(there.connect).not.toHaveBeenCalled()
    expect([...app.wallets]).toEqual([found])
  })

  test('is removed from a list of the Wallet Standard if the frame found no session, until the next sign-in', async () => {
    const app = list()
    app.hear()
    const { store } = start({}, remembered)
    await vi.waitFor(() => expect(app.wallets.size).toBe(1), 15_000)
    const [found] = app.wallets
    if (!found) throw new Error('No wallet')
    const asked = call(found, 'standard:connect', { silent: true })
    store.set({ ready: true, accounts: { eip155: nobody } })
    await expect(asked).resolves.toEqual({ accounts: [] })
    expect(app.wallets.size).toBe(0)
    const late = list()
    late.ready()
    expect(late.wallets.size).toBe(0)
    store.set({ accounts: signedIn })
    expect([...app.wallets]).toEqual([found])
  })
})

test.each([
  ['a name with a direction mark', { name: 'Wallet\u202etsurt' }],
  ['a name of two lines', { name: 'Shop\nWallet' }],
  ['a blank name', { name: ' ' }],
  ['a name without end', { name: 'W'.repeat(65) }],
  ['no name', { name: undefined }],
  ['a picture that the page would have to load', { icon: 'https://evil.example/track.png' }],
  ['markup as a picture', { icon: 'data:image/svg+xml,<svg onload="alert(1)"/>' }],
  ['markup after a picture', { icon: `${icon}"><script>alert(1)</script>` }],
  ['a document as a picture', { icon: 'data:text/html;base64,PGI+' }],
  ['a picture without end', { icon: `data:image/png;base64,${'A'.repeat(16_384)}` }],
  ['no picture', { icon: undefined }],
  ['a picture that is no text', { icon: 7 }],
])('%s is not announced, neither from the hint nor from the frame [C99]', (_, part) => {
  const library = listen()
  const announcer = createAnnouncer(() => ({}))
  expect(announcer.read({ name: wallet.name, icon, ...part })).toBeUndefined()
  expect(announcer.read({ name: wallet.name, icon, more: 1 })).toBeUndefined()
  expect(announcer.read({ name: wallet.name, icon })).toEqual({ name: wallet.name, icon })
  announcer.stop()
  const hostile = { ...wallet, ...part } as unknown as AccountState['wallet'] // what the schema of the state lets through, and more
  start({ eip155: account('eip155:1', evm, { wallet: hostile ?? wallet }) })
  library.ask()
  expect(library.heard).toEqual([])
})
