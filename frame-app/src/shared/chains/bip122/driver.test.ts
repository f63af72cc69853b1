import { AirlockError } from '@airlock/protocol/errors.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { network } from '../../../../test/support/bare-context.ts'
import { bip122Driver } from './driver.ts'

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const bitcoin = { ...network(1), currency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 } }
const signal = new AbortController().signal
const sums = (funded: unknown, spent: unknown) => ({ funded_txo_sum: funded, spent_txo_sum: spent, tx_count: 3 })
const answerOf = (more: object = {}) => ({
  address,
  chain_stats: sums(150_000, 50_000),
  mempool_stats: sums(5_000, 20_000),
  ...more,
})

const asked: string[] = []
let answers: (url: string) => Response
beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(answers(url))
  })
})
afterEach(() => void vi.unstubAllGlobals())

const read = (urls = ['https://one.example/api/', 'https://two.example']) =>
  bip122Driver.createReader(bitcoin, urls).nativeBalance(address, signal)
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof AirlockError ? error.code : 'foreign'),
  )

test('the balance is what came minus what went, in blocks and on its way', async () => {
  answers = () => Response.json(answerOf())
  expect(await read()).toEqual({ value: 85_000n, decimals: 8, symbol: 'BTC' })
  expect(asked).toEqual([`https://one.example/api/address/${address}`])
})

test('a server that does not answer gives way to the next one', async () => {
  answers = (url) => (url.includes('one') ? new Response('busy', { status: 503 }) : Response.json(answerOf()))
  expect((await read()).value).toBe(85_000n)
  expect(asked).toHaveLength(2)
})

test.each([
  ['nothing', null],
  ['a balance', { balance: 5 }],
  ['another address', answerOf({ address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' })],
  ['a sum as text', answerOf({ chain_stats: sums('150000', 0) })],
  ['a fraction', answerOf({ chain_stats: sums(1.5, 0) })],
  ['a sum that no double holds', answerOf({ chain_stats: sums(2 ** 60, 0) })],
  ['less than nothing', answerOf({ chain_stats: sums(0, 50_000), mempool_stats: sums(0, 0) })],
  ['more than is read', { ...answerOf(), more: 'x'.repeat(100_000) }],
])('a server that answers with %s gives no balance [C187]', async (_, answer) => {
  answers = () => Response.json(answer)
  expect(await code(read(['https://one.example']))).toBe('NETWORK')
})

test('there are no other reads', async () => {
  const reader = bip122Driver.createReader(bitcoin, ['https://one.example'])
  expect(await code(reader.request('getblock', [], signal))).toBe('METHOD_NOT_ALLOWED')
  expect(asked).toEqual([])
})

const txid = 'ef'.repeat(32)
const transaction = (confirmed: boolean, more: object = {}) => ({ txid, status: { confirmed }, ...more })
const statusOf = (urls = ['https://one.example/api/', 'https://two.example']) =>
  bip122Driver.createReader(bitcoin, urls).transactionStatus?.(txid, signal) ??
  Promise.reject(new Error('no such read'))

test.each([
  ['in a block', () => Response.json(transaction(true)), 'confirmed'],
  ['that waits', () => Response.json(transaction(false)), 'pending'],
  ['that the server does not know', () => new Response('Transaction not found', { status: 404 }), null],
] as const)('the status of a transaction %s is what the server says', async (_, answer, status) => {
  answers = answer
  expect(await statusOf()).toBe(status)
  expect(asked).toEqual([`https://one.example/api/tx/${txid}`])
})

test.each([
  ['another transaction', transaction(true, { txid: 'ab'.repeat(32) })],
  ['no transaction', transaction(true, { txid: undefined })],
  ['no status', { txid }],
  ['a status as text', { txid, status: { confirmed: 'true' } }],
  ['more than is read', transaction(true, { more: 'x'.repeat(1_100_000) })],
])('a server that answers with %s has said nothing of it [C187]', async (_, answer) => {
  answers = () => Response.json(answer)
  expect(await code(statusOf(['https://one.example']))).toBe('NETWORK')
})
