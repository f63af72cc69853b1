import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import { describe, expect, test, vi } from 'vitest'
import { isOpenAtom, shakeAtom } from '../src/modal/core/modal.ts'
import { dappAtom, optionsAtom } from '../src/modal/core/options.ts'
import { routeAtom, stackAtom } from '../src/modal/core/router/router.ts'
import { connect } from '../src/modal/features/connect/connect.ts'
import { recheckInstalled, retryConnect } from '../src/modal/features/connect/connect-again.ts'
import { open } from '../src/modal/features/connect/open.ts'
import { addNetwork, removeNetwork } from '../src/modal/features/networks/networks.ts'
import { chooseNetwork, switchNetwork } from '../src/modal/features/networks/switch-network.ts'
import { configure } from '../src/modal/host/configure.ts'
import { waitForConnection } from '../src/modal/host/connect-request.ts'
import { appHandlers } from '../src/modal/host/handlers.ts'
import { restore, restoreAll } from '../src/modal/host/restore.ts'
import { askAllowedAccounts } from '../src/modal/session/ask-allowed-accounts.ts'
import { close, onEscape } from '../src/modal/session/close.ts'
import { watchConnectivity } from '../src/modal/session/connectivity.ts'
import type { Connector, Offer } from '../src/modal/session/connector.ts'
import { disconnect } from '../src/modal/session/disconnect.ts'
import { go } from '../src/modal/session/navigate.ts'
import { connectionsAtom } from '../src/modal/session/state/accounts.ts'
import { activeConnectionAtom } from '../src/modal/session/state/active-connection.ts'
import { connectAttemptAtom, switchAttemptAtom } from '../src/modal/session/state/attempts.ts'
import { connectRowsAtom, recentWalletsAtom } from '../src/modal/session/state/connectors.ts'
import { activeNetworkIdAtom, networksAtom } from '../src/modal/session/state/network.ts'
import { storeConnection } from '../src/modal/session/store-connection.ts'
import {
  createSunbird,
  createTestConnector,
  createTestModal,
  exampleHint,
  mainnet,
  network,
  owner,
  stopTime,
  use,
} from './support/modal.ts'

stopTime()

const error = (code: ErrorCode) => new AirlockError(code)

