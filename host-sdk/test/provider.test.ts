import { AirlockError } from '@airlock/protocol/errors.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createDeferred } from '../src/deferred.ts'
import { onWalletEvents } from '../src/injected/events.ts'
import { readProvider } from '../src/injected/read.ts'
import { createProvider, type ProviderHost } from '../src/providers/eip1193.ts'
import { createStore } from '../src/store/store.ts'
import type { AccountState } from '../src/types.ts'
import { address, emptyState, ethereum, optimism, solana } from './support.ts'

const connected: AccountState = {
  namespace: 'eip155',
  status: 'connected',
  restoring: false,
  address,
  caipAddress: `eip155:1:${address}`,
  accounts: [`eip155:1:${address}`, `eip155:10:${address}`, 'eip155:1:0xother'],
}

function start(more: Pick<Partial<ProviderHost>, 'direct' | 'restoring'> = {}) {
  const store = createStore(emptyState)
  const connect = vi.fn<ProviderHost['airlock']['connect']>(() => {
    store.set({ accounts: { eip155: connected } })
    return Promise.resolve(connected)
  })
  const host = {
    store,
    direct: vi.fn<ProviderHost['direct']>(() => undefined),
    restoring: () => undefined,
    airlock: {
      networks: [ethereum],
      getState: store.getState,
      subscribe: store.subscribe,
      ready: new Promise<void>(() => {}),
      connect,
      disconnect: vi.fn(() => Promise.resolve()),
      switchNetwork: vi.fn((id: unknown) =>
        id === 'eip155:10' ? Promise.resolve(optimism) : Promise.reject(new AirlockError('CHAIN_NOT_SUPPORTED')),
      ),
    },
    sent: vi.fn<ProviderHost['sent']>(),
    forward: vi.fn<ProviderHost['forward']>(() => Promise.resolve('0x5')),
    ...more,
  }
  const eip155 = createProvider(host)
  const call = (method: string, params?: unknown) => eip155.provider.request({ method, params })
  return { host, connect, store, eip155, call, provider: eip155.provider }
}

test('eth_accounts never asks, eth_requestAccounts opens the modal once', async () => {
  const { call, host } = start()
  await expect(call('eth_accounts')).resolves.toEqual([])
  expect(host.airlock.connect).not.toHaveBeenCalled()
  const both = await Promise.all([call('eth_requestAccounts'), call('eth_requestAccounts')])
  expect(both).toEqual([
    [address, '0xother'],
    [address, '0xother'],
  ])
  await expect(call('eth_requestAccounts')).resolves.toEqual([address, '0xother'])
  expect(host.airlock.connect).toHaveBeenCalledTimes(1)
})

test('a closed modal rejects with 4001', async () => {
  const { call, connect } = start()
  connect.mockRejectedValue(new AirlockError('USER_CLOSED'))
  await expect(call('eth_requestAccounts')).rejects.toMatchObject({ code: 4001, reason: 'USER_CLOSED' })
})

test('chain and version come from the active network', async () => {
  const { call, store } = start()
  await expect(call('eth_chainId')).resolves.toBe('0x1')
  store.set({ network: optimism })
  await expect(call('eth_chainId')).resolves.toBe('0xa')
  await expect(call('net_version')).resolves.toBe('10')
})

test('switching goes through the modal; an unknown network is 4902, nonsense -32602', async () => {
  const { call, host } = start()
  await expect(call('wallet_switchEthereumChain', [{ chainId: '0xa' }])).resolves.toBeNull()
  expect(host.airlock.switchNetwork).toHaveBeenCalledWith('eip155:10')
  await expect(call('wallet_switchEthereumChain', [{ chainId: '0x99' }])).rejects.toMatchObject({ code: 4902 })
  for (const params of [undefined, [], [{}], [{ chainId: 'x' }], [{ chainId: 10 }], {}])
    await expect(call('wallet_switchEthereumChain', params)).rejects.toMatchObject({ code: -32602 })
})

test('revoking disconnects', async () => {
  const { call, host } = start()
  await expect(call('wallet_revokePermissions', [{ eth_accounts: {} }])).resolves.toBeNull()
  expect(host.airlock.disconnect).toHaveBeenCalledTimes(1)
})

test('revoking without an injected wallet reaches no wallet', async () => {
  const { call, host } = start()
  await call('wallet_revokePermissions', [{ eth_accounts: {} }])
  expect(host.forward).not.toHaveBeenCalled()
})

