/** The connector and the adapter with the real @wagmi/core. wagmi's requirements for every connector are in `describe('the connector')`. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import {
  type Config,
  type Connector,
  type CreateConfigParameters,
  connect,
  createConfig,
  createStorage,
  disconnect,
  getConnection,
  injected,
  reconnect,
  switchChain,
} from '@wagmi/core'
import { custom, ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'
import { mainnet, optimism, sepolia } from 'viem/chains'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AirlockParameters, airlock as airlockConnector, wagmiAdapter } from '../src/wagmi/index.ts'
import { account, checksummed, fakeAirlock, other } from './libraries-support.ts'
import { optimism as optimismNetwork } from './support.ts'

const memory = () => {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

function configure(
  parameters?: AirlockParameters,
  storage = memory(),
  more: Partial<Pick<CreateConfigParameters, 'connectors' | 'multiInjectedProviderDiscovery'>> = {},
): Config {
  const nowhere = custom({ request: () => Promise.reject(new Error('No node is asked.')) })
  return createConfig({
    chains: [mainnet, optimism, sepolia],
    connectors: parameters ? [airlockConnector(parameters)] : [],
    multiInjectedProviderDiscovery: false,
    ...more,
    storage: createStorage({ storage }),
    transports: { [mainnet.id]: nowhere, [optimism.id]: nowhere, [sepolia.id]: nowhere },
  })
}

function start() {
  const visitor = fakeAirlock()
  const storage = memory()
  const config = configure({ airlock: visitor.airlock }, storage)
  return { ...visitor, config, storage, connector: only(config) }
}

function only({ connectors }: Config): Connector {
  const [connector] = connectors
  if (!connector || connectors.length !== 1) throw new Error(`There are ${connectors.length} connectors`)
  return connector
}

beforeEach(() => void vi.stubGlobal('window', globalThis))
afterEach(() => void vi.unstubAllGlobals())

describe('the connector', () => {
  test('says who it is', () => {
    const { connector } = start()
    expect(connector).toMatchObject({ id: 'airlock', name: 'Airlock', type: 'airlock', rdns: 'app.airlock' })
    expect(connector.icon).toMatch(/^data:image\/svg/)
    expect(airlockConnector.type).toBe('airlock')
  })

  test('connects through the modal, with checksummed accounts and a number as chain', async () => {
    const { config, connector } = start()
    expect(await connect(config, { connector })).toEqual({ accounts: [checksummed], chainId: 1 })
    expect(getConnection(config)).toMatchObject({ status: 'connected', address: checksummed, chainId: 1 })
    expect(await connector.getAccounts()).toEqual([checksummed])
    expect(await connector.getChainId()).toBe(1)
  })

  test('returns accounts with capabilities to callers that ask for them', async () => {
    const { config, connector } = start()
    const { accounts } = await connect(config, { connector, withCapabilities: true })
    expect(accounts).toEqual([{ address: checksummed, capabilities: {} }])
    expect(getConnection(config).addresses).toEqual([checksummed])
  })

  test('switches to the chain that a connection names, and stays where it is if it cannot', async () => {
    const { config, connector } = start()
    expect(await connect(config, { connector, chainId: optimism.id })).toMatchObject({ chainId: optimism.id })
    await disconnect(config)
    expect(await connect(config, { connector, chainId: sepolia.id })).toMatchObject({ chainId: optimism.id })
  })

  test.each(['USER_CLOSED', 'USER_REJECTED'] as const)('%s is a UserRejectedRequestError', async (code) => {
    const { config, connector, connect: modal } = start()
    modal.mockRejectedValue(new AirlockError(code))
    await expect(connect(config, { connector })).rejects.toThrow(UserRejectedRequestError)
    expect(getConnection(config).status).toBe('disconnected')
  })

  test('a second prompt while one waits is a ResourceUnavailableRpcError', async () => {
    const { config, connector, connect: modal } = start()
    modal.mockRejectedValue(new AirlockError('REQUEST_PENDING'))
    await expect(connect(config, { connector })).rejects.toThrow(ResourceUnavailableRpcError)
  })

  test('an error of the frame stays what it is', async () => {
    const { config, connector, connect: modal } = start()
    modal.mockRejectedValue(new AirlockError('FRAME_TIMEOUT'))
    await expect(connect(config, { connector })).rejects.toMatchObject({ reason: 'FRAME_TIMEOUT' })
  })

  test('is authorized while an account is connected, and never asks', async () => {
    const { connector, connect: modal, hold } = start()
    expect(await connector.isAuthorized()).toBe(false)
    hold(account)
    expect(await connector.isAuthorized()).toBe(true)
    expect(modal).not.toHaveBeenCalled()
  })

  test('reconnecting never opens the modal', async () => {
    const { config, connector, connect: modal, hold } = start()
    expect(await reconnect(config)).toEqual([])
    await expect(connector.connect({ isReconnecting: true })).rejects.toThrow('No account')
    hold(account)
    expect(await reconnect(config)).toMatchObject([{ accounts: [checksummed], chainId: 1 }])
    expect(modal).not.toHaveBeenCalled()
  })

  test('disconnects the account, and is not authorized afterwards', async () => {
    const { config, connector, disconnect: ended } = start()
    await connect(config, { connector })
    await disconnect(config)
    expect(ended).toHaveBeenCalledWith({ namespace: 'eip155' })
    expect(getConnection(config).status).toBe('disconnected')
    expect(await connector.isAuthorized()).toBe(false)
    expect(await reconnect(config)).toEqual([])
  })

  test('tells wagmi of another account, another network and the end, once each', async () => {
    const { config, connector, hold, leave, switchNetwork } = start()
    await connect(config, { connector })
    const told = vi.fn()
    connector.emitter.on('change', told)
    connector.emitter.on('disconnect', told)
    hold(other)
    expect(getConnection(config).address).toBe(other)
    await switchNetwork(optimismNetwork.caipNetworkId)
    expect(getConnection(config).chainId).toBe(optimism.id)
    leave()
    expect(getConnection(config).status).toBe('disconnected')
    const { uid } = connector
    expect(told.mock.calls).toEqual([[{ accounts: [other], uid }], [{ chainId: optimism.id, uid }], [{ uid }]])
  })

  test('connects wagmi when the user connects in a modal that the page has opened itself', async () => {
    const { config, connector, hold, leave } = start()
    hold(account)
    await expect.poll(() => getConnection(config).address).toBe(checksummed)
    leave()
    expect(getConnection(config).status).toBe('disconnected')
    await connect(config, { connector })
    await disconnect(config)
    hold(account)
    await expect.poll(() => getConnection(config).address).toBe(checksummed)
    expect(config.state.connections.size).toBe(1)
  })

  test('ignores accounts of other namespaces', () => {
    const { config, connector, emit } = start()
    const told = vi.fn()
    connector.emitter.on('connect', told)
    emit('connect', { namespace: 'solana', status: 'connected', restoring: false, accounts: [] })
    expect(told).not.toHaveBeenCalled()
    expect(getConnection(config).status).toBe('disconnected')
  })

  test('passes messages of the provider on', () => {
    const { connector } = start()
    const told = vi.fn()
    connector.emitter.on('message', told)
    connector.onMessage?.({ type: 'eth_subscription', data: 1 })
    expect(told).toHaveBeenCalledWith({ type: 'eth_subscription', data: 1, uid: connector.uid })
  })
})

describe('switching the network', () => {
  test('returns the chain, and wagmi follows', async () => {
    const { config, connector } = start()
    await connect(config, { connector })
    expect(await switchChain(config, { chainId: optimism.id })).toMatchObject({ id: optimism.id })
    expect(getConnection(config).chainId).toBe(optimism.id)
    expect(config.state.chainId).toBe(optimism.id)
  })

  test('refuses a chain that the configuration does not have', async () => {
    const { connector } = start()
    await expect(connector.switchChain?.({ chainId: 99 })).rejects.toThrow(SwitchChainError)
  })

  test('adds a chain that the wallet does not know', async () => {
    const { config, connector, airlock, forward, switchNetwork } = start()
    await connect(config, { connector })
    const provider = airlock.provider('eip155')
    const request = vi.spyOn(provider, 'request')
    forward.mockImplementation(async ({ method }) => {
      if (method === 'wallet_addEthereumChain') await switchNetwork(optimismNetwork.caipNetworkId)
      return null
    })
    switchNetwork.mockRejectedValueOnce(new AirlockError('CHAIN_NOT_SUPPORTED'))
    await switchChain(config, {
      chainId: optimism.id,
      addEthereumChainParameter: { rpcUrls: ['https://own.example'], iconUrls: ['https://own.example/icon'] },
    })
    expect(request).toHaveBeenCalledWith({
      method: 'wallet_addEthereumChain',
      params: [
        {
          chainId: '0xa',
          chainName: 'OP Mainnet',
          nativeCurrency: optimism.nativeCurrency,
          rpcUrls: ['https://own.example'],
          iconUrls: ['https://own.example/icon'],
          blockExplorerUrls: [optimism.blockExplorers.default.url],
        },
      ],
    })
    expect(getConnection(config).chainId).toBe(optimism.id)
  })

  test('adds a chain also if the wallet says inside of another error that it does not know it', async () => {
    const { config, connector, airlock, switchNetwork } = start()
    await connect(config, { connector })
    const request = vi.spyOn(airlock.provider('eip155'), 'request')
    request.mockRejectedValueOnce(
      Object.assign(new Error('internal'), { code: -32603, data: { originalError: { code: 4902 } } }),
    )
    request.mockImplementationOnce(async () => {
      await switchNetwork(optimismNetwork.caipNetworkId)
      return null
    })
    await switchChain(config, { chainId: optimism.id })
    expect(request.mock.calls.map(([{ method }]) => method).slice(0, 2)).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ])
  })

  test('adding a network without switching to it is a declined switch', async () => {
    const { config, connector, forward, switchNetwork } = start()
    await connect(config, { connector })
    switchNetwork.mockRejectedValueOnce(new AirlockError('CHAIN_NOT_SUPPORTED'))
    forward.mockResolvedValueOnce(null)
    await expect(switchChain(config, { chainId: optimism.id })).rejects.toThrow(UserRejectedRequestError)
    expect(getConnection(config).chainId).toBe(mainnet.id)
  })

  test.each([
    ['USER_REJECTED', UserRejectedRequestError],
    ['TIMEOUT', SwitchChainError],
  ] as const)('%s is an error of viem', async (code, expected) => {
    const { config, connector, switchNetwork } = start()
    await connect(config, { connector })
    switchNetwork.mockRejectedValueOnce(new AirlockError(code))
    await expect(switchChain(config, { chainId: optimism.id })).rejects.toThrow(expected)
  })
})

describe('no instance yet', () => {
  beforeEach(() => void vi.unstubAllGlobals()) // as on a server

  test('one is created from the options, with the networks of wagmi', async () => {
    const connector = only(configure({ projectId: 'by-wagmi', frameUrl: 'https://modal.example/p/by-wagmi/' }))
    expect(await connector.isAuthorized()).toBe(false)
    expect(await connector.getChainId()).toBe(mainnet.id)
  })

  test('missing options are named, in a browser by `createConfig`', async () => {
    const config = () => configure({ projectId: 'by-wagmi' })
    await expect(only(config()).getProvider()).rejects.toMatchObject({ code: 'FRAME_URL_REQUIRED' })
    vi.stubGlobal('window', globalThis)
    expect(config).toThrow(expect.objectContaining({ code: 'FRAME_URL_REQUIRED' }))
  })
})

describe('the adapter', () => {
  function attach(storage = memory()) {
    const visitor = fakeAirlock()
    const config = configure(undefined, storage)
    const detach = wagmiAdapter({ config }).attach(visitor.airlock)
    return { ...visitor, config, detach, storage }
  }

  test('a connection in the modal is wagmi’s, and ends with it on either side', async () => {
    const { config, hold, leave, disconnect: ended } = attach()
    hold(account)
    await expect.poll(() => getConnection(config).address).toBe(checksummed)
    await disconnect(config)
    expect(ended).toHaveBeenCalledTimes(1)
    hold(other)
    await expect.poll(() => getConnection(config).address).toBe(other)
    leave()
    expect(getConnection(config).status).toBe('disconnected')
  })

  test('a switch on either side is one on both', async () => {
    const { config, hold, airlock, switchNetwork } = attach()
    hold(account)
    await expect.poll(() => getConnection(config).chainId).toBe(mainnet.id)
    await switchChain(config, { chainId: optimism.id })
    expect(airlock.getState().network?.id).toBe(optimism.id)
    await switchNetwork('eip155:1')
    expect(getConnection(config).chainId).toBe(mainnet.id)
  })

  test('a connection that is restored while wagmi reconnects is there once', async () => {
    const { config, hold } = attach()
    const again = reconnect(config)
    hold(account)
    await again
    await expect.poll(() => getConnection(config).address).toBe(checksummed)
    expect(await reconnect(config)).toHaveLength(1)
    expect(config.state.connections.size).toBe(1)
  })

  test('one that is restored later is there as well', async () => {
    const { config, hold } = attach()
    config.setState((state) => ({ ...state, status: 'reconnecting' }))
    hold(account)
    await new Promise((resolve) => setTimeout(resolve))
    expect(config.state.connections.size).toBe(0)
    config.setState((state) => ({ ...state, status: 'disconnected' }))
    await expect.poll(() => getConnection(config).address).toBe(checksummed)
  })

  test('leaves nothing behind when the instance is destroyed', async () => {
    const { config, hold, detach } = attach()
    hold(account)
    await expect.poll(() => getConnection(config).status).toBe('connected')
    detach()
    expect(getConnection(config).status).toBe('disconnected')
    expect(config.connectors).toEqual([])
  })

  test('the wallets that wagmi finds by itself are left to the modal, and given back', async () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const announce = (rdns: string) => {
      const request = vi.fn(async () => [account])
      const info = { uuid: crypto.randomUUID(), name: rdns, icon: 'data:image/svg+xml,', rdns }
      const detail = { info, provider: { request, on() {}, removeListener() {} } }
      const say = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      page.addEventListener('eip6963:requestProvider', say)
      say()
      return request
    }
    const first = announce('example.first')
    const own = injected({ target: { id: 'own', name: 'Own', provider: () => undefined } })
    const config = configure(undefined, memory(), { multiInjectedProviderDiscovery: true, connectors: [own] })
    expect(config.connectors.map(({ id }) => id)).toEqual(['own', 'example.first'])
    const visitor = fakeAirlock()
    const detach = wagmiAdapter({ config }).attach(visitor.airlock)
    await new Promise((resolve) => setTimeout(resolve)) // wagmi reads its storage
    const second = announce('example.second')
    expect(config.connectors.map(({ id }) => id)).toEqual(['own', 'airlock'])

    // After a reload both wallets still share their account.
    visitor.hold(account)
    await reconnect(config)
    await expect.poll(() => getConnection(config).address).toBe(checksummed)
    expect([...config.state.connections.values()].map(({ connector }) => connector.id)).toEqual(['airlock'])
    await disconnect(config)
    expect(getConnection(config).status).toBe('disconnected')
    for (const request of [first, second]) expect(request).not.toHaveBeenCalled()

    detach()
    expect(config.connectors.map(({ id }) => id)).toEqual(['own', 'example.first', 'example.second'])
  })
})