describe('connecting', () => {
  test('shows done for a moment, remembers the wallet and closes', async () => {
    const { context, store, told, names, memory } = createTestModal()
    const { connector, address } = createTestConnector()
    use(store, connector)
    open(context)
    await connect(context, connector.key)
    expect(store.get(connectAttemptAtom)).toEqual({ status: 'done' })
    expect(store.get(activeConnectionAtom)).toMatchObject({
      active: `eip155:1:${address}`,
      wallet: { id: 'com.example.wallet', handle: 'handle-1' },
    })
    expect(told).toContainEqual({
      type: 'SAVE_HINTS',
      payload: {
        hints: [
          {
            connectorId: 'com.example.wallet',
            connectorType: 'announced',
            name: 'Example Wallet',
            namespace: 'eip155',
            network: 'eip155:1',
          },
        ],
      },
    })
    expect(memory.get('recent-wallets')).toEqual([{ id: 'com.example.wallet', name: 'Example Wallet' }])
    await vi.advanceTimersByTimeAsync(700)
    expect(store.get(isOpenAtom)).toBe(false)
    expect(told.at(-1)).toEqual({ type: 'UI_CLOSE', payload: { reason: 'connected' } })
    expect(names()).toEqual(['MODAL_OPEN', 'SELECT_WALLET', 'CONNECT_SUCCESS', 'MODAL_CLOSE'])
  })

  test('the shown outcome stays while the modal fades out, until the next attempt', async () => {
    const { context, store } = createTestModal()
    const { connector } = createTestConnector()
    use(store, connector)
    open(context)
    await connect(context, connector.key)
    await vi.advanceTimersByTimeAsync(700)
    expect([store.get(isOpenAtom), store.get(connectAttemptAtom)]).toEqual([false, { status: 'done' }])
    open(context)
    void connect(context, connector.key)
    expect([store.get(isOpenAtom), store.get(connectAttemptAtom).status]).toEqual([true, 'waiting'])
  })

  test.each<[ErrorCode, string, number]>([
    ['USER_REJECTED', 'declined', 1],
    ['REQUEST_PENDING', 'pending', 0],
    ['WALLET_FAILED', 'failed', 0],
    ['TIMEOUT', 'failed', 0],
  ])('%s is shown as %s, and can be tried again', async (code, status, shakes) => {
    const { context, store } = createTestModal()
    const answers = [() => Promise.reject(error(code)), createTestConnector().connector.connect]
    const { connector } = createTestConnector({
      connect: (asked) => (answers.shift() ?? answers[0])?.(asked) ?? Promise.reject(error('INTERNAL')),
    })
    use(store, connector)
    open(context)
    await connect(context, connector.key)
    expect(store.get(connectAttemptAtom).status).toBe(status)
    expect(store.get(shakeAtom)).toBe(shakes)
    expect(store.get(activeConnectionAtom)).toBeUndefined()
    await retryConnect(context, connector.key)
    expect(store.get(connectAttemptAtom).status).toBe('done')
  })

  test('is slow from 8 s on, and given up by going back: a late answer changes nothing', async () => {
    const { context, store } = createTestModal()
    let answer: (() => void) | undefined
    const fast = createTestConnector()
    const { connector } = createTestConnector({
      connect: (asked) =>
        new Promise((resolve) => {
          answer = () => void fast.connector.connect(asked).then(resolve)
        }),
    })
    use(store, connector)
    open(context)
    const asked = connect(context, connector.key)
    await vi.advanceTimersByTimeAsync(7_900)
    expect(store.get(connectAttemptAtom)).toEqual({ status: 'waiting', isSlow: false })
    await vi.advanceTimersByTimeAsync(200)
    expect(store.get(connectAttemptAtom)).toEqual({ status: 'waiting', isSlow: true })
    onEscape(context)
    expect(store.get(routeAtom)).toEqual({ view: 'Connect' })
    answer?.()
    await asked
    expect(store.get(activeConnectionAtom)).toBeUndefined()
    expect(store.get(connectAttemptAtom)).toEqual({ status: 'idle' })
  })

  test('a page that calls connect() meanwhile does not move the user, and gets the same answer', async () => {
    const { context, store } = createTestModal()
    let approve: (() => void) | undefined
    const { connector, address } = createTestConnector()
    const waiting = {
      ...connector,
      connect: (asked: Parameters<typeof connector.connect>[0]) =>
        new Promise<void>((resolve) => {
          approve = resolve
        }).then(() => connector.connect(asked)),
    }
    use(store, waiting)
    const ask = () => waitForConnection(context, {}, { signal: new AbortController().signal, waitsForPerson: () => {} })
    const first = ask()
    expect(store.get(routeAtom)).toEqual({ view: 'Connect' })
    void connect(context, connector.key)
    const { steps } = store.get(stackAtom)
    const second = ask()
    expect(store.get(stackAtom).steps).toEqual(steps)
    approve?.()
    for (const answer of [first, second])
      expect(await answer).toMatchObject({ account: { active: `eip155:1:${address}` } })
  })

  test('a page that calls connect() over a view that leads to no wallet opens the wallets', () => {
    const { context, store } = createTestModal()
    open(context, { view: 'Networks' })
    void waitForConnection(context, {}, { signal: new AbortController().signal, waitsForPerson: () => {} })
    expect(store.get(routeAtom)).toEqual({ view: 'Connect' })
  })

  test('a wallet on another network is asked to switch; where it stays, nothing is shared', async () => {
    const elsewhere = { accounts: [`eip155:99:0x${'ab'.repeat(20)}`] as const, chainId: 'eip155:99' as const }
    const { context, store } = createTestModal()
    const stays = createTestConnector({ offer: elsewhere, switchNetwork: () => Promise.reject(error('USER_REJECTED')) })
    use(store, stays.connector)
    open(context)
    await connect(context, stays.connector.key)
    expect(store.get(connectAttemptAtom)).toEqual({ status: 'wrongNetwork', wanted: 'eip155:1', offered: 'eip155:99' })
    expect(store.get(activeConnectionAtom)).toBeUndefined()
    const moves = createTestConnector({ offer: elsewhere })
    use(store, moves.connector)
    await retryConnect(context, moves.connector.key)
    expect(store.get(activeConnectionAtom)).toMatchObject({ chainId: 'eip155:1', active: `eip155:1:${moves.address}` })
  })

  test('a wallet on another listed network brings that network', async () => {
    const { context, store } = createTestModal()
    const { connector } = createTestConnector({
      offer: { accounts: [`eip155:10:0x${'ab'.repeat(20)}`], chainId: 'eip155:10' },
    })
    use(store, connector)
    open(context)
    await connect(context, connector.key)
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:10')
  })

  test('an identity that two wallets claim leaves the choice to the user', async () => {
    const { context, store } = createTestModal()
    const twins = ['handle-1', 'handle-2'].map((key) => createTestConnector({ key, handle: key, disputed: true }))
    use(store, ...twins.map((twin) => twin.connector))
    open(context)
    await connect(context, 'com.example.wallet')
    expect(store.get(routeAtom)).toEqual({ view: 'Connect' })
  })

  describe('a listed wallet that two wallets of the page claim to be', () => {
    const listing = { id: 'listed', name: 'Example Wallet', rdns: 'com.example.wallet' }
    const twins = ['handle-1', 'handle-2'].map(
      (key) => createTestConnector({ key, handle: key, disputed: true }).connector,
    )

    test('is neither of them: the user chooses between their rows', async () => {
      const { context, store } = createTestModal({ customWallets: [listing] })
      use(store, ...twins)
      open(context)
      await connect(context, 'listed')
      expect(store.get(routeAtom)).toEqual({ view: 'Connect' })
      expect(store.get(connectRowsAtom).map(({ key, disputed }) => [key, disputed])).toEqual([
        ['handle-1', true],
        ['handle-2', true],
      ])
    })

    test('has no row as a recent one either', () => {
      const { store } = createTestModal({ customWallets: [{ ...listing, id: 'com.example.wallet' }] })
      use(store, ...twins)
      store.set(recentWalletsAtom, [{ id: 'com.example.wallet', name: 'Example Wallet' }])
      expect(store.get(connectRowsAtom).map(({ key }) => key)).toEqual(['handle-1', 'handle-2'])
    })

    test('leads back to the choice when both are found by the check', async () => {
      const { context, store, answers } = createTestModal({ customWallets: [listing] })
      open(context)
      await connect(context, 'listed')
      expect(store.get(routeAtom)?.view).toBe('ConnectingExternal')
      use(store, ...twins)
      answers.set('WALLETS_DISCOVER', { wallets: twins })
      expect(await recheckInstalled(context, 'listed')).toBe(true)
      expect(store.get(routeAtom)).toEqual({ view: 'Connect' })
    })
  })

  test('two wallets without identity and with one name are not taken for one another', async () => {
    const { context, store } = createTestModal()
    const legacy = ['handle-1', 'handle-2'].map(
      (key) => createTestConnector({ key, handle: key, id: 'Browser Wallet', rdns: undefined }).connector,
    )
    use(store, ...legacy)
    open(context)
    await connect(context, 'Browser Wallet')
    expect(store.get(routeAtom)).toEqual({ view: 'Connect' })
  })

  test('offline, connecting says so, and goes on when the network is back', () => {
    const { context, store } = createTestModal()
    const listeners = new Map<string, () => void>()
    vi.stubGlobal('window', {
      addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
    })
    watchConnectivity(context)
    open(context)
    listeners.get('offline')?.()
    expect(store.get(routeAtom)).toEqual({ view: 'Error', code: 'NETWORK' })
    listeners.get('online')?.()
    expect(store.get(routeAtom)).toEqual({ view: 'Connect' })
    listeners.get('offline')?.()
    go.push(context, { view: 'Help' })
    listeners.get('online')?.()
    expect(store.get(stackAtom).steps.map(({ route }) => route.view)).toEqual(['Connect', 'Help'])
    vi.stubGlobal('navigator', { onLine: false })
    close(context, 'user')
    expect(open(context)).toEqual({ view: 'Error', code: 'NETWORK' })
  })

  test('Help over a waiting wallet gives nothing up; leaving both does', async () => {
    const { context, store } = createTestModal()
    let signal: AbortSignal | undefined
    const { connector } = createTestConnector({
      connect: (asked) => {
        signal = asked.signal
        return new Promise(() => {})
      },
    })
    use(store, connector)
    open(context)
    void connect(context, connector.key)
    await vi.advanceTimersByTimeAsync(8000)
    const waiting = store.get(connectAttemptAtom)
    expect(waiting).toEqual({ status: 'waiting', isSlow: true })
    go.push(context, { view: 'Help' })
    go.back(context)
    expect(store.get(connectAttemptAtom)).toBe(waiting)
    go.push(context, { view: 'Help' })
    expect(signal?.aborted).toBe(false)
    go.reset(context, { view: 'Connect' })
    expect(signal?.aborted).toBe(true)
    expect(store.get(connectAttemptAtom)).toEqual({ status: 'idle' })
  })

  test('a listed wallet that is not installed says so', async () => {
    const { context, store } = createTestModal({
      customWallets: [{ id: 'kestrel', name: 'Kestrel', rdns: 'com.kestrel' }],
    })
    open(context)
    await connect(context, 'kestrel')
    expect(store.get(connectAttemptAtom)).toEqual({ status: 'notInstalled' })
    expect(store.get(routeAtom)).toEqual({ view: 'ConnectingExternal', connectorKey: 'kestrel' })
  })
})

