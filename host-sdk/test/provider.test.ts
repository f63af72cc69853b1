import { AirlockError } from '@airlock/protocol/errors.ts'
import { expect, test, vi } from 'vitest'
import { readProvider } from '../src/injected/read.ts'
import { createProvider, type ProviderHost } from '../src/providers/eip1193.ts'
import { createStore } from '../src/store/store.ts'
import type { AccountState, State } from '../src/types.ts'
import { address, ethereum, optimism } from './support.ts'

const connected: AccountState = {
  namespace: 'eip155',
  status: 'connected',
  restoring: false,
  address,
  caipAddress: `eip155:1:${address}`,
  accounts: [`eip155:1:${address}`, `eip155:10:${address}`, 'eip155:1:0xother'],
}

function start(more: Partial<ProviderHost> = {}) {
  const initial: State = { ready: true, open: false, accounts: {}, theme: 'light', persistence: 'memory', health: 'ok' }
  const store = createStore(initial)
  const connect = vi.fn<ProviderHost['airlock']['connect']>(() => {
    store.set({ accounts: { eip155: connected } })
    return Promise.resolve(connected)
  })
  const host = {
    store,
    first: () => ethereum,
    direct: vi.fn<ProviderHost['direct']>(() => undefined),
    airlock: {
      connect,
      disconnect: vi.fn(() => Promise.resolve()),
      switchNetwork: vi.fn((id: unknown) =>
        id === 'eip155:10' ? Promise.resolve(optimism) : Promise.reject(new AirlockError('CHAIN_NOT_SUPPORTED')),
      ),
    },
    forward: vi.fn(() => Promise.resolve('0x5')),
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

test('with an injected wallet a call goes straight to it, untouched both ways', async () => {
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

test('other connections go through the frames, by name', async () => {
  const { call, host, store } = start()
  store.set({ accounts: { eip155: connected }, network: optimism })
  await expect(call('personal_sign', ['0x00', address])).resolves.toBe('0x5')
  expect(host.forward).toHaveBeenCalledWith({ scope: 'eip155:10', method: 'personal_sign', params: ['0x00', address] })
  for (const method of ['eth_sign', 'toString', '__proto__', 'ETH_CALL', 'eth_call ', ''])
    await expect(call(method)).rejects.toMatchObject({ code: 4200, message: 'Requested RPC call is not allowed' })
  expect(host.forward).toHaveBeenCalledTimes(1)
})

test('without a connection reads go through, the rest is 4100', async () => {
  const { call, host } = start()
  for (const method of [
    'eth_blockNumber',
    'eth_call',
    'eth_getBalance',
    'eth_getTransactionReceipt',
    'eth_sendRawTransaction',
  ])
    await expect(call(method)).resolves.toBe('0x5')
  expect(host.forward).toHaveBeenCalledTimes(5)
  for (const method of [
    'personal_sign',
    'eth_sendTransaction',
    'eth_signTypedData_v4',
    'wallet_sendCalls',
    'eth_sendUserOperation',
  ])
    await expect(call(method)).rejects.toMatchObject({ code: 4100 })
})

test('a wrong call is refused as a promise', async () => {
  const { provider } = start()
  await expect(provider.request(undefined as never)).rejects.toBeDefined()
  await expect(provider.request({} as never)).rejects.toMatchObject({ code: 4200 })
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
