/** The transactions of the site: each ends with one event, and the page's list of what is pending follows. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { toastAtom } from '../src/modal/core/modal.ts'
import { lookAtListed, openLedgers, record } from '../src/modal/features/ledger/ledger.ts'
import { toast } from '../src/modal/session/notify.ts'
import { snapshotAtom } from '../src/modal/session/snapshot.ts'
import { setConnectionAtom } from '../src/modal/session/state/accounts.ts'
import { networksAtom } from '../src/modal/session/state/network.ts'
import { connectAccount, createTestModal, network, startEachAt } from './support/modal.ts'

const address = `0x${'ab'.repeat(20)}`
const stranger = `0x${'cd'.repeat(20)}`
const account: Caip10 = `eip155:1:${address}`
const node = 'https://node.example/ledger'
const idOf = (nth: number) => `0x${String(nth).padStart(64, '0')}`
const minute = 60_000
/** Of an approval: `approve(stranger, 1)`. */
const approval = `0x095ea7b3${stranger.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`

startEachAt(1_700_000_000_000)

/** What the node says: of a transaction in a block, of one that waits, and of the account's nonce. */
interface Chain {
  receipt: { status: string } | null
  sent: { from: string; nonce: string } | null
  used: number
}

function start() {
  const modal = createTestModal()
  const chain: Chain = { receipt: null, sent: null, used: 0 }
  const results: Readonly<Record<string, () => unknown>> = {
    eth_getTransactionReceipt: () => chain.receipt && { ...chain.receipt, from: address },
    eth_getTransactionByHash: () => chain.sent && { to: stranger, value: '0x1', input: '0x', ...chain.sent },
    eth_getTransactionCount: () => `0x${chain.used.toString(16)}`,
    eth_getBalance: () => '0x0',
  }
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const { id, method } = JSON.parse(body) as { id: number; method: string }
    return Response.json({ jsonrpc: '2.0', id, result: results[method]?.() ?? null })
  })
  const listed = ['eip155:1', 'eip155:8453'] as const
  const context = {
    ...modal.context,
    project: { ...modal.context.project, rpc: Object.fromEntries(listed.map((id) => [id, [node]])) },
  }
  modal.store.set(networksAtom, [network(1), network(8453)])
  connectAccount(modal.store, account)
  const told = () =>
    modal.told.flatMap(({ type, payload }) =>
      type === 'TRANSACTION' ? [(payload as { id: string; status: string }).status] : [],
    )
  const pending = () => modal.store.get(snapshotAtom).accounts[0]?.pending
  /** Lets looks at the nodes pass until the page has been told of the end. */
  const settled = async () => {
    for (let look = 0; told().length < 2 && look < 600; look++) await vi.advanceTimersByTimeAsync(15_000)
    return told()
  }
  return { ...modal, context, chain, told, pending, settled }
}

// Loaded here, so that no look waits for a file.
beforeAll(() => import('../src/shared/chains/eip155/driver.ts'))