describe('namespaces', () => {
  const solana = network(0, { id: mainnet, name: 'Solana' })
  const evm = () => createTestConnector({ name: 'Evm' }).connector
  const sol = () => createSunbird({ name: 'Sol' }).connector
  const asked = () => ({ signal: new AbortController().signal, waitsForPerson: () => {} })
  const rows = (store: ReturnType<typeof createTestModal>['store']) =>
    store.get(connectRowsAtom).map(({ name }) => name)

  test('a page without EVM networks gets the account that was connected, and no EVM wallet is offered', async () => {
    const { context, store } = createTestModal({ networks: [solana] })
    use(store, evm(), sol())
    const answer = waitForConnection(context, {}, asked())
    expect(rows(store)).toEqual(['Sol'])
    await connect(context, 'sol')
    expect(await answer).toMatchObject({ account: { namespace: 'solana', active: `${mainnet}:${owner}` } })
    const again = await waitForConnection(context, {}, asked())
    expect(again).toMatchObject({ account: { namespace: 'solana' } })
  })

  test('a page that asks for one is offered its wallets only, by row and by id', async () => {
    const { context, store } = createTestModal({ networks: [network(1), solana] })
    use(store, evm(), sol())
    open(context)
    expect(rows(store)).toEqual(['Evm', 'Sol'])
    const answer = waitForConnection(context, { namespace: 'solana' }, asked())
    expect(rows(store)).toEqual(['Sol'])
    await connect(context, 'com.example.wallet')
    expect(store.get(connectionsAtom)).toEqual({})
    await connect(context, 'sol')
    expect(await answer).toMatchObject({ account: { namespace: 'solana' } })
  })

  describe('asked while the one before shows its success', () => {
    test('connect() for another namespace keeps the modal open, and is answered', async () => {
      const { context, store } = createTestModal({ networks: [network(1), solana] })
      use(store, evm(), sol())
      const first = waitForConnection(context, { namespace: 'eip155' }, asked())
      await connect(context, 'handle-1')
      await first
      const second = waitForConnection(context, { namespace: 'solana' }, asked())
      await vi.advanceTimersByTimeAsync(1000)
      expect(store.get(isOpenAtom)).toBe(true)
      expect(rows(store)).toEqual(['Sol'])
      await connect(context, 'sol')
      expect(await second).toMatchObject({ account: { namespace: 'solana' } })
      await vi.advanceTimersByTimeAsync(1000)
      expect(store.get(isOpenAtom)).toBe(false)
    })

    test('open() keeps the view that was asked for', async () => {
      const { context, store, told } = createTestModal()
      use(store, evm())
      const first = waitForConnection(context, {}, asked())
      await connect(context, 'handle-1')
      await first
      expect(open(context, { view: 'Networks' })).toEqual({ view: 'Networks' })
      await vi.advanceTimersByTimeAsync(1000)
      expect(store.get(isOpenAtom)).toBe(true)
      expect(told.filter(({ type }) => type === 'UI_CLOSE')).toEqual([])
    })
  })

  test('opening for one shows its account, on its network, or the ways to connect it', async () => {
    const { context, store } = createTestModal({ networks: [network(1), network(10), solana] })
    use(store, evm(), sol())
    open(context)
    await connect(context, 'sol')
    await connect(context, 'handle-1')
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
    expect(open(context, { namespace: 'solana' })).toEqual({ view: 'Account' })
    expect(store.get(activeConnectionAtom)?.active).toBe(`${mainnet}:${owner}`)
    await disconnect(context, 'eip155')
    expect(open(context, { namespace: 'eip155' })).toEqual({ view: 'Connect' })
    expect(rows(store)).toEqual(['Evm'])
    expect(open(context)).toEqual({ view: 'Account' })
    expect(rows(store)).toEqual(['Evm', 'Sol'])
  })

  test('an EVM wallet is asked for an EVM network even where another namespace is active', async () => {
    const elsewhere = { accounts: [`eip155:99:0x${'ab'.repeat(20)}`] as const, chainId: 'eip155:99' as const }
    const { context, store } = createTestModal({ networks: [solana, network(10)] })
    const { connector } = createTestConnector({ offer: elsewhere })
    use(store, connector)
    open(context)
    await connect(context, connector.key)
    expect(store.get(activeConnectionAtom)).toMatchObject({ chainId: 'eip155:10' })
  })
})

