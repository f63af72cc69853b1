/** AppKit's getters, subscriptions and methods over a core whose state the test sets. */
import type { AccountState, Airlock, Events, State } from '@airlock/host-sdk'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CreateAppKit, toOptions } from '../src/appkit/options.ts'
import { readOptions } from '../src/options.ts'
import { createSiwx } from '../src/siwx/index.ts'
import { address, emptyState, ethereum, optimism, options, solana } from './support.ts'

const disconnected: State = { ...emptyState, ready: false, persistence: 'local' }

/** A core with a state, which records the calls that it gets. */
function createCore() {
  let state = disconnected
  const listeners = new Set<() => void>()
  const emitted = new Map<string, (payload: Events['event']) => void>()
  const providers = { eip155: { name: 'evm' }, solana: { name: 'solana' } }
  const calls = {
    open: vi.fn(async () => new Promise(() => {})),
    close: vi.fn(() => set({ open: false })),
    disconnect: vi.fn(async () => {}),
    switchNetwork: vi.fn(async () => ethereum),
    addAddressLabel: vi.fn(),
    addNetwork: vi.fn(),
    removeAddressLabel: vi.fn(),
    removeNetwork: vi.fn(),
    addAdapter: vi.fn(async () => {}),
    removeAdapter: vi.fn(async () => {}),
    updateFeatures: vi.fn(),
    setTheme: vi.fn(),
    prefetch: vi.fn(),
  }
  const set = (next: { [K in keyof State]?: State[K] | undefined }) => {
    state = { ...state, ...next } as State // as: a part that is absent may be undefined
    for (const listener of listeners) listener()
  }
  const airlock = {
    ready: new Promise(() => {}),
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    on(event: string, listener: (payload: Events['event']) => void) {
      emitted.set(event, listener)
      return () => {}
    },
    provider: (namespace: 'eip155' | 'solana') => providers[namespace],
    ...calls,
  } as unknown as Airlock // as: what AppKit uses
  return {
    airlock,
    calls,
    set,
    providers,
    listeners,
    emit: (payload: Events['event']) => emitted.get('event')?.(payload),
  }
}

let core: ReturnType<typeof createCore>
vi.mock('@airlock/host-sdk', async (original) => ({
  ...(await original<typeof import('@airlock/host-sdk')>()),
  createAirlock: () => core.airlock,
}))
const { createAppKit } = await import('@airlock/host-sdk/appkit')

const account: AccountState = {
  status: 'connected',
  restoring: false,
  namespace: 'eip155',
  caipAddress: `eip155:1:${address}`,
  address,
  type: 'eoa',
  accounts: [`eip155:1:${address}`, `eip155:10:${address}`],
  wallet: { id: 'app.kestrel', name: 'Kestrel', rdns: 'app.kestrel', icon: 'data:image/png;base64,AAAA' },
  balance: { formatted: '1.5', symbol: 'ETH', asOf: 1 },
}
const connected: Partial<State> = { ready: true, network: ethereum, active: 'eip155', accounts: { eip155: account } }

beforeEach(() => {
  core = createCore()
})
afterEach(() => vi.unstubAllGlobals())

test('before anything is connected, the getters name the first network and no account', () => {
  const kit = createAppKit(options({ networks: [ethereum, solana] }))
  expect(kit.getAccount()).toEqual({
    allAccounts: [],
    caipAddress: undefined,
    address: undefined,
    isConnected: false,
    status: 'disconnected',
  })
  expect(kit.getState()).toEqual({
    loading: false,
    open: false,
    selectedNetworkId: 'eip155:1',
    activeChain: 'eip155',
    initialized: true,
  })
  expect(kit.getCaipNetwork()).toBe(ethereum)
  expect(kit.getCaipNetwork('solana')).toBe(solana)
  expect(kit.chainNamespaces).toEqual(['eip155', 'solana'])
  expect(kit.getWalletInfo()).toBeUndefined()
  expect(kit.getWalletProvider()).toBeUndefined()
  expect(kit.getError()).toBe('')
})

