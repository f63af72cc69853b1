/** What an account did: pages, what stays after a failure, and a gateway that repeats itself. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { expect, test, vi } from 'vitest'
import { toastAtom } from '../src/modal/core/modal.ts'
import { loadMoreActivity, refreshActivity } from '../src/modal/features/activity/activity.ts'
import { record } from '../src/modal/features/ledger/ledger.ts'
import { activityAtom } from '../src/modal/features/ledger/state/activity.ts'
import texts from '../src/shared/i18n/locales/en-US.views.json' with { type: 'json' }
import { connectAccount, createTestModal, startEachAt } from './support/modal.ts'

const address = `0x${'ab'.repeat(20)}`
const account: Caip10 = `eip155:1:${address}`
const row = (nth: number, isSpam = false) => ({
  id: `id${nth}`,
  metadata: {
    operationType: 'receive',
    hash: `0x${String(nth).padStart(64, '0')}`,
    // The first is the newest.
    minedAt: new Date(1_700_000_000_000 - nth * 60_000).toISOString(),
    sentFrom: address,
    sentTo: address,
    status: 'confirmed',
    nonce: nth,
    chain: 'eip155:1',
  },
  transfers: [
    isSpam
      ? { nft_info: { name: 'x', flags: { is_spam: true } }, direction: 'in', quantity: { numeric: '1' } }
      : { fungible_info: { symbol: 'ETH' }, direction: 'in', quantity: { numeric: String(nth) } },
  ],
})

startEachAt(1_700_000_100_000)

function start() {
  const modal = createTestModal()
  const pages = new Map<string, unknown>()
  const asked: string[] = []
  /** Transactions that the nodes were asked for. */
  const nodes: string[] = []
  const state = { status: 200 }
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    if (url.startsWith('https://node.example')) {
      const { id, params } = JSON.parse(body ?? '') as { id: number; params: readonly string[] }
      nodes.push(params[0] ?? '')
      return Response.json({ jsonrpc: '2.0', id, result: null })
    }
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/v1/supported-chains') return Response.json({ http: ['eip155:1'], ws: [] })
    const cursor = searchParams.get('cursor') ?? ''
    asked.push(cursor)
    return Response.json(pages.get(cursor) ?? { data: [], next: null }, { status: state.status })
  })
  const context = {
    ...modal.context,
    project: {
      ...modal.context.project,
      gatewayUrl: 'https://gateway.example',
      rpc: { 'eip155:1': ['https://node.example/activity'] },
    },
  }
  connectAccount(modal.store, account)
  const list = () => {
    const activity = modal.store.get(activityAtom)[account]
    return activity && 'entries' in activity ? activity.entries.map(({ nonce }) => nonce) : activity?.status
  }
  return { ...modal, context, pages, asked, nodes, state, list, toast: () => modal.store.get(toastAtom)?.key }
}

test('pages follow each other, each is asked once, and the last one ends the list', async () => {
  const { context, pages, asked, list } = start()
  pages.set('', { data: [row(1), row(2)], next: 'b' })
  pages.set('b', { data: [row(3)], next: '' })
  await Promise.all([refreshActivity(context), refreshActivity(context)])
  expect(list()).toEqual([1, 2])
  await Promise.all([loadMoreActivity(context), loadMoreActivity(context)])
  await loadMoreActivity(context)
  expect(list()).toEqual([1, 2, 3])
  expect(asked).toEqual(['', 'b'])
})

test('a transaction of this site that the list has is looked up before its next turn', async () => {
  const { context, pages, nodes } = start()
  pages.set('', { data: [row(1)], next: null })
  record(context, 'eip155:1', row(2).metadata.hash)
  await refreshActivity(context)
  await vi.advanceTimersByTimeAsync(100)
  expect(nodes).toEqual([])
  record(context, 'eip155:1', row(1).metadata.hash)
  await refreshActivity(context, { isAsked: true })
  await vi.waitFor(() => expect(nodes).toContain(row(1).metadata.hash))
  expect(nodes).not.toContain(row(2).metadata.hash)
})