test('a view that does not exist is refused by name', () => {
  const { context, store } = createTestModal()
  expect(() => open(context, { view: 'Swap' })).toThrow('view: Swap')
  expect(store.get(isOpenAtom)).toBe(false)
})

describe('closing', () => {
  test('is told to the host once the card has faded', async () => {
    const { context, told } = createTestModal()
    open(context)
    close(context, 'user')
    await vi.advanceTimersByTimeAsync(200)
    expect(told.at(-1)).toEqual({ type: 'UI_CLOSE', payload: { reason: 'user' } })
  })

  test('is not told after the host itself has closed, nor when the modal is open again', async () => {
    const { context, told } = createTestModal()
    const { CLOSE } = appHandlers(
      () => context,
      () => {},
    )
    const handling = { signal: new AbortController().signal, waitsForPerson: () => {} }
    open(context)
    await expect(Promise.resolve(CLOSE({ reason: 'host' }, handling))).resolves.toEqual({ closed: true })
    open(context)
    close(context, 'user')
    open(context)
    await vi.advanceTimersByTimeAsync(500)
    expect(told.filter(({ type }) => type === 'UI_CLOSE')).toEqual([])
  })
})

describe('rows of the connect view', () => {
  test('a wallet appears once: recent before installed, installed before listed', async () => {
    const { context, store } = createTestModal({
      customWallets: [
        { id: 'example', name: 'Example', rdns: 'com.example.wallet' },
        { id: 'kestrel', name: 'Kestrel' },
      ],
    })
    const first = createTestConnector()
    const second = createTestConnector({
      key: 'handle-2',
      handle: 'handle-2',
      id: 'com.other',
      rdns: 'com.other',
      name: 'Other',
    })
    use(store, first.connector, second.connector)
    expect(store.get(connectRowsAtom).map(({ name, kind }) => [name, kind])).toEqual([
      ['Example Wallet', 'injected'],
      ['Other', 'injected'],
      ['Kestrel', 'custom'],
    ])
    open(context)
    await connect(context, second.connector.key)
    expect(store.get(connectRowsAtom).map(({ name, badge }) => [name, badge])).toEqual([
      ['Other', 'recent'],
      ['Example Wallet', 'installed'],
      ['Kestrel', undefined],
    ])
  })
})

