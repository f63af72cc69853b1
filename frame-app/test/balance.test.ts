/** The native balance: how often the nodes are asked, and what stays when they do not answer. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { healthAtom, isOpenAtom } from '../src/modal/core/modal.ts'
import { refreshBalance } from '../src/modal/session/balance.ts'
import { balancesAtom } from '../src/modal/session/state/balance.ts'
import { watchBalance } from '../src/modal/session/watch-balance.ts'
import { connectAccount, createTestModal, startEachAt } from './support/modal.ts'

const account: Caip10 = `eip155:1:0x${'ab'.repeat(20)}`

// Loaded here, so that no read waits for a file.
beforeAll(() => import('../src/shared/chains/eip155/driver.ts'))
startEachAt(1_000_000)

function start() {
  const modal = createTestModal()
  const node = { result: '0xde0b6b3a7640000', status: 200, asked: 0 }
  vi.stubGlobal('fetch', async () => {
    node.asked += 1
    return Response.json({ jsonrpc: '2.0', id: 1, result: node.result }, { status: node.status })
  })
  const rpc = { 'eip155:1': [`https://node.example/${Math.random()}`] }
  const context = { ...modal.context, project: { ...modal.context.project, rpc } }
  connectAccount(modal.store, account)
  return {
    context,
    store: modal.store,
    node,
    balance: () => modal.store.get(balancesAtom)[account],
    health: () => modal.store.get(healthAtom),
  }
}

test('a balance is kept for 30 s, and read at once when it must be', async () => {
  const { context, node, balance } = start()
  await Promise.all([refreshBalance(context), refreshBalance(context)])
  expect(balance()).toEqual({ status: 'ready', formatted: '1.000', symbol: 'ETH', asOf: 1_000_000 })
  vi.advanceTimersByTime(29_000)
  await refreshBalance(context)
  expect(node.asked).toBe(1)
  await refreshBalance(context, { force: true })
  expect(node.asked).toBe(2)
  vi.advanceTimersByTime(30_001)
  await refreshBalance(context)
  expect(node.asked).toBe(3)
})

test('a node that does not answer leaves the last balance, with its age; without one there is none', async () => {
  const { context, node, balance, health } = start()
  node.status = 502
  await refreshBalance(context)
  expect([balance(), health()]).toEqual([{ status: 'failed' }, 'degraded'])
  node.status = 200
  await refreshBalance(context, { force: true })
  node.status = 502
  vi.advanceTimersByTime(31_000)
  await refreshBalance(context, { force: true })
  expect(balance()).toMatchObject({ status: 'stale', formatted: '1.000', asOf: 1_000_000 })
})

test('a balance of more than 256 bits is dropped', async () => {
  const { context, node, balance } = start()
  node.result = `0x1${'0'.repeat(64)}`
  await refreshBalance(context)
  expect(balance()).toEqual({ status: 'failed' })
})

test.each([
  ['a node that says that it is unavailable is left alone until the modal is opened again', 503, 0],
  ['a node that fails is asked every ten seconds', 500, 3],
])('%s', async (_, status, again) => {
  const { context, store, node, health } = start()
  node.status = status
  store.set(isOpenAtom, true)
  watchBalance(context)
  await vi.advanceTimersByTimeAsync(1_000)
  const first = node.asked
  expect(first).toBeGreaterThan(0)
  expect(health()).toBe('degraded')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(node.asked - first).toBe(again)
  store.set(isOpenAtom, false)
  node.status = 200
  store.set(isOpenAtom, true)
  watchBalance(context)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(node.asked - first).toBeGreaterThan(again)
  expect(health()).toBe('ok')
  store.set(isOpenAtom, false)
})
