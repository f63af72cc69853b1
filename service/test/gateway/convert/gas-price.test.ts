/** Gas prices, from working nodes, legacy nodes, and failing ones. */

import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { createGasPrices } from '../../../src/gateway/convert/gas-price.ts'
import { createNodePool } from '../../../src/gateway/nodes/pool.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'

const Calls = z.array(z.object({ id: z.number(), method: z.string() }))
type Answers = Readonly<Record<string, unknown>>
let server: Listening
let answers: Answers
let asked = 0
beforeAll(async () => {
  server = await listenOnLoopback(async (request, response) => {
    asked += 1
    const calls = Calls.parse(JSON.parse(await text(request)))
    response.end(
      JSON.stringify(
        calls.map(({ id, method }) =>
          answers[method] === undefined
            ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } }
            : { jsonrpc: '2.0', id, result: answers[method] },
        ),
      ),
    )
  }, 0)
})
afterAll(() => server.close())

const gwei = 10n ** 9n
const hex = (value: bigint) => `0x${value.toString(16)}`
const read = (given: Answers) => {
  answers = given
  return createGasPrices(createNodePool([`http://127.0.0.1:${server.port}`]))()
}

test('is the next base fee with a margin, plus recently paid tips', async () => {
  const reward = [
    [1n, 2n, 5n].map((tip) => hex(tip * gwei)),
    ['0x0', '0x0', '0x0'],
    [3n, 4n, 9n].map((tip) => hex(tip * gwei)),
  ]
  const prices = await read({
    eth_feeHistory: { baseFeePerGas: ['0x1', hex(100n * gwei)], reward },
    eth_gasPrice: '0x1',
  })
  expect(prices).toEqual({
    expected: 103n * gwei,
    standard: 133n * gwei,
    fast: 164n * gwei,
    instant: 209n * gwei,
  })
})

test.each([
  ['a node that has no fee history', {}],
  ['a network without a base fee', { eth_feeHistory: { baseFeePerGas: ['0x0'], reward: null } }],
  ['a history of another form', { eth_feeHistory: { baseFeePerGas: ['100'] } }],
  ['a history without end', { eth_feeHistory: { baseFeePerGas: Array.from({ length: 2_000 }, () => '0x1') } }],
])('%s: the price is what eth_gasPrice says', async (_, given) => {
  expect(await read({ ...given, eth_gasPrice: hex(100n) })).toEqual({
    expected: 100n,
    standard: 100n,
    fast: 110n,
    instant: 125n,
  })
})

test.each([[{}], [{ eth_gasPrice: 'much' }], [{ eth_gasPrice: '0x' }], [{ eth_gasPrice: `0x${'f'.repeat(65)}` }]])(
  'a node without a usable answer: there is no price',
  async (given) => {
    await expect(read(given)).rejects.toThrow('No node says what gas costs')
  },
)

test('is read once for concurrent callers, and again after a failure', async () => {
  answers = {}
  const prices = createGasPrices(createNodePool([`http://127.0.0.1:${server.port}`]))
  await expect(prices()).rejects.toThrow()
  answers = { eth_gasPrice: '0x64' }
  const before = asked
  await Promise.all([prices(), prices()])
  await prices()
  expect(asked - before).toBe(1)
})