describe('a connected wallet', () => {
  async function connected(
    overrides: Parameters<typeof createTestModal>[0] = {},
    more: Parameters<typeof createTestConnector>[0] = {},
  ) {
    const modal = createTestModal(overrides)
    const wallet = createTestConnector(more)
    use(modal.store, wallet.connector)
    open(modal.context)
    await connect(modal.context, wallet.connector.key)
    await vi.advanceTimersByTimeAsync(700)
    return { ...modal, ...wallet }
  }

  test('its accounts and network are followed; no accounts is a disconnect', async () => {
    const { store, emit, told, listeners } = await connected()
    const other = `0x${'cd'.repeat(20)}`
    emit({ type: 'accounts', accounts: [other] })
    expect(store.get(activeConnectionAtom)?.active).toBe(`eip155:1:${other}`)
    emit({ type: 'chain', chainId: 'eip155:10' })
    expect(store.get(activeConnectionAtom)).toMatchObject({ active: `eip155:10:${other}`, chainId: 'eip155:10' })
    emit({ type: 'accounts', accounts: [] })
    expect(store.get(connectionsAtom).eip155).toEqual({ status: 'disconnected' })
    expect(told.at(-1)).toEqual({ type: 'SAVE_HINTS', payload: { hints: [] } })
    expect(listeners.size).toBe(0)
  })

  test('is asked again when the page comes back: what it allows now counts, and silence changes nothing', async () => {
    const offers: (Offer | undefined | AirlockError)[] = [
      { accounts: [`eip155:10:0x${'cd'.repeat(20)}`], chainId: 'eip155:10' },
      error('TIMEOUT'),
      undefined,
    ]
    const { context, store } = await connected(
      {},
      {
        restore: async () => {
          const next = offers.shift()
          if (next instanceof AirlockError) throw next
          return next
        },
      },
    )
    const moved = { status: 'connected', active: `eip155:10:0x${'cd'.repeat(20)}`, chainId: 'eip155:10' }
    for (const expected of [moved, moved, { status: 'disconnected' }]) {
      await askAllowedAccounts(context)
      expect(store.get(connectionsAtom).eip155).toMatchObject(expected)
    }
  })

  test('on an unknown network opens UnsupportedChain, which does not close but shakes, and has two ways out', async () => {
    const { context, store, emit } = await connected()
    emit({ type: 'chain', chainId: 'eip155:99' })
    expect(open(context)).toEqual({ view: 'UnsupportedChain' })
    expect(close(context, 'user')).toBe(false)
    expect(onEscape(context)).toBe(false)
    expect(store.get(shakeAtom)).toBe(2)
    expect(store.get(isOpenAtom)).toBe(true)
    await chooseNetwork(context, 'eip155:10')
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:10')
    expect(store.get(stackAtom).steps.map((step) => step.route.view)).toEqual(['Account'])
    emit({ type: 'chain', chainId: 'eip155:99' })
    await disconnect(context)
    expect(close(context, 'user')).toBe(true)
  })

  test('on an unknown network is left alone where unsupported chains are allowed', async () => {
    const { context, emit } = await connected({ allowUnsupportedChain: true })
    emit({ type: 'chain', chainId: 'eip155:99' })
    expect(open(context)).toEqual({ view: 'Account' })
  })

  test('on an unknown network is left alone without network switching, and without adapters', async () => {
    const { context, store, emit } = await connected()
    emit({ type: 'chain', chainId: 'eip155:99' })
    const options = store.get(optionsAtom)
    if (!options) throw new Error('no options')
    const cases = [
      [{}, 'UnsupportedChain'],
      [{ enableNetworkSwitch: false }, 'Account'],
      [{ basic: true }, 'Account'],
    ] as const
    for (const [given, view] of cases) {
      store.set(optionsAtom, { ...options, ...given })
      expect(open(context), JSON.stringify(given)).toEqual({ view })
    }
  })

  test('switching asks the wallet, and leaves the network list behind', async () => {
    const { context, store } = await connected()
    open(context)
    store.set(stackAtom, {
      steps: [
        { id: 1, route: { view: 'Account' } },
        { id: 2, route: { view: 'Networks' } },
      ],
      direction: 'none',
    })
    await chooseNetwork(context, 'eip155:10')
    expect(store.get(routeAtom)).toEqual({ view: 'Account' })
    expect(store.get(activeConnectionAtom)?.chainId).toBe('eip155:10')
  })

  test('a declined switch stays in its view with the network unchanged', async () => {
    const { context, store } = await connected({}, { switchNetwork: () => Promise.reject(error('USER_REJECTED')) })
    open(context)
    await chooseNetwork(context, 'eip155:10')
    expect(store.get(switchAttemptAtom)).toEqual({ status: 'declined' })
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:1')
  })

  test('an unknown network is refused with a warning, once', async () => {
    const { context, told } = await connected()
    for (const _ of [1, 2]) await expect(switchNetwork(context, 'eip155:5')).rejects.toThrow('Network not found')
    expect(told.filter(({ type }) => type === 'WARNING')).toHaveLength(1)
  })

  test('disconnecting forgets it even when the wallet cannot be told, and says which failed', async () => {
    const { context, store, names } = await connected({}, { disconnect: () => Promise.reject(new Error('gone')) })
    await expect(disconnect(context)).rejects.toThrow('Failed to disconnect chain eip155: ')
    expect(store.get(connectionsAtom).eip155).toEqual({ status: 'disconnected' })
    expect(names()).toContain('DISCONNECT_ERROR')
  })
})