describe('permissions of a connection in the frames', () => {
  const permissions = [
    {
      invoker: 'https://app.example',
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [address, '0xother'] }],
    },
  ]
  const asked = [{ eth_accounts: {} }]
  beforeEach(() => void vi.stubGlobal('location', { origin: 'https://app.example' }))
  afterEach(() => void vi.unstubAllGlobals())

  test('reading them never asks', async () => {
    const { call, host, store } = start()
    await expect(call('wallet_getPermissions')).resolves.toEqual([])
    store.set({ accounts: { eip155: connected } })
    await expect(call('wallet_getPermissions', [])).resolves.toEqual(permissions)
    expect(host.airlock.connect).not.toHaveBeenCalled()
    expect(host.forward).not.toHaveBeenCalled()
  })

  test('requesting them is connecting, and a connected page has them already', async () => {
    const { call, host } = start()
    const both = await Promise.all([call('wallet_requestPermissions', asked), call('eth_requestAccounts')])
    expect(both).toEqual([permissions, [address, '0xother']])
    await expect(call('wallet_requestPermissions', asked)).resolves.toEqual(permissions)
    expect(host.airlock.connect).toHaveBeenCalledTimes(1)
  })

  test('a declined one is 4001, and one for no accounts opens nothing', async () => {
    const { call, connect } = start()
    connect.mockRejectedValue(new AirlockError('USER_CLOSED'))
    await expect(call('wallet_requestPermissions', asked)).rejects.toMatchObject({ code: 4001 })
    connect.mockClear()
    for (const params of [undefined, [], {}, [{}], [{ eth_accounts: true }], [{ snap_dialog: {} }]])
      await expect(call('wallet_requestPermissions', params)).rejects.toMatchObject({ code: -32602 })
    expect(connect).not.toHaveBeenCalled()
  })
})

