/** Who is asked about a network: its nodes, and the gateway for the price of gas where they do not tell. */
import { afterEach, expect, test, vi } from 'vitest'
import { askerOf } from '../src/modal/session/ask-chain.ts'
import { eip155Sending } from '../src/shared/chains/eip155/sending.ts'
import { createTestModal, network } from './support/modal.ts'

const account = `0x${'ab'.repeat(20)}`
const nodeUrl = 'https://node.example/'

afterEach(() => vi.unstubAllGlobals())

/** A node that knows only how much gas a payment takes, and a gateway with this price. */
function start(price: unknown) {
  const modal = createTestModal({ networks: [network(1)] })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (to: string, { body }: { body?: string } = {}) => {
    if (!to.startsWith(nodeUrl)) {
      asked.push(`${new URL(to).pathname} ${new URL(to).searchParams.get('chainId')}`)
      return Response.json(price)
    }
    const { id, method } = JSON.parse(body ?? '') as { id: number; method: string }
    const error = { code: -32601, message: 'the method does not exist' }
    return Response.json({ jsonrpc: '2.0', id, ...(method === 'eth_estimateGas' ? { result: '0x5208' } : { error }) })
  })
  const project = { ...modal.context.project, gatewayUrl: 'https://gateway.example', rpc: { 'eip155:1': [nodeUrl] } }
  const cost = async () => {
    const ask = await askerOf({ ...modal.context, project }, network(1), AbortSignal.timeout(10_000))
    return eip155Sending.usualCost(ask, network(1), account, undefined)
  }
  return { asked, cost }
}

test('the gateway says what gas costs where the nodes do not', async () => {
  const { asked, cost } = start({ standard: '7', fast: '8', instant: '9' })
  expect(await cost()).toEqual({ expected: 21_000n * 7n, most: 21_000n * 7n })
  expect(asked).toEqual(['/v1/convert/gas-price eip155:1'])
})

test.each([
  ['no network has such a price', { standard: `1${'0'.repeat(16)}`, fast: '1', instant: '1' }],
  ['a negative price', { standard: '-7', fast: '8', instant: '9' }],
  ['a text', { standard: 'cheap', fast: '8', instant: '9' }],
  ['no answer', {}],
])('an invalid price of the gateway is not used: %s', async (_, price) => {
  expect(await start(price).cost()).toBeUndefined()
})