describe('networks', () => {
  test('the last one of a namespace stays; an unknown one is named', () => {
    const { context } = createTestModal({ networks: [network(1)] })
    expect(() => removeNetwork(context, 'eip155:1')).toThrow('Cannot remove last network for a namespace')
    expect(() => removeNetwork(context, 'eip155:7')).toThrow('Network with ID eip155:7 not found')
  })

  test('removing the active one moves to the first that remains, and goes back', () => {
    const { context, store } = createTestModal()
    addNetwork(context, network(5))
    open(context, { view: 'Networks' })
    removeNetwork(context, 'eip155:1')
    expect(store.get(activeNetworkIdAtom)).toBe('eip155:10')
    expect(store.get(networksAtom).map(({ id }) => id)).toEqual(['eip155:10', 'eip155:5'])
    expect(store.get(isOpenAtom)).toBe(false)
  })
})

describe('names that the page gave', () => {
  const dirty = '\u202eTwo\nlines\u200b'
  const clean = 'Two lines'
  const foreign = { ...network(7, { name: dirty }), currency: { name: dirty, symbol: dirty, decimals: 18 } }
  const cleaned = { name: clean, currency: { name: clean, symbol: clean } }

  test('are clean before any view can show them', async () => {
    const { context, store } = createTestModal()
    const options = store.get(optionsAtom)
    if (!options) throw new Error('no options')
    void configure(context, {
      options: { ...options, networks: [foreign], customWallets: [{ id: 'listed', name: dirty }] },
      hints: [],
      theme: { mode: 'auto', system: 'light', motion: 'auto', variables: {} },
      locale: { locale: 'en', dir: 'auto', messages: {} },
      dapp: { name: dirty, icons: [] },
    })
    expect(store.get(networksAtom)).toMatchObject([cleaned])
    expect(store.get(optionsAtom)).toMatchObject({ networks: [cleaned], customWallets: [{ name: clean }] })
    expect(store.get(dappAtom).name).toBe(clean)
    store.set(networksAtom, [])
    addNetwork(context, foreign)
    expect(store.get(networksAtom)).toMatchObject([cleaned])
    store.set(dappAtom, { name: '', icons: [] })
    const handling = { signal: new AbortController().signal, waitsForPerson: () => {} }
    await appHandlers(
      () => context,
      () => {},
    ).SYNC_DAPP_DATA({ name: dirty, icons: [] }, handling)
    expect(store.get(dappAtom).name).toBe(clean)
  })

  test('are replaced by the id if they have nothing to read', () => {
    const { context, store } = createTestModal({ networks: [network(1)] })
    addNetwork(context, network(7, { name: '\u200b' }))
    expect(store.get(networksAtom).at(-1)?.name).toBe('eip155:7')
  })
})