describe('an injected wallet', () => {
  const second = '0x00000000000000000000000000000000000000bb'

  /** A wallet that answers from a table; the state follows it as the relay does. */
  function startDirect(answers: Record<string, unknown>) {
    const request = vi.fn<(call: { method: string; params?: unknown }) => Promise<unknown>>(({ method }) => {
      const answer = answers[method]
      return answer instanceof Promise ? answer : Promise.resolve(answer ?? null)
    })
    const direct = readProvider({ request })
    if (!direct) throw new Error('no provider')
    const all = start({ direct: () => direct })
    const { store } = all
    store.set({ accounts: { eip155: connected }, network: ethereum })
    const told: unknown[] = []
    const stop = onWalletEvents(direct, (event, payload) => {
      told.push([event, payload])
      const [first] = Array.isArray(payload) ? payload : []
      if (event === 'chainChanged') store.set({ network: payload === '0xa' ? optimism : ethereum })
      else if (typeof first === 'string') store.set({ accounts: { eip155: { ...connected, address: first } } })
      else store.set({ accounts: {} })
    })
    return { ...all, answers, request, told, stop }
  }
  const refuse = (code: number) => {
    const refused = Promise.reject(Object.assign(new Error('no'), { code }))
    refused.catch(() => {})
    return refused
  }

  test.each([
    'wallet_addEthereumChain',
    'wallet_switchEthereumChain',
    'wallet_requestPermissions',
    'wallet_getPermissions',
    'wallet_getCapabilities',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_watchAsset',
    'wallet_createSession',
    'eth_signTransaction',
    'eth_sign',
    'eth_subscribe',
    'personal_sign',
    'rabbit_vendorMethod',
  ])('%s is its own, with the params as they are', async (method) => {
    const { call, request, host } = startDirect({ [method]: 'its answer', eth_chainId: '0x1', eth_accounts: [address] })
    const params = [{ chainId: '0x1', odd: undefined }, Symbol.for('as it is')]
    await expect(call(method, params)).resolves.toBe('its answer')
    expect(request.mock.calls[0]).toEqual([{ method, params }])
    expect(request.mock.calls[0]?.[0].params).toBe(params)
    expect(host.forward).not.toHaveBeenCalled()
    expect(host.airlock.switchNetwork).not.toHaveBeenCalled()
    expect(host.airlock.connect).not.toHaveBeenCalled()
  })

  test('the frame follows what it has sent, and nothing else that it has answered', async () => {
    const hash = `0x${'ab'.repeat(32)}`
    const { call, host } = startDirect({ eth_sendTransaction: hash, personal_sign: hash })
    await expect(call('eth_sendTransaction', [{}])).resolves.toBe(hash)
    await call('personal_sign', ['0x', address])
    expect(host.sent.mock.calls).toEqual([[{ scope: 'eip155:1', id: hash }]])
  })

  test('accounts and their request are of the connection', async () => {
    const { call, request } = startDirect({})
    await expect(call('eth_accounts')).resolves.toEqual([address, '0xother'])
    await expect(call('eth_requestAccounts')).resolves.toEqual([address, '0xother'])
    expect(request).not.toHaveBeenCalled()
  })

  test.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    'after %s the state is that of the wallet, event or none',
    async (method) => {
      const { call, told, provider } = startDirect({ eth_chainId: '0xa' })
      const seen = vi.fn()
      provider.on('chainChanged', seen)
      await expect(call(method, [{ chainId: '0xa' }])).resolves.toBeNull()
      await expect(call('eth_chainId')).resolves.toBe('0xa')
      expect(told).toEqual([['chainChanged', '0xa']])
      expect(seen).toHaveBeenCalledTimes(1)
    },
  )

  test('after wallet_requestPermissions the account is the one that was chosen', async () => {
    const { call } = startDirect({ wallet_requestPermissions: [], eth_accounts: [second] })
    await expect(call('wallet_requestPermissions', [{ eth_accounts: {} }])).resolves.toEqual([])
    expect(await call('eth_accounts')).toContain(second)
  })

  test('its refusals reach the dapp with their numbers, and change nothing', async () => {
    const { call, told } = startDirect({
      wallet_switchEthereumChain: refuse(4902),
      wallet_addEthereumChain: refuse(4001),
    })
    await expect(call('wallet_switchEthereumChain', [{ chainId: '0x99' }])).rejects.toMatchObject({ code: 4902 })
    await expect(call('wallet_addEthereumChain', [{ chainId: '0x99' }])).rejects.toMatchObject({ code: 4001 })
    expect(told).toEqual([])
  })

  test('a wallet that says nothing of itself holds no answer back', async () => {
    vi.useFakeTimers()
    const { call } = startDirect({ eth_chainId: new Promise(() => {}) })
    const answer = call('wallet_switchEthereumChain', [{ chainId: '0xa' }])
    await vi.advanceTimersByTimeAsync(1000)
    await expect(answer).resolves.toBeNull()
    vi.useRealTimers()
  })

  test('a wallet that the frame does not follow holds no answer back either', async () => {
    const { call, stop } = startDirect({ eth_chainId: '0xa' })
    stop()
    await expect(call('wallet_switchEthereumChain', [{ chainId: '0xa' }])).resolves.toBeNull()
  })

  describe('asked to withdraw its accounts', () => {
    const accounts = [{ eth_accounts: {} }]

    test('is asked itself, and disconnected', async () => {
      const { call, request, store, host } = startDirect({ eth_accounts: [] })
      await expect(call('wallet_revokePermissions', accounts)).resolves.toBeNull()
      expect(request.mock.calls[0]?.[0]).toEqual({ method: 'wallet_revokePermissions', params: accounts })
      expect(store.getState().accounts).toEqual({})
      expect(host.airlock.disconnect).not.toHaveBeenCalled()
    })

    test('is disconnected although it shows them still', async () => {
      const { call, host } = startDirect({ eth_accounts: [address] })
      await call('wallet_revokePermissions', accounts)
      expect(host.airlock.disconnect).toHaveBeenCalledWith({ namespace: 'eip155' })
    })

    test.each([-32601, 4200])('is disconnected although it cannot (%i)', async (code) => {
      const { call, host } = startDirect({ wallet_revokePermissions: refuse(code), eth_accounts: [address] })
      await expect(call('wallet_revokePermissions', accounts)).resolves.toBeNull()
      expect(host.airlock.disconnect).toHaveBeenCalledTimes(1)
    })

    test('stays connected if it withdraws something else, or refuses', async () => {
      const { call, host, answers } = startDirect({ eth_accounts: [address] })
      await call('wallet_revokePermissions', [{ 'endowment:permitted-chains': {} }])
      answers['wallet_revokePermissions'] = refuse(4001)
      await expect(call('wallet_revokePermissions', accounts)).rejects.toMatchObject({ code: 4001 })
      expect(host.airlock.disconnect).not.toHaveBeenCalled()
    })
  })
})

test('a call for an injected wallet reaches it without the frame, with params and answer untouched', async () => {
  const answer = { big: 1n }
  const request = vi.fn<(call: unknown) => Promise<unknown>>(() => Promise.resolve(answer))
  const direct = readProvider({ request })
  const { call, host, store } = start({ direct: () => direct })
  store.set({ accounts: { eip155: connected } })
  await expect(call('anything_goes', [1])).resolves.toBe(answer)
  expect(request).toHaveBeenCalledWith({ method: 'anything_goes', params: [1] })
  expect(host.forward).not.toHaveBeenCalled()
  const own = { code: 4001, message: 'no' }
  request.mockRejectedValueOnce(own)
  await expect(call('personal_sign')).rejects.toBe(own)
})

