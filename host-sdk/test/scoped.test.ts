/** A call for one network, with an injected wallet that has one network at a time, and with a connection in the frames. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { expect, test, vi } from 'vitest'
import { createProvider } from '../src/providers/eip1193.ts'
import { runScoped, type ScopedHost } from '../src/providers/scoped.ts'
import { createStore } from '../src/store/store.ts'
import type { CaipNetworkId, ScopedCall } from '../src/types.ts'
import { account } from './libraries-support.ts'
import { emptyState, ethereum, optimism, solana } from './support.ts'
import { accountAt, solanaKey } from './universal-support.ts'

function start({ injected = true, switches = true } = {}) {
  const accounts = {
    eip155: accountAt(`eip155:1:${account}`),
    solana: accountAt(`${solana.caipNetworkId}:${solanaKey}`),
  }
  const store = createStore({ ...emptyState, accounts })
  const wallet = vi.fn<(call: { method: string; params?: unknown }) => Promise<unknown>>(async () => '0xwallet')
  const identity = {}
  const direct = { identity, request: wallet, on: () => {}, off: () => {} } as unknown as ReturnType<
    ScopedHost['direct']
  > // as: listens to nothing
  const forward = vi.fn<ScopedHost['forward']>(async () => '0xframes')
  const switchNetwork = vi.fn<ScopedHost['airlock']['switchNetwork']>(async (id) => {
    if (switches)
      store.set({ accounts: { ...store.getState().accounts, eip155: accountAt(`${id as CaipNetworkId}:${account}`) } })
    return optimism
  })
  const parts = {
    networks: [ethereum, optimism, solana],
    getState: store.getState,
    subscribe: store.subscribe,
    ready: Promise.resolve(),
    connect: vi.fn<ScopedHost['airlock']['connect']>(),
    disconnect: vi.fn<ScopedHost['airlock']['disconnect']>(),
    switchNetwork,
  }
  const host = {
    store,
    direct: () => (injected ? direct : undefined),
    restoring: () => undefined,
    sent: vi.fn<ScopedHost['sent']>(),
    forward,
  }
  const { provider } = createProvider({ ...host, airlock: parts })
  const scoped: ScopedHost = { ...host, airlock: { ...parts, provider: () => provider } }
  const ask = async (call: ScopedCall): Promise<unknown> => runScoped(scoped, call)
  return { ask, wallet, forward, switchNetwork, store, sent: host.sent }
}

test('a connection in the frames is asked for the network, whichever it is on', async () => {
  const { ask, forward, switchNetwork } = start({ injected: false })
  const call = { scope: 'eip155:10', method: 'eth_sendTransaction', params: [{ to: account }] } as const
  expect(await ask(call)).toBe('0xframes')
  expect(forward).toHaveBeenCalledWith(call)
  const onSolana = { scope: solana.caipNetworkId, method: 'solana_signMessage', params: { message: '2' } }
  await ask(onSolana)
  expect(forward).toHaveBeenLastCalledWith(onSolana)
  expect(switchNetwork).not.toHaveBeenCalled()
})

test('the network of the scope is what is answered locally', async () => {
  const { ask, forward, wallet } = start()
  expect(await ask({ scope: 'eip155:10', method: 'eth_chainId' })).toBe('0xa')
  expect(await ask({ scope: 'eip155:10', method: 'net_version' })).toBe('10')
  expect(await ask({ scope: 'eip155:10', method: 'eth_accounts' })).toEqual([account])
  expect([forward.mock.calls, wallet.mock.calls]).toEqual([[], []])
})

test('an injected wallet is switched before it is asked to sign, and reads of other networks go to the nodes', async () => {
  const { ask, wallet, forward, switchNetwork, sent } = start()
  await ask({ scope: 'eip155:1', method: 'eth_getBalance', params: [account, 'latest'] })
  expect(wallet).toHaveBeenCalledTimes(1)
  const read = { scope: 'eip155:10', method: 'eth_getBalance', params: [account, 'latest'] } as const
  await ask(read)
  expect(forward).toHaveBeenCalledWith(read)
  await ask({ scope: 'eip155:10', method: 'personal_sign', params: ['0x00', account] })
  expect(switchNetwork).not.toHaveBeenCalled()
  expect(await ask({ scope: 'eip155:10', method: 'eth_sendTransaction', params: [{ to: account }] })).toBe('0xwallet')
  expect(switchNetwork).toHaveBeenCalledWith('eip155:10')
  expect(wallet).toHaveBeenLastCalledWith({
    method: 'eth_sendTransaction',
    params: [{ to: account, chainId: '0xa' }],
  })
  expect(sent).toHaveBeenCalledWith({ scope: 'eip155:10', id: '0xwallet' })
})

test('[C233] a wallet that did not switch is asked nothing', async () => {
  const { ask, wallet } = start({ switches: false })
  const call = { scope: 'eip155:10', method: 'eth_sendTransaction', params: [{ to: account }] } as const
  await expect(ask(call)).rejects.toMatchObject({ code: 4901 })
  expect(wallet).not.toHaveBeenCalled()
})

test('[C233] a transaction for another network than the scope is refused before anything is asked', async () => {
  const { ask, wallet, switchNetwork } = start()
  for (const chainId of ['0x1', 1, '1'])
    await expect(
      ask({ scope: 'eip155:10', method: 'eth_sendTransaction', params: [{ to: account, chainId }] }),
    ).rejects.toMatchObject({ code: -32602 })
  await expect(ask({ scope: 'eip155:10', method: 'eth_sendTransaction', params: 'x' })).rejects.toMatchObject({
    code: -32602,
  })
  expect([wallet.mock.calls, switchNetwork.mock.calls]).toEqual([[], []])
})

test('[C233] a second call waits with its switch until the first is answered', async () => {
  const { ask, wallet, switchNetwork } = start()
  const answers: ((value: unknown) => void)[] = []
  wallet.mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  const first = ask({ scope: 'eip155:1', method: 'eth_sendTransaction', params: [{ to: account }] })
  const second = ask({ scope: 'eip155:10', method: 'eth_sendTransaction', params: [{ to: account }] })
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  expect(switchNetwork).not.toHaveBeenCalled()
  answers[0]?.('0x1')
  expect(await first).toBe('0x1')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  expect(switchNetwork.mock.calls).toEqual([['eip155:10']])
  answers[1]?.('0x2')
  expect(await second).toBe('0x2')
})

test('after a decline the next call is asked', async () => {
  const { ask, switchNetwork } = start()
  switchNetwork.mockRejectedValueOnce(new AirlockError('USER_REJECTED'))
  const call = { scope: 'eip155:10', method: 'wallet_sendCalls', params: [{}] } as const
  await expect(ask(call)).rejects.toMatchObject({ code: 4001, reason: 'USER_REJECTED' })
  expect(await ask(call)).toBe('0xwallet')
})

test.each<[what: string, call: object, code: number]>([
  ['a network that the instance does not have', { scope: 'eip155:5', method: 'eth_call' }, 4902],
  ['no network', { scope: 'eip155', method: 'eth_call' }, -32602],
  ['a scope that is no text', { scope: 1, method: 'eth_call' }, -32602],
  ['a method that is no text', { scope: 'eip155:1', method: 1 }, -32602],
  ['params that are no JSON', { scope: 'eip155:1', method: 'eth_call', params: [1n] }, -32602],
  ['what concerns the connection', { scope: 'eip155:1', method: 'wallet_switchEthereumChain' }, 4200],
])('%s: %s', async (_, call, code) => {
  const { ask, wallet, forward } = start()
  await expect(ask(call as ScopedCall)).rejects.toMatchObject({ code })
  expect([wallet.mock.calls, forward.mock.calls]).toEqual([[], []])
})

test('no connection in the namespace: 4100', async () => {
  const { ask, store, forward } = start()
  store.set({ accounts: {} })
  await expect(ask({ scope: solana.caipNetworkId, method: 'solana_signMessage' })).rejects.toMatchObject({ code: 4100 })
  expect(forward).not.toHaveBeenCalled()
})