describe('restoring', () => {
  test('finds a wallet that announces itself a little later, and never asks', async () => {
    const { context, store } = createTestModal()
    const { connector } = createTestConnector({ connect: () => Promise.reject(error('INTERNAL')) })
    const restoring = restore(context, exampleHint)
    expect(store.get(connectionsAtom).eip155).toMatchObject({ status: 'connecting', restoring: true })
    use(store, connector)
    await restoring
    expect(store.get(activeConnectionAtom)?.wallet.id).toBe('com.example.wallet')
  })

  test.each([
    ['no wallet comes', () => []],
    [
      'the wallet no longer allows the app',
      () => [createTestConnector({ restore: () => Promise.resolve(undefined) }).connector],
    ],
    [
      'the wallet fails',
      () => [createTestConnector({ restore: () => Promise.reject(error('WALLET_FAILED')) }).connector],
    ],
    [
      'two wallets claim the same identity and name',
      () => [createTestConnector().connector, createTestConnector({ key: 'handle-2', handle: 'handle-2' }).connector],
    ],
  ])('ends disconnected when %s', async (_, connectors) => {
    const { context, store, told } = createTestModal()
    use(store, ...connectors())
    const restoring = restore(context, exampleHint)
    await vi.advanceTimersByTimeAsync(3_100)
    await restoring
    expect(store.get(connectionsAtom).eip155).toEqual({ status: 'disconnected' })
    expect(told).toContainEqual({ type: 'SAVE_HINTS', payload: { hints: [] } })
  })

  test('tells two claimants of one identity apart by name', async () => {
    const { context, store } = createTestModal()
    const imposter = createTestConnector({ key: 'handle-0', handle: 'handle-0', name: 'Another', disputed: true })
    const { connector } = createTestConnector({ disputed: true })
    use(store, imposter.connector, connector)
    await restore(context, exampleHint)
    expect(store.get(activeConnectionAtom)?.wallet.handle).toBe('handle-1')
  })

  test('a claimant of another name is not taken before the one that is meant can come', async () => {
    const { context, store } = createTestModal()
    const imposter = createTestConnector({ key: 'handle-0', handle: 'handle-0', name: 'Another' }).connector
    use(store, imposter)
    const restoring = restore(context, exampleHint)
    await vi.advanceTimersByTimeAsync(1_000)
    use(store, { ...imposter, disputed: true }, createTestConnector({ disputed: true }).connector)
    await restoring
    expect(store.get(activeConnectionAtom)?.wallet.handle).toBe('handle-1')
  })

  test('the only claimant is taken in the end: it may have been renamed', async () => {
    const { context, store } = createTestModal()
    use(store, createTestConnector({ name: 'New Name' }).connector)
    const restoring = restore(context, exampleHint)
    await vi.advanceTimersByTimeAsync(3_100)
    await restoring
    expect(store.get(activeConnectionAtom)?.wallet.name).toBe('New Name')
  })

  describe('several connections', () => {
    const onSolana = {
      ...exampleHint,
      connectorId: 'Sunbird',
      name: 'Sunbird',
      namespace: 'solana',
      network: mainnet,
    } as const
    const sunbird = (more: Parameters<typeof createSunbird>[0] = {}) => createSunbird(more).connector
    const start = (...connectors: Connector[]) => {
      const modal = createTestModal()
      modal.store.set(networksAtom, [network(1), { ...network(1), id: mainnet }])
      modal.store.set(activeNetworkIdAtom, mainnet)
      use(modal.store, ...connectors)
      return modal
    }
    const saved = ({ told }: ReturnType<typeof start>) =>
      told.flatMap(({ type, payload }) => (type === 'SAVE_HINTS' ? [payload] : []))

    test('come back at the same time, and the network stays that of the first', async () => {
      const modal = start(createTestConnector().connector, sunbird())
      restoreAll(modal.context, [onSolana, exampleHint])
      expect(modal.store.get(connectionsAtom)).toMatchObject({
        eip155: { status: 'connecting', restoring: true },
        solana: { status: 'connecting', restoring: true },
      })
      await vi.advanceTimersByTimeAsync(0)
      expect(modal.store.get(connectionsAtom)).toMatchObject({
        eip155: { status: 'connected' },
        solana: { status: 'connected' },
      })
      expect(modal.store.get(activeNetworkIdAtom)).toBe(mainnet)
      expect(saved(modal).at(-1)).toEqual({ hints: [onSolana, exampleHint] })
    })

    test('do not move a user who has connected another wallet meanwhile', async () => {
      const modal = start(createTestConnector().connector)
      const mine = sunbird({ key: 'mine', id: 'Mine', name: 'Mine' })
      storeConnection(modal.context, mine, await mine.connect({ signal: new AbortController().signal }))
      restoreAll(modal.context, [onSolana, exampleHint])
      await vi.advanceTimersByTimeAsync(0)
      expect(modal.store.get(connectionsAtom)).toMatchObject({
        eip155: { status: 'connected' },
        solana: { wallet: { name: 'Mine' } },
      })
      expect(modal.store.get(activeNetworkIdAtom)).toBe(mainnet)
    })

    test('one fails: the others stay, and only that one is forgotten', async () => {
      const modal = start(createTestConnector().connector, sunbird({ restore: () => Promise.resolve(undefined) }))
      restoreAll(modal.context, [onSolana, exampleHint])
      await vi.advanceTimersByTimeAsync(3_100)
      expect(modal.store.get(connectionsAtom)).toMatchObject({
        eip155: { status: 'connected' },
        solana: { status: 'disconnected' },
      })
      expect(saved(modal).at(-1)).toEqual({ hints: [exampleHint] })
    })

    test('one is still being restored: it is not forgotten when another one ends', async () => {
      const modal = start(createTestConnector().connector, sunbird({ restore: () => new Promise(() => {}) }))
      restoreAll(modal.context, [onSolana, exampleHint])
      await vi.advanceTimersByTimeAsync(0)
      await disconnect(modal.context, 'eip155')
      expect(saved(modal).at(-1)).toEqual({ hints: [onSolana] })
    })

    test('two of one namespace count once', async () => {
      const restores = vi.fn(() => Promise.resolve(undefined))
      const modal = start(createTestConnector({ restore: restores }).connector)
      restoreAll(modal.context, [exampleHint, { ...exampleHint, network: 'eip155:10' }])
      await vi.advanceTimersByTimeAsync(3_100)
      expect(restores).toHaveBeenCalledTimes(1)
    })

    test('are remembered with the active one first', async () => {
      const [evm, solana] = [createTestConnector().connector, sunbird()]
      const modal = start(evm, solana)
      open(modal.context)
      await connect(modal.context, evm.key)
      await connect(modal.context, solana.key)
      expect(saved(modal).at(-1)).toEqual({ hints: [onSolana, exampleHint] })
      await switchNetwork(modal.context, 'eip155:1')
      expect(saved(modal).at(-1)).toEqual({ hints: [exampleHint, onSolana] })
      await disconnect(modal.context)
      expect(saved(modal).at(-1)).toEqual({ hints: [] })
    })
  })
})