test('other connections go through the frames, whose list decides', async () => {
  const { call, host, store } = start()
  store.set({ accounts: { eip155: connected }, network: optimism })
  await expect(call('personal_sign', ['0x00', address])).resolves.toBe('0x5')
  expect(host.forward).toHaveBeenCalledWith({ scope: 'eip155:10', method: 'personal_sign', params: ['0x00', address] })
  host.forward.mockRejectedValue(new AirlockError('METHOD_NOT_ALLOWED'))
  for (const method of ['eth_sign', 'toString', '__proto__', 'ETH_CALL', 'eth_call ', '']) {
    await expect(call(method)).rejects.toMatchObject({ code: 4200, message: 'Requested RPC call is not allowed' })
    expect(host.forward).toHaveBeenLastCalledWith({ scope: 'eip155:10', method })
  }
})

test('undefined is sent as null in a list, and left out of an object', async () => {
  const { call, host, store } = start()
  store.set({ accounts: { eip155: connected } })
  await call('personal_sign', ['0x00', address, undefined])
  await call('eth_sendTransaction', [{ to: address, gas: undefined }])
  expect(host.forward.mock.calls.map(([{ params }]) => params)).toEqual([['0x00', address, null], [{ to: address }]])
})

test('the chain is the one that the account stands on, listed or not', async () => {
  const abroad = start()
  abroad.store.set({ accounts: { eip155: connected }, unsupported: 'eip155:153' })
  await expect(abroad.call('eth_chainId')).resolves.toBe('0x99')
  await abroad.call('eth_sendTransaction', [{}])
  const scope = 'eip155:153'
  expect(abroad.host.forward).toHaveBeenCalledWith({ scope, method: 'eth_sendTransaction', params: [{}] })
  // The active network is of another namespace.
  const beside = start()
  const there: AccountState = { ...connected, caipAddress: `eip155:10:${address}` }
  beside.store.set({ accounts: { eip155: there }, network: solana })
  await expect(beside.call('eth_chainId')).resolves.toBe('0xa')
})

test('no connection: reads go through, the rest is 4100', async () => {
  const { call, host } = start()
  for (const method of [
    'eth_blockNumber',
    'eth_call',
    'eth_getBalance',
    'eth_getTransactionReceipt',
    'eth_sendRawTransaction',
    'eth_newFilter',
    'web3_clientVersion',
  ])
    await expect(call(method)).resolves.toBe('0x5')
  expect(host.forward).toHaveBeenCalledTimes(7)
  for (const method of [
    'personal_sign',
    'eth_sendTransaction',
    'eth_signTypedData_v4',
    'wallet_sendCalls',
    'eth_sendUserOperation',
    'wallet_addEthereumChain',
    'vendor_method',
  ])
    await expect(call(method)).rejects.toMatchObject({ code: 4100 })
  expect(host.forward).toHaveBeenCalledTimes(7)
})

test('while the modal is open its list answers, which the user sees', async () => {
  const { call, host, store } = start()
  store.set({ open: true })
  host.forward.mockRejectedValue(new AirlockError('METHOD_NOT_ALLOWED'))
  await expect(call('eth_sign')).rejects.toMatchObject({ code: 4200 })
})

test('a wrong call is refused as a promise', async () => {
  const { provider } = start()
  await expect(provider.request(undefined as never)).rejects.toBeDefined()
  await expect(provider.request({} as never)).rejects.toMatchObject({ code: -32602 })
})

test('events follow the store, once per change', () => {
  const { provider, store, eip155 } = start()
  const seen: unknown[] = []
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged', 'message'])
    provider.on(event, (payload) => {
      seen.push([event, payload instanceof Error ? (payload as Error & { code: number }).code : payload])
    })
  store.set({ network: optimism }) // no account is connected: no event
  store.set({ accounts: { eip155: connected } })
  store.set({ open: true })
  store.set({ network: ethereum })
  store.set({ accounts: { eip155: { ...connected, address: '0xother' } } })
  eip155.onMessage({ type: 'x' })
  store.set({ accounts: {} })
  expect(seen).toEqual([
    ['connect', { chainId: '0xa' }],
    ['accountsChanged', [address, '0xother']],
    ['chainChanged', '0x1'],
    ['accountsChanged', ['0xother', address]],
    ['message', { type: 'x' }],
    ['accountsChanged', []],
    ['disconnect', 4900],
  ])
})