test('a list is read again after 30 s or when the user asks; what was read below stays', async () => {
  const { context, pages, asked, list } = start()
  pages.set('', { data: [row(2), row(3)], next: 'b' })
  pages.set('b', { data: [row(4)], next: null })
  await refreshActivity(context)
  await loadMoreActivity(context)
  await refreshActivity(context)
  expect(asked).toEqual(['', 'b'])
  pages.set('', { data: [row(1), row(2), row(3)], next: 'b' })
  await refreshActivity(context, { isAsked: true })
  expect(list()).toEqual([1, 2, 3, 4])
  vi.advanceTimersByTime(30_001)
  await refreshActivity(context)
  expect(asked).toHaveLength(4)
})

test('an entry that a reorganisation has undone goes, and pages that do not meet are not joined', async () => {
  const { context, pages, list } = start()
  pages.set('', { data: [row(2), row(3)], next: 'b' })
  await refreshActivity(context)
  pages.set('', { data: [row(3)], next: 'b' })
  await refreshActivity(context, { isAsked: true })
  expect(list()).toEqual([3])
  pages.set('', { data: [row(0), row(1)], next: 'a' })
  await refreshActivity(context, { isAsked: true })
  expect(list()).toEqual([0, 1])
})

test('a failure says so once, keeps what is known, and is no list where nothing is known', async () => {
  const { context, pages, state, list, toast } = start()
  state.status = 503
  await refreshActivity(context)
  expect([list(), toast()]).toEqual(['failed', 'toast.fetchTransactionsFailed'])
  state.status = 200
  pages.set('', { data: [row(1)], next: 'b' })
  await refreshActivity(context)
  state.status = 503
  await refreshActivity(context, { isAsked: true })
  await loadMoreActivity(context)
  expect(list()).toEqual([1])
})

test('each failure, of the first page and of the next, is an event and the toast of the specification', async () => {
  const { context, pages, state, told, names } = start()
  state.status = 503
  await refreshActivity(context)
  expect(names()).toEqual(['ERROR_FETCH_TRANSACTIONS'])
  state.status = 200
  pages.set('', { data: [row(1)], next: 'b' })
  await refreshActivity(context)
  state.status = 503
  await loadMoreActivity(context)
  expect(names()).toEqual(['ERROR_FETCH_TRANSACTIONS', 'LOAD_MORE_TRANSACTIONS', 'ERROR_FETCH_TRANSACTIONS'])
  // Neither the address nor the project's key, which AppKit counts, too.
  const events = told.filter(({ type }) => type === 'EVENT').map(({ payload }) => (payload as { props: object }).props)
  expect(new Set(events.flatMap(Object.keys))).toEqual(new Set(['isSmartAccount']))
  expect(texts['toast.fetchTransactionsFailed']).toBe('Failed to fetch transactions')
  expect(texts['toast.tokenBalanceUnavailable']).toBe('Token Balance Unavailable')
})

test('spam is passed over, but not without end, and a cursor that repeats ends the list [C106]', async () => {
  const { context, pages, asked, list } = start()
  pages.set('', { data: [row(1, true)], next: 'b' })
  pages.set('b', { data: [row(2)], next: 'b' })
  await refreshActivity(context)
  expect(list()).toEqual([2])
  await loadMoreActivity(context)
  expect(asked).toEqual(['', 'b'])
  for (let nth = 0; nth < 20; nth += 1)
    pages.set(nth === 0 ? '' : `s${nth}`, { data: [row(nth, true)], next: `s${nth + 1}` })
  await refreshActivity(context, { isAsked: true })
  expect(asked.length).toBeLessThanOrEqual(7)
})

test('a row that is no transaction does not cost the others [C106]', async () => {
  const { context, pages, list } = start()
  const bad = { ...row(1), transfers: [{ direction: 'in', quantity: { numeric: '-1' } }] }
  pages.set('', { data: [bad, 'hello', { ...row(2), metadata: { ...row(2).metadata, minedAt: 'soon' } }, row(3)] })
  await refreshActivity(context)
  expect(list()).toEqual([3])
})