test('a connection shows in every getter', () => {
  const kit = createAppKit(options())
  core.set(connected)
  expect(kit.getAccount()).toEqual({
    allAccounts: [
      { namespace: 'eip155', address, type: 'eoa' },
      { namespace: 'eip155', address, type: 'eoa' },
    ],
    caipAddress: `eip155:1:${address}`,
    address,
    isConnected: true,
    status: 'connected',
  })
  expect(kit.getIsConnectedState()).toBe(true)
  expect([kit.getAddress(), kit.getCaipAddress(), kit.getAddress('solana')]).toEqual([
    address,
    `eip155:1:${address}`,
    undefined,
  ])
  expect(kit.getWalletInfo()).toEqual({ ...account.wallet, id: undefined, type: 'ANNOUNCED' })
  expect(kit.getWalletProvider()).toBe(core.providers.eip155)
  expect(kit.getProvider('solana')).toBeUndefined()
  expect(kit.getConnections()).toEqual([
    {
      connectorId: 'app.kestrel',
      name: 'Kestrel',
      icon: 'data:image/png;base64,AAAA',
      accounts: [
        { address, type: 'eoa' },
        { address, type: 'eoa' },
      ],
      caipNetwork: ethereum,
    },
  ])
})

test.each([
  [{ id: 'walletConnect', name: 'Phone' }, 'WALLET_CONNECT'],
  [{ id: 'ID_AUTH', name: 'Airlock' }, 'AUTH'],
  [{ id: 'safe', name: 'Safe' }, 'EXTERNAL'],
  [{ id: 'injected', name: 'Browser wallet' }, 'INJECTED'],
] as const)('%o is of type %s', (wallet, type) => {
  const kit = createAppKit(
    options({ externalWallets: [{ id: 'safe', name: 'Safe', provider: { request: async () => 1 } }] }),
  )
  const user = type === 'AUTH' ? { user: { email: 'ada@engines.example' } } : {}
  core.set({ ...connected, accounts: { eip155: { ...account, wallet, ...user } } })
  expect(kit.getProviderType('eip155')).toBe(type)
  expect(kit.getWalletInfo()?.identifier).toBe(type === 'AUTH' ? 'ada@engines.example' : undefined)
  expect(kit.getAccount().embeddedWalletInfo).toEqual(
    type === 'AUTH' ? { ...user, authProvider: 'email', accountType: 'eoa', isSmartAccountDeployed: false } : undefined,
  )
})

test('the provider and the name of a social login are reported', () => {
  const kit = createAppKit(options())
  const user = { username: 'ada', social: 'acme' }
  core.set({ ...connected, accounts: { eip155: { ...account, wallet: { id: 'ID_AUTH', name: 'Airlock' }, user } } })
  expect(kit.getWalletInfo()).toMatchObject({ type: 'AUTH', identifier: 'ada', social: 'acme' })
  expect(kit.getAccount().embeddedWalletInfo).toMatchObject({
    user,
    authProvider: 'acme',
    isSmartAccountDeployed: false,
  })
  core.set({
    accounts: { eip155: { ...account, wallet: { id: 'ID_AUTH', name: 'Airlock' }, smartAccountDeployed: true } },
  })
  expect(kit.getAccount().embeddedWalletInfo).toMatchObject({ isSmartAccountDeployed: true })
})

test('approved networks are those that each wallet has agreed to, or all of its namespace', () => {
  const kit = createAppKit(options())
  expect(kit.getApprovedCaipNetworkIds()).toEqual([])
  core.set(connected)
  expect(kit.getApprovedCaipNetworkIds()).toEqual(kit.getCaipNetworks('eip155').map((one) => one.caipNetworkId))
  core.set({ ...connected, accounts: { eip155: { ...account, approvedNetworks: ['eip155:1'] } } })
  expect(kit.getApprovedCaipNetworkIds()).toEqual(['eip155:1'])
  core.set({ accounts: { eip155: { ...account, status: 'disconnected', approvedNetworks: ['eip155:1'] } } })
  expect(kit.getApprovedCaipNetworkIds()).toEqual([])
})