test('a listener that throws does not disturb others; a removed one hears nothing', () => {
  const report = vi.fn()
  vi.stubGlobal('queueMicrotask', report)
  const { provider, store, eip155 } = start()
  const gone = vi.fn()
  const stays = vi.fn()
  provider.on('accountsChanged', () => {
    throw new Error('mine')
  })
  provider.on('accountsChanged', gone).on('accountsChanged', stays)
  provider.removeListener('accountsChanged', gone).removeListener('chainChanged', stays)
  store.set({ accounts: { eip155: connected } })
  expect(gone).not.toHaveBeenCalled()
  expect(stays).toHaveBeenCalledTimes(1)
  expect(report).toHaveBeenCalledTimes(1)
  eip155.stop()
  store.set({ accounts: {} })
  expect(stays).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

describe('while the stored connection is being restored', () => {
  /** The page has just loaded, and its frame is loading. */
  function reload() {
    const session = createDeferred<unknown>()
    const all = start({ restoring: () => session.promise })
    all.store.set({ ready: false })
    return { ...all, session }
  }
  /** The answers so far. */
  function watch(asked: Promise<unknown>) {
    const answers: unknown[] = []
    asked.then(
      (answer) => answers.push(answer),
      (error: unknown) => answers.push(error),
    )
    return answers
  }
  const restoring: AccountState = { namespace: 'eip155', status: 'connecting', restoring: true, accounts: [] }

  test('requests wait for it, and are answered without the modal', async () => {
    const { call, host, store, session } = reload()
    const answers = [call('eth_accounts'), call('eth_requestAccounts'), call('eth_chainId'), call('eth_blockNumber')]
    const early = watch(Promise.race(answers))
    session.resolve(undefined)
    store.set({ accounts: { eip155: restoring } })
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(early).toEqual([])
    store.set({ ready: true, accounts: { eip155: connected }, network: optimism })
    const accounts = [address, '0xother']
    await expect(Promise.all(answers)).resolves.toEqual([accounts, accounts, '0xa', '0x5'])
    expect(host.airlock.connect).not.toHaveBeenCalled()
  })

  test('the accounts of one namespace do not wait for another', async () => {
    const { call, store, session } = reload()
    const asked = call('eth_accounts')
    session.resolve(undefined)
    store.set({ accounts: { eip155: connected, solana: { ...restoring, namespace: 'solana' } } })
    await expect(asked).resolves.toEqual([address, '0xother'])
  })

  test('no signed-in user any more: there is no account, and asking for one opens the modal', async () => {
    const { call, host, store, session } = reload()
    const asked = [call('eth_accounts'), call('eth_requestAccounts')]
    session.resolve(undefined)
    store.set({ ready: true, accounts: { eip155: { ...restoring, status: 'disconnected', restoring: false } } })
    await expect(Promise.all(asked)).resolves.toEqual([[], [address, '0xother']])
    expect(host.airlock.connect).toHaveBeenCalledTimes(1)
  })

  test('a frame that does not start is an error, not an account less; asking for one opens the modal', async () => {
    const { call, host, session } = reload()
    const [accounts, asked] = [call('eth_accounts'), call('eth_requestAccounts')]
    session.reject(new AirlockError('FRAME_REFUSED'))
    await expect(accounts).rejects.toMatchObject({ code: -32_000, reason: 'FRAME_REFUSED' })
    await expect(asked).resolves.toEqual([address, '0xother'])
    expect(host.airlock.connect).toHaveBeenCalledTimes(1)
  })

  test('a request for permissions opens the modal too if the frame does not start', async () => {
    vi.stubGlobal('location', { origin: 'https://app.example' })
    const { call, host, session } = reload()
    const [held, asked] = [call('wallet_getPermissions'), call('wallet_requestPermissions', [{ eth_accounts: {} }])]
    session.reject(new AirlockError('FRAME_REFUSED'))
    await expect(held).rejects.toMatchObject({ reason: 'FRAME_REFUSED' })
    await expect(asked).resolves.toMatchObject([{ parentCapability: 'eth_accounts' }])
    expect(host.airlock.connect).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  })

  test('a frame that falls silent is given up after 30 s', async () => {
    vi.useFakeTimers()
    const { call, session } = reload()
    const answers = watch(call('eth_accounts'))
    session.resolve(undefined)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(answers).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(answers).toEqual([expect.objectContaining({ code: -32_000, reason: 'TIMEOUT' })])
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })

  test('no stored connection: nothing waits', async () => {
    const { call, store } = start()
    store.set({ ready: false })
    await expect(call('eth_accounts')).resolves.toEqual([])
  })
})
