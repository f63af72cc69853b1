/** Calls whose fee a sponsor pays: the account view gets their transaction when they are in a block, with what became of the calls. */
import type { Json } from '@airlock/protocol/json.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { ledgersAtom } from '../src/modal/features/ledger/state/ledger.ts'
import { rpcRequest } from '../src/modal/host/rpc-request.ts'
import { connectionsAtom, setConnectionAtom } from '../src/modal/session/state/accounts.ts'
import { storeConnection } from '../src/modal/session/store-connection.ts'
import { createTestConnector, createTestModal, startEachAt, use } from './support/modal.ts'

const hash = `0x${'ef'.repeat(32)}`
const minute = 60_000

// Loaded here, so that no question waits for a file.
beforeAll(() => import('../src/modal/host/sent-calls.ts'))
startEachAt(1_700_000_000_000)

const receipts = (status: '0x0' | '0x1') => [{ transactionHash: hash, status }]
const named = { capabilities: { caip345: { caip2: 'eip155:10', transactionHashes: [hash] } } }
const pending = { status: 100, receipts: [] }
const confirmed = { status: 200, receipts: receipts('0x1'), ...named }

/** A page with an embedded wallet, whose answers the test decides. */
async function start({
  type = 'auth' as const,
  taken = { id: 'a' } as Json,
}: {
  type?: 'auth' | 'walletConnect'
  taken?: Json
} = {}) {
  const modal = createTestModal()
  let state: Json = pending
  const asked: string[] = []
  const { connector, address } = createTestConnector({
    type,
    handle: undefined,
    request: (method) => {
      asked.push(method)
      return Promise.resolve(method === 'wallet_sendCalls' ? taken : state)
    },
  })
  use(modal.store, connector)
  const { signal } = new AbortController()
  storeConnection(modal.context, connector, await connector.connect({ signal }))
  const ask = (method: string, params: Json) =>
    rpcRequest(modal.context, { scope: 'eip155:1', method, params }, { signal, waitsForPerson() {} })
  const calls = [{ to: address, value: '0x0' }]
  return {
    ...modal,
    asked,
    address,
    ask,
    send: () => ask('wallet_sendCalls', [{ version: '2.0.0', chainId: '0xa', atomicRequired: true, calls }]),
    answer: (next: Json) => {
      state = next
    },
    ledger: () => Object.entries(modal.store.get(ledgersAtom)).filter(([, ledger]) => ledger.length > 0),
    told: () => modal.told.filter(({ type: what }) => what === 'TRANSACTION').map(({ payload }) => payload),
  }
}

test('calls appear on the network that they name, once they are in a block', async () => {
  const { send, answer, ledger, told, address, asked } = await start()
  await send()
  await vi.advanceTimersByTimeAsync(minute)
  expect(ledger()).toEqual([])
  answer(confirmed)
  await vi.advanceTimersByTimeAsync(minute)
  expect(ledger()).toMatchObject([
    [`eip155:10:${address}`, [{ id: hash, status: 'confirmed', operation: 'execute', to: address }]],
  ])
  expect(told()).toEqual([{ network: 'eip155:10', id: hash, status: 'confirmed' }])
  const soFar = asked.length
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(asked).toHaveLength(soFar)
})

test.each([
  ['of the standard', { status: 500, receipts: receipts('0x0'), ...named }],
  ['of the older draft', { status: 'CONFIRMED', receipts: receipts('0x0') }],
])(
  'calls that failed are shown as failed, although the transaction of the bundler worked: in the words %s',
  async (_, end) => {
    const { send, answer, ledger } = await start()
    await send()
    answer(end)
    await vi.advanceTimersByTimeAsync(minute)
    expect(ledger()).toMatchObject([[expect.stringContaining('eip155:10:'), [{ id: hash, status: 'failed' }]]])
  },
)

test('calls that were never put into a block are not shown, and not asked for any longer', async () => {
  const { send, answer, ledger, asked } = await start()
  await send()
  answer({ status: 400, receipts: [] })
  await vi.advanceTimersByTimeAsync(minute)
  const soFar = asked.length
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(asked).toHaveLength(soFar)
  expect(ledger()).toEqual([])
})

test('calls are not waited for without an end, and not for another account', async () => {
  const endless = await start()
  await endless.send()
  await vi.advanceTimersByTimeAsync(40 * minute)
  const soFar = endless.asked.length
  expect(soFar).toBeGreaterThan(10)
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(endless.asked).toHaveLength(soFar)

  const { store, send, answer, ledger } = await start()
  await send()
  await vi.advanceTimersByTimeAsync(1000)
  const connection = store.get(connectionsAtom).eip155
  if (connection?.status !== 'connected') throw new Error('not connected')
  const other = `eip155:1:0x${'cd'.repeat(20)}` as const
  store.set(setConnectionAtom, 'eip155', { ...connection, accounts: [other], active: other })
  answer(confirmed)
  await vi.advanceTimersByTimeAsync(minute)
  expect(ledger()).toEqual([])
})

test('a wallet on another device is not asked for them', async () => {
  const { send, answer, asked } = await start({ type: 'walletConnect' })
  await send()
  answer(confirmed)
  await vi.advanceTimersByTimeAsync(minute)
  expect(asked).toEqual(['wallet_sendCalls'])
})