test('a subscription is called for its own changes only, and ends', () => {
  const kit = createAppKit(options())
  const [accounts, networks, states, providers] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()]
  const undos = [
    kit.subscribeAccount(accounts),
    kit.subscribeNetwork(networks),
    kit.subscribeState(states),
    kit.subscribeProviders(providers),
  ]
  core.set(connected)
  expect(accounts).toHaveBeenCalledExactlyOnceWith(kit.getAccount())
  expect(providers).toHaveBeenCalledExactlyOnceWith({ eip155: core.providers.eip155 })
  core.set({ network: optimism })
  expect(networks).toHaveBeenLastCalledWith({ caipNetwork: optimism, caipNetworkId: 'eip155:10', chainId: 10 })
  core.set({ open: true })
  expect(states).toHaveBeenLastCalledWith(expect.objectContaining({ open: true, selectedNetworkId: 'eip155:10' }))
  core.set({ network: undefined, unsupported: 'eip155:5' })
  expect(networks).toHaveBeenLastCalledWith({ caipNetwork: undefined, caipNetworkId: 'eip155:5', chainId: 5 })
  expect([accounts, providers].map((spy) => spy.mock.calls.length)).toEqual([1, 1])
  expect(kit.getAccount()).toBe(kit.getAccount())
  for (const undo of undos) undo()
  core.set({ accounts: {}, open: false })
  expect(accounts).toHaveBeenCalledTimes(1)
  expect(core.listeners.size).toBe(0)
})

test('while a stored connection is restored, the account is reconnecting', async () => {
  const stored = new Map([['@airlock/test/hints', '[{"connectorId":"a"}]']])
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', {})
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  let settle = () => {}
  Object.assign(core.airlock, {
    ready: new Promise<void>((resolve) => {
      settle = resolve
    }),
  })
  const kit = createAppKit(options())
  const states = vi.fn()
  kit.subscribeState(states)
  expect([kit.getAccount().status, kit.getState().initialized]).toEqual(['reconnecting', false])
  settle()
  await kit.ready()
  expect([kit.getAccount().status, kit.getState().initialized]).toEqual(['disconnected', true])
  expect(states).toHaveBeenCalledTimes(1)
})

test('`open` resolves when the modal is open, and rejects if it cannot be', async () => {
  const kit = createAppKit(options())
  const opened = kit.open({ view: 'Networks', namespace: 'eip155' })
  expect(core.calls.open).toHaveBeenCalledWith({ view: 'Networks', namespace: 'eip155' })
  core.set({ open: true })
  await opened
  await kit.close()
  expect(kit.isOpen()).toBe(false)
  core.calls.open.mockRejectedValueOnce(new Error('no frame'))
  await expect(kit.open()).rejects.toThrow('no frame')
  expect(core.listeners.size).toBe(0)
})

test.each([
  ['WalletReceive', 'Receive'],
  ['WalletSend', 'Send'],
  ['Swap', 'Swap'],
  ['OnRampProviders', 'OnRamp'],
  ['Transactions', 'Activity'],
  ['Profile', 'Profile'],
  ['ProfileWallets', 'Profile'],
  ['AccountSettings', 'Profile'],
  ['RegisterAccountName', 'RegisterAccountName'],
  ['ChooseAccountName', 'RegisterAccountName'],
  ['SIWXSignMessage', 'SIWXSignMessage'],
  ['ConnectingSiwe', 'ConnectingSiwe'],
] as const)('`open` takes %s of AppKit for %s', async (view, own) => {
  const kit = createAppKit(options())
  const opened = kit.open({ view })
  expect(core.calls.open).toHaveBeenCalledWith({ view: own })
  core.set({ open: true })
  await opened
})

test.each(['WalletCompatibleNetworks', 'toString', 'Receive'])('`open` refuses %s by name', async (view) => {
  const kit = createAppKit(options())
  await expect(kit.open({ view: view as 'Account' })).rejects.toThrow(`\`view: ${view}\``)
})

/** Options as a page of AppKit writes them. */
const written = (more: Partial<CreateAppKit>): CreateAppKit => ({ ...options(), ...more })