test.each<[string, Partial<Chain>]>([
  ['confirmed', { receipt: { status: '0x1' }, sent: { from: address, nonce: '0x7' } }],
  ['failed', { receipt: { status: '0x0' }, sent: { from: address, nonce: '0x7' } }],
  ['dropped', {}],
])('a transaction that is %s ends with that event, once, and is pending no longer', async (status, then) => {
  const { context, chain, told, pending, settled } = start()
  expect(pending()).toBeUndefined()
  record(context, 'eip155:1', idOf(1))
  expect(told()).toEqual(['pending'])
  expect(pending()).toEqual([{ network: 'eip155:1', id: idOf(1) }])
  Object.assign(chain, then)
  expect(await settled()).toEqual(['pending', status])
  expect(pending()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(10 * minute)
  expect(told()).toEqual(['pending', status])
})

test.each([
  ['0x1', { moved: { amount: '12.5', label: 'TST', address: stranger } }, 'toast.transactionSent'],
  ['0x1', {}, 'toast.transactionSent'],
  ['0x1', { operation: 'approve' }, 'toast.transactionConfirmed'],
  ['0x0', {}, 'toast.transactionFailed'],
] as const)('the toast that it has started gives way to its outcome: %s %o', async (status, more, key) => {
  const { context, store, chain, settled } = start()
  record(context, 'eip155:1', idOf(1), 'wallet', { operation: 'send', to: stranger, ...more })
  toast(context, 'success', 'toast.transactionStarted', { id: idOf(1) })
  const value = '0x1bc16d674ec80000' // 2 ether
  const input = 'operation' in more ? approval : '0x'
  Object.assign(chain, { receipt: { status }, sent: { from: address, nonce: '0x7', value, input } })
  await settled()
  const shown = store.get(toastAtom)
  expect(shown?.key).toBe(key)
  if (key === 'toast.transactionSent')
    expect(shown?.values).toEqual('moved' in more ? { amount: '12.5', symbol: 'TST' } : { amount: '2', symbol: 'ETH' })
})

test('a transaction of the history is looked at at once, and reported once', async () => {
  const { context, store, chain, told } = start()
  record(context, 'eip155:1', idOf(1), 'wallet', { operation: 'send', to: stranger })
  toast(context, 'success', 'toast.transactionStarted', { id: idOf(1) })
  Object.assign(chain, {
    receipt: { status: '0x1' },
    sent: { from: address, nonce: '0x7', value: '0x1bc16d674ec80000' },
  })
  await lookAtListed(context, account, new Set([idOf(2)]))
  expect(told()).toEqual(['pending'])
  const looks = Promise.all([1, 2].map(() => lookAtListed(context, account, new Set([idOf(1), idOf(2)]))))
  await vi.advanceTimersByTimeAsync(100)
  expect(store.get(toastAtom)?.key).toBe('toast.transactionSent')
  await looks
  expect(told()).toEqual(['pending', 'confirmed'])
})

test('a toast of something else stays', async () => {
  const { context, store, chain, settled } = start()
  record(context, 'eip155:1', idOf(1), 'wallet', { operation: 'send', to: stranger })
  toast(context, 'success', 'toast.transactionStarted', { id: idOf(2) })
  Object.assign(chain, { receipt: { status: '0x1' }, sent: { from: address, nonce: '0x7' } })
  await settled()
  expect(store.get(toastAtom)?.key).toBe('toast.transactionStarted')
})

test('a transaction whose nonce another one took is replaced', async () => {
  const { context, chain, pending, settled } = start()
  record(context, 'eip155:1', idOf(1))
  chain.sent = { from: address, nonce: '0x7' }
  await vi.advanceTimersByTimeAsync(5_000)
  expect(pending()).toHaveLength(1)
  Object.assign(chain, { sent: null, used: 8 })
  expect(await settled()).toEqual(['pending', 'replaced'])
  expect(pending()).toBeUndefined()
})

test('a transaction that only the page has reported ends for the page, too, if it is another account’s [C107]', async () => {
  const { context, chain, pending, settled } = start()
  chain.sent = { from: stranger, nonce: '0x7' }
  record(context, 'eip155:1', idOf(1), 'page')
  expect(pending()).toHaveLength(1)
  expect(await settled()).toEqual(['pending', 'dropped'])
  expect(pending()).toBeUndefined()
})

test('the list has all networks of the account, the newest first, and not those of another account', async () => {
  const { context, pending, store } = start()
  record(context, 'eip155:1', idOf(1))
  vi.setSystemTime(Date.now() + 1)
  record(context, 'eip155:8453', idOf(2))
  expect(pending()).toEqual([
    { network: 'eip155:8453', id: idOf(2) },
    { network: 'eip155:1', id: idOf(1) },
  ])
  store.set(setConnectionAtom, 'eip155', {
    status: 'connected',
    wallet: { id: 'w', type: 'announced', name: 'Wallet' },
    accounts: [`eip155:1:${stranger}`],
    active: `eip155:1:${stranger}`,
    chainId: 'eip155:1',
  })
  expect(pending()).toBeUndefined()
})

test('a pending transaction is still pending when the page comes back', () => {
  const first = start()
  record(first.context, 'eip155:1', idOf(1))
  const second = start()
  const { storage } = second.context
  openLedgers({
    ...second.context,
    storage: {
      ...storage,
      keys: () => [...first.memory.keys()],
      read: (key, schema) => schema.parse(first.memory.get(key)),
    },
  })
  expect(second.pending()).toEqual([{ network: 'eip155:1', id: idOf(1) }])
})
