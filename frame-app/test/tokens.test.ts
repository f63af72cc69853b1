/** What an account holds: how often the gateway is asked, and what becomes of an answer that is late, wrong or missing. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { expect, test, vi } from 'vitest'
import { toastAtom } from '../src/modal/core/modal.ts'
import { tokensAtom } from '../src/modal/features/assets/state/tokens.ts'
import { refreshTokens, watchTokens } from '../src/modal/features/assets/tokens.ts'
import { connectAccount, createTestModal, startEachAt } from './support/modal.ts'

const address = `0x${'ab'.repeat(20)}`
const account: Caip10 = `eip155:1:${address}`
const ether = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 0,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: '',
}

startEachAt(1_000_000)

function start(gatewayUrl: string | undefined = 'https://gateway.example') {
  const modal = createTestModal()
  const asked: URL[] = []
  const state = { balances: [ether] as unknown, status: 200, chains: ['eip155:1', 'eip155:10'] }
  vi.stubGlobal('fetch', async (url: string) => {
    const to = new URL(url)
    asked.push(to)
    if (to.pathname === '/v1/supported-chains') return Response.json({ http: state.chains, ws: [] })
    return Response.json({ balances: state.balances }, { status: state.status })
  })
  const context = { ...modal.context, project: { ...modal.context.project, ...(gatewayUrl && { gatewayUrl }) } }
  const connect = (active: Caip10) => connectAccount(modal.store, active)
  connect(account)
  return {
    ...modal,
    context,
    state,
    connect,
    tokens: () => modal.store.get(tokensAtom)[account],
    toast: () => modal.store.get(toastAtom)?.key,
    balances: () => asked.filter(({ pathname }) => pathname.endsWith('/balance')),
  }
}

test('the gateway is asked for the account on its network, once per 30 s, and at once when the user asks', async () => {
  const { context, tokens, balances } = start()
  await Promise.all([refreshTokens(context), refreshTokens(context)])
  await refreshTokens(context)
  expect(balances()).toHaveLength(1)
  const [asked] = balances()
  expect(asked?.pathname).toBe(`/v1/account/${address}/balance`)
  expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
    projectId: 'test',
    currency: 'usd',
    chainId: 'eip155:1',
  })
  expect(tokens()).toMatchObject({ status: 'ready', tokens: [{ symbol: 'ETH', amount: '1.5' }] })
  await refreshTokens(context, { isAsked: true })
  vi.advanceTimersByTime(30_001)
  await refreshTokens(context)
  expect(balances()).toHaveLength(3)
})

test('a failure shows one toast, and is retried after 30 s or when the user asks', async () => {
  const { context, state, tokens, toast, balances } = start()
  state.status = 503
  await refreshTokens(context)
  expect(tokens()).toEqual({ status: 'failed' })
  expect(toast()).toBe('toast.tokenBalanceUnavailable')
  await refreshTokens(context)
  expect(balances()).toHaveLength(1)
  await refreshTokens(context, { isAsked: true })
  expect(balances()).toHaveLength(2)
  state.status = 200
  vi.advanceTimersByTime(30_001)
  await refreshTokens(context)
  expect(tokens()).toMatchObject({ status: 'ready' })
})

test('a list stays, with its age, when the next request fails', async () => {
  const { context, state, tokens } = start()
  await refreshTokens(context)
  state.status = 503
  await refreshTokens(context, { isAsked: true })
  expect(tokens()).toMatchObject({ status: 'stale', tokens: [{ symbol: 'ETH' }], asOf: 1_000_000 })
})

test.each<[string, unknown]>([
  ['no list', 'hello'],
  ['a negative amount', [{ ...ether, quantity: { decimals: '18', numeric: '-1' } }]],
  ['an amount with an exponent', [{ ...ether, quantity: { decimals: '18', numeric: '1e9' } }]],
  ['decimals that are none', [{ ...ether, quantity: { decimals: '-3', numeric: '1' } }]],
  ['a price that is no number', [{ ...ether, price: '1' }]],
  ['a name without end', [{ ...ether, name: 'x'.repeat(1_000_000) }]],
])('an answer with %s is a failure, and nothing of it is shown [C104]', async (_, balances) => {
  const { context, state, tokens } = start()
  state.balances = balances
  await refreshTokens(context)
  expect(tokens()).toEqual({ status: 'failed' })
})

test('one row that is no balance does not cost the others', async () => {
  const { context, state, tokens } = start()
  state.balances = [{ ...ether, quantity: { decimals: '18', numeric: '-1' } }, ether]
  await refreshTokens(context)
  expect(tokens()).toMatchObject({ status: 'ready', tokens: [{ symbol: 'ETH', amount: '1.5' }] })
})

test('a balance on another network is not one on this', async () => {
  const { context, state, tokens } = start()
  state.balances = [ether, { ...ether, chainId: 'eip155:10', symbol: 'OTHER' }]
  await refreshTokens(context)
  expect(tokens()).toMatchObject({ tokens: [{ symbol: 'ETH' }] })
})

test('a network that the gateway does not serve is shown as such, without a request for balances', async () => {
  const { context, state, tokens, toast, balances } = start()
  state.chains = ['eip155:10']
  await refreshTokens(context)
  expect(tokens()).toEqual({ status: 'unsupported' })
  expect(toast()).toBe('toast.tokenBalanceUnavailable')
  expect(balances()).toEqual([])
})

test('no gateway: there are no requests', async () => {
  const { context, tokens, balances } = start('')
  await refreshTokens(context)
  expect([tokens(), balances()]).toEqual([undefined, []])
})

test('a visible list is refreshed with time and account, and a hidden one makes no requests', async () => {
  const { context, state, connect, balances } = start()
  const stop = watchTokens(context)
  await vi.advanceTimersByTimeAsync(30_001)
  expect(balances()).toHaveLength(2)
  state.balances = [{ ...ether, chainId: 'eip155:10' }]
  connect(`eip155:10:${address}`)
  await vi.advanceTimersByTimeAsync(1)
  expect(balances()).toHaveLength(3)
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(balances()).toHaveLength(3)
})