describe('options about looks only', () => {
  let warned = vi.spyOn(console, 'warn')
  beforeEach(() => {
    warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  })
  const image = 'https://cdn.example/picture.png'

  test('pictures from an address are left out, each named once, and the rest is handed on', () => {
    const address = `0x${'ab'.repeat(20)}`
    const given = written({
      networks: [ethereum],
      tokens: { 'eip155:1': { address, image } },
      customWallets: [{ id: 'kestrel', name: 'Kestrel', image_url: '/kestrel.png' }],
      chainImages: { 1: image },
    })
    const read = toOptions(given)
    toOptions(given)
    expect(read.tokens).toEqual({ 'eip155:1': [{ address }] })
    expect(read.customWallets).toEqual([{ id: 'kestrel', name: 'Kestrel' }])
    expect(read.networks).toEqual([ethereum])
    const told = warned.mock.calls.flat().join('\n')
    for (const name of ['tokens.eip155:1.image', 'customWallets.kestrel.image_url', 'chainImages.1'])
      expect(told.split(`\`${name}\` is left out`)).toHaveLength(2)
  })

  test('a `data:` picture is handed on', () => {
    const data = 'data:image/png;base64,AAAA'
    const read = toOptions(
      written({
        networks: [ethereum],
        chainImages: { 1: data },
        customWallets: [{ id: 'a', name: 'A', image_url: data }],
      }),
    )
    expect(read.customWallets).toEqual([{ id: 'a', name: 'A', image: data }])
    expect(read.networks[0]).toMatchObject({ assets: { imageUrl: data } })
    expect(warned).not.toHaveBeenCalled()
  })

  test.each([
    [{ '--w3m-font-size-master': '12px' }, { fontScale: 1.15 }, '11.5px is used instead of 12px'],
    [{ '--apkt-border-radius-master': '8px' }, { radiusScale: 1.5 }, '6px, which is used instead of 8px'],
    [{ '--w3m-color-mix': '#00bb7f', '--w3m-color-mix-strength': 40 }, {}, '`--w3m-color-mix-strength` has no'],
  ])('%o gives %o and says so', (themeVariables, own, text) => {
    expect(toOptions(written({ themeVariables })).themeVariables).toEqual(own)
    expect(warned.mock.calls.flat().join()).toContain(text)
  })

  test.each([
    [{ enableCoinbase: true }, '`enableCoinbase: true` has no effect'],
    [{ coinbasePreference: 'smartWalletOnly' as const }, '`coinbasePreference` has no counterpart'],
    [{ features: { reownBranding: true } }, '`features.reownBranding` has no counterpart'],
  ])('%o is left out and named', (more, text) => {
    const read = toOptions(written(more))
    expect(warned.mock.calls.flat().join()).toContain(text)
    expect(Object.keys({ ...read, ...read.features })).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/coinbase|reownBranding/i)]),
    )
  })

  test('a switch in its only position says nothing', () => {
    toOptions(
      written({ enableCoinbase: false, enableWalletGuide: true, features: { reownBranding: false, pay: false } }),
    )
    expect(warned).not.toHaveBeenCalled()
  })
})

test.each([
  [{ enableWalletConnect: false }, '`enableWalletConnect` cannot be false'],
  [{ universalProvider: {} }, '`universalProvider` is AppKit’s and not offered'],
  [{ features: { headless: true } }, '`features.headless` is AppKit’s and not offered'],
  [{ features: { pay: true } }, '`features.pay` is a service of the vendor'],
  [{ themeVariables: { '--w3m-shadow': '1px' } }, '`--w3m-shadow` is not offered'],
  [{ defaultAccountTypes: { solana: 'payment' } }, '`defaultAccountTypes.solana` can only be'],
])('%o changes what a page can do, so it throws by its name', (more, text) => {
  // as: not of the types
  expect(() => toOptions(written(more as object))).toThrow(text)
})

describe('options in a wrong form', () => {
  test.each([
    [{ constructor: 1 }, '`constructor`'],
    [{ features: { toString: true } }, '`features.toString`'],
    [{ features: null }, '`features`'],
    [{ themeVariables: { '--w3m-constructor': '1px' } }, '`--w3m-constructor` is not offered'],
    [{ customWallets: {} }, '`customWallets` must be a list of wallets'],
    [{ customWallets: [null] }, '`customWallets` must be a list of wallets'],
    [{ customWallets: [{ name: 'Kestrel' }] }, '`customWallets.0.id` is missing'],
    [{ customWallets: [{ id: 'kestrel', name: 'Kestrel', link_mode: 'x' }] }, '`customWallets.0.link_mode` is not'],
    [{ customRpcUrls: { 'eip155:1': 'https://node.example' } }, '`customRpcUrls` must be lists of `{ url }`'],
    [{ tokens: { 'eip155:1': [null] } }, '`tokens` must be tokens by the id'],
  ])('%o names the option', (more, text) => {
    expect(() => readOptions(toOptions(written(more as object)))).toThrow(text) // as: not of the types
  })

  test('any input gives options, or a typed error in words', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const name = fc.oneof(fc.constantFrom('constructor', 'toString', 'valueOf', '--w3m-toString'), fc.string())
    const value = fc.oneof(
      fc.anything(),
      fc.dictionary(name, fc.anything()),
      fc.array(fc.dictionary(name, fc.string())),
    )
    const names = ['features', 'themeVariables', 'customWallets', 'tokens', 'customRpcUrls', 'chainImages']
    const given = fc.tuple(
      fc.record(Object.fromEntries(names.map((one) => [one, value])), { requiredKeys: [] }),
      fc.dictionary(name, value, { maxKeys: 2 }),
    )
    fc.assert(
      fc.property(given, ([options, others]) => {
        try {
          readOptions(toOptions(written({ ...options, ...others })))
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^(INVALID_OPTIONS|NOT_AVAILABLE)$/) as unknown })
          expect(String(error)).not.toMatch(/native code|\[object/)
        }
      }),
      { numRuns: 1000 },
    )
  })

  test.each(['constructor', 'toString', '__proto__'])('the view %s does not exist', async (view) => {
    const kit = createAppKit(options())
    await expect(kit.open({ view: view as 'Account' })).rejects.toThrow(`\`view: ${view}\` does not exist`)
  })

  test('a namespace that an object has a member for has no account and no provider', () => {
    const kit = createAppKit(options())
    core.set(connected)
    const namespace = 'constructor' as 'eip155'
    expect([kit.getAddress(namespace), kit.getProvider(namespace), kit.getWalletInfo(namespace)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(kit.getAccount(namespace).isConnected).toBe(false)
  })
})

