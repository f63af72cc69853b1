/** AppKit's getters, subscriptions and methods over a core whose state the test sets. */
import type { AccountState, Airlock, Events, State } from '@airlock/host-sdk'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toOptions } from '../src/appkit/options.ts'
import { address, ethereum, optimism, options, solana } from './support.ts'

const disconnected: State = {
  ready: false,
  open: false,
  accounts: {},
  theme: 'light',
  persistence: 'local',
  health: 'ok',
}

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

test('of a social login, the provider and the name are told', () => {
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

test('`tokens` are handed on; a picture from an address is refused by the name of its network', () => {
  const address = `0x${'ab'.repeat(20)}`
  expect(toOptions(options({ tokens: { 'eip155:1': { address } } })).tokens).toEqual({ 'eip155:1': { address } })
  const pictured = { 'eip155:1': { address, image: 'https://cdn.example/usdc.png' } }
  expect(() => toOptions(options({ tokens: pictured }))).toThrow('`tokens.eip155:1.image` must be a `data:` image')
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