test('`createSiwx` stands where AppKit’s page has `new DefaultSIWX()`, and keeps whether signing in is required', () => {
  const required = (siwx: NonNullable<CreateAppKit['siwx']>) => toOptions(written({ siwx })).siwx?.required
  expect(required(createSiwx())).toBe(true)
  expect(required(createSiwx({ required: false }))).toBe(false)
  expect(required({ ...createSiwx(), getRequired: () => false })).toBe(false)
})

test('the account type that Bitcoin starts with anyway is taken', () => {
  expect(() => toOptions(written({ defaultAccountTypes: { bip122: 'payment' } }))).not.toThrow()
})

describe('`open` fills the view Swap in', () => {
  const address = `0x${'ab'.repeat(20)}`
  test.each([
    [
      { amount: '2', fromToken: 'ETH', toToken: address },
      { amount: '2', from: 'native', to: `eip155:1:${address}` },
    ],
    [{ fromToken: `eip155:10:${address}` }, { from: `eip155:10:${address}` }],
    [{ amount: '1', toToken: 'USDC' }, { amount: '1' }],
  ])('%o', async (given, args) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const kit = createAppKit(options({ networks: [ethereum] }))
    const opened = kit.open({ view: 'Swap', arguments: given })
    expect(core.calls.open).toHaveBeenCalledWith({ view: 'Swap', args: { ...args, chainId: 'eip155:1' } })
    core.set({ open: true })
    await opened
    expect(warned.mock.calls.flat().join()).toMatch(
      'toToken' in given && given.toToken === 'USDC' ? '`toToken: USDC` is left out' : /^$/,
    )
  })

  test('no other view is filled in', async () => {
    const kit = createAppKit(options())
    await expect(kit.open({ view: 'Networks', arguments: { amount: '1' } })).rejects.toThrow('for the view `Swap`')
    await expect(kit.open({ view: 'Swap', arguments: { slippage: 1 } as object })).rejects.toThrow(
      '`arguments.slippage`',
    )
    await expect(kit.open({ view: 'PayWithExchange' as 'Swap' })).rejects.toThrow('a service of the vendor of AppKit')
  })
})

test('the methods call the core', async () => {
  const kit = createAppKit(options({ themeMode: 'dark' }))
  await kit.disconnect('eip155')
  expect(core.calls.disconnect).toHaveBeenCalledWith({ namespace: 'eip155' })
  await kit.switchNetwork(optimism)
  expect(core.calls.switchNetwork).toHaveBeenCalledWith(optimism)
  kit.setCollapseWallets(true)
  expect(core.calls.updateFeatures).toHaveBeenCalledWith({ collapseWallets: true })
  kit.setConnectMethodsOrder(['wallet', 'email'])
  expect(kit.getConnectMethodsOrder()).toEqual(['wallet', 'email'])
  kit.setSocialsOrder(['x', 'google'])
  expect(core.calls.updateFeatures).toHaveBeenLastCalledWith({ socials: ['x', 'google'] })
  kit.setWalletFeaturesOrder(['send', 'swaps'])
  expect(core.calls.updateFeatures).toHaveBeenLastCalledWith({ walletFeaturesOrder: ['send', 'swaps'] })
  const themes = vi.fn()
  kit.subscribeTheme(themes)
  kit.setThemeVariables({ '--w3m-accent': '#123456', '--apkt-border-radius-master': '2px' })
  expect(core.calls.setTheme).toHaveBeenCalledWith('dark', { accent: '#123456', radiusScale: 0.5 })
  expect(themes).toHaveBeenCalledTimes(1)
  kit.setThemeMode('light')
  expect(core.calls.setTheme).toHaveBeenLastCalledWith('light')
})

test.each(['var(--brand)', 'rebeccapurple'])(
  'the accent %s is refused by the name that the page has used',
  (accent) => {
    expect(() => createAppKit(options()).setThemeVariables({ '--w3m-accent': accent })).toThrow(
      '`--w3m-accent` must be a colour like `#6647e5`',
    )
  },
)

test('labels of addresses are the core’s, in whatever namespace', async () => {
  const kit = createAppKit(options())
  await kit.addAddressLabel(address, 'Savings', 'eip155')
  expect(core.calls.addAddressLabel).toHaveBeenCalledWith(address, 'Savings')
  await kit.removeAddressLabel(address, 'eip155')
  expect(core.calls.removeAddressLabel).toHaveBeenCalledWith(address)
})

test('networks come and go with those of the core', () => {
  const kit = createAppKit(options({ networks: [ethereum] }))
  kit.addNetwork('eip155', optimism)
  expect(core.calls.addNetwork).toHaveBeenCalledWith(optimism)
  expect(kit.getCaipNetworks('eip155')).toEqual([ethereum, optimism])
  expect(() => kit.addNetwork('solana', optimism)).toThrow('namespace')
  core.calls.removeNetwork.mockImplementationOnce(() => {
    throw new Error('the last one')
  })
  expect(() => kit.removeNetwork('eip155', 10)).toThrow('the last one')
  expect(kit.getCaipNetworks()).toHaveLength(2)
  kit.removeNetwork('eip155', 10)
  expect(kit.getCaipNetworks()).toEqual([ethereum])
})

test('adapters come and go with those of the core', async () => {
  const adapter = { namespace: 'solana', attach: () => () => {}, toWalletProvider: () => 'wrapped' } as const
  const kit = createAppKit(options({ networks: [ethereum] }))
  core.set({ accounts: { solana: { ...account, namespace: 'solana' } } })
  expect(kit.getProvider('solana')).toEqual({ name: 'solana' })
  await kit.addAdapter(adapter, [solana])
  expect(core.calls.addAdapter).toHaveBeenCalledWith(adapter, [solana])
  expect(kit.getCaipNetworks()).toEqual([ethereum, solana])
  expect(kit.chainNamespaces).toEqual(['eip155', 'solana'])
  expect(kit.getProvider('solana')).toBe('wrapped')
  core.calls.removeAdapter.mockRejectedValueOnce(new Error('in use'))
  await expect(kit.removeAdapter('solana')).rejects.toThrow('in use')
  expect(kit.getCaipNetworks()).toHaveLength(2)
  Reflect.set(core.airlock, 'networks', [ethereum])
  await kit.removeAdapter('solana')
  expect(kit.getCaipNetworks()).toEqual([ethereum])
})

test('events have the shape of AppKit', () => {
  const kit = createAppKit(options())
  const heard = vi.fn()
  const undo = kit.subscribeEvents(heard)
  core.emit({ name: 'MODAL_OPEN', at: 5, props: { connected: false } })
  const event = {
    timestamp: 5,
    reportedErrors: {},
    data: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
  }
  expect(heard).toHaveBeenCalledExactlyOnceWith(event)
  expect(kit.getEvent()).toEqual(event)
  undo()
  core.emit({ name: 'MODAL_CLOSE', at: 6, props: {} })
  expect(heard).toHaveBeenCalledTimes(1)
})

test('the balance is that of the connected account', async () => {
  const kit = createAppKit(options())
  core.set(connected)
  expect(await kit.updateNativeBalance(address, 1, 'eip155')).toEqual({ balance: '1.5', symbol: 'ETH' })
  await expect(kit.updateNativeBalance(address, 10, 'eip155')).rejects.toThrow('updateNativeBalance')
})

test('the same core is the same object', () => {
  const kit = createAppKit(options())
  expect(createAppKit(options())).toBe(kit)
  core = createCore()
  expect(createAppKit(options())).not.toBe(kit)
})
