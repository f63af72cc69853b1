import { base58, base64 } from '@scure/base'
import { keccak256 } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { createNodePool, NodesDownError } from '../../src/gateway/nodes/pool.ts'
import { type StandInNode, startStandInNode } from './nodes.ts'

const running: StandInNode[] = []
afterEach(() => Promise.all(running.splice(0).map((node) => node.stop())))

const node = async (behaviour: Parameters<typeof startStandInNode>[0]) => {
  const started = await startStandInNode(behaviour)
  running.push(started)
  return started
}
const { signal } = new AbortController()
const call = { method: 'eth_getBalance', params: [] }
const good = { result: '0x1' }

test.each<[string, Parameters<typeof startStandInNode>[0]]>([
  ['hangs up', (request) => request.socket.destroy()],
  ['answers 500', (_, response) => response.writeHead(500).end('{}')],
  ['answers 429', (_, response) => response.writeHead(429).end('{"jsonrpc":"2.0","id":0,"result":"0x2"}')],
  ['answers 401', (_, response) => response.writeHead(401).end('{"jsonrpc":"2.0","id":0,"result":"0x2"}')],
  ['answers HTML', (_, response) => response.end('<html>')],
  ['answers for another call', (_, response) => response.end('{"jsonrpc":"2.0","id":7,"result":"0x2"}')],
  ['sends the caller elsewhere', (_, response) => response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()],
  ['never answers', () => {}],
  ['never ends', (_, response) => void response.write('{"jsonrpc"')],
  ['is over its limit', { error: { code: -32005, message: 'daily request count exceeded, request rate limited' } }],
  ['lags behind', { error: { code: -32000, message: 'header not found' } }],
])('when a node %s, the next one is asked, and first from then on', async (_, behaviour) => {
  const [bad, other] = [await node(behaviour), await node(good)]
  const pool = createNodePool([bad.url, other.url], { timeoutMs: 1500 })
  expect(await pool.send([call], signal)).toEqual([good])
  expect(await pool.send([call], signal)).toEqual([good])
  expect([bad.asked().length, other.asked().length]).toEqual([1, 2])
})

test.each([
  [-32000, 'execution reverted: quota exceeded'],
  [-32603, 'VM Exception: reverted with reason string "timed out"'],
  [3, 'execution reverted: rate limit'],
])('a revert is the answer, and no other node is asked: %s %s', async (code, message) => {
  const [first, other] = [await node({ error: { code, message } }), await node(good)]
  const pool = createNodePool([first.url, other.url])
  expect(await pool.send([call], signal)).toEqual([{ error: { code, message } }])
  expect(other.asked()).toEqual([])
})

test('a node that sends its caller to another one is not followed, and learns nothing of the call [C347]', async () => {
  const elsewhere = await node({ result: '0x2' })
  const bad = await node((_, response) => response.writeHead(307, { Location: elsewhere.url }).end())
  const other = await node(good)
  expect(await createNodePool([bad.url, other.url]).send([call], signal)).toEqual([good])
  expect(elsewhere.asked()).toEqual([])
})

test('a node whose answer is longer than any is read no further [C347]', async () => {
  let written = 0
  const bad = await node((_, response) => {
    response.write('{"jsonrpc":"2.0","id":0,"result":"0x2"}')
    const more = () => {
      while (!response.destroyed && written < 4_000_000) {
        written += 64_000
        if (!response.write(' '.repeat(64_000))) return void response.once('drain', more)
      }
      response.end()
    }
    more()
  })
  const other = await node(good)
  const pool = createNodePool([bad.url, other.url], { answerBytes: 100_000 })
  expect(await pool.send([call], signal)).toEqual([good])
  expect(other.asked()).toHaveLength(1)
})

test('a node that failed is asked again after a rest', async () => {
  let now = 0
  const [first, second] = [await node((request) => request.socket.destroy()), await node(good)]
  const pool = createNodePool([first.url, second.url], { now: () => now })
  await pool.send([call], signal)
  first.behave({ result: '0x2' })
  now = 60_000
  expect(await pool.send([call], signal)).toEqual([{ result: '0x2' }])
})

test('an error about the call is an answer, and no other node is asked', async () => {
  const error = { code: 3, message: 'execution reverted' }
  const [first, second] = [await node({ error }), await node(good)]
  expect(await createNodePool([first.url, second.url]).send([call], signal)).toMatchObject([{ error }])
  expect(second.asked()).toEqual([])
})

test('an error that all nodes return is returned', async () => {
  const error = { code: -32000, message: 'block gas limit exceeded' }
  const nodes = [await node({ error }), await node({ error })]
  expect(await createNodePool(nodes.map(({ url }) => url)).send([call], signal)).toMatchObject([{ error }])
})

test('a transaction that a silent node has broadcast counts as sent', async () => {
  const silent = await node((request) => request.socket.destroy())
  const other = await node({ error: { code: -32000, message: 'already known' } })
  const raw = '0x02f86c'
  const pool = createNodePool([silent.url, other.url])
  const sent = await pool.send([{ method: 'eth_sendRawTransaction', params: [raw] }], signal)
  expect(sent).toEqual([{ result: keccak256(raw) }])
  // Now that node comes first and nothing was sent before: the caller sends it twice.
  expect(await pool.send([{ method: 'eth_sendRawTransaction', params: [raw] }], signal)).toMatchObject([
    { error: { message: 'already known' } },
  ])
})

test.each(['base64', undefined])(
  'a Solana transaction that is processed when the next node gets it counts as sent (%s)',
  async (encoding) => {
    const silent = await node((request) => request.socket.destroy())
    const message = 'Transaction simulation failed: This transaction has already been processed'
    const other = await node({ error: { code: -32002, message } })
    const bytes = Uint8Array.from({ length: 100 }, (_, at) => at)
    const params = encoding ? [base64.encode(bytes), { encoding }] : [base58.encode(bytes)]
    const call = { method: 'sendTransaction', params }
    const pool = createNodePool([silent.url, other.url])
    expect(await pool.send([call], signal)).toEqual([{ result: base58.encode(bytes.slice(1, 65)) }])
    // Nothing was sent before.
    expect(await pool.send([call], signal)).toMatchObject([{ error: { message } }])
  },
)

test('when no node answers that is an error without an address of a node', async () => {
  const nodes = [await node((request) => request.socket.destroy()), await node((_, response) => response.end('no'))]
  const error: unknown = await createNodePool(nodes.map(({ url }) => url))
    .send([call], signal)
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(NodesDownError)
  expect(String(error)).not.toContain('secret-key')
})

test('no more than five nodes are asked, and none after the caller has left', async () => {
  const nodes = await Promise.all(Array.from({ length: 7 }, () => node((request) => request.socket.destroy())))
  const pool = createNodePool(nodes.map(({ url }) => url))
  await expect(pool.send([call], signal)).rejects.toThrow(NodesDownError)
  expect(nodes.filter((one) => one.asked().length > 0)).toHaveLength(5)
  const asked = () => nodes.reduce((sum, one) => sum + one.asked().length, 0)
  const before = asked()
  await expect(pool.send([call], AbortSignal.abort())).rejects.toThrow()
  expect(asked()).toBe(before)
})

test('the calls of a batch go to one node together, and their answers keep the order', async () => {
  const one = await node((_, response) =>
    response.end('[{"jsonrpc":"2.0","id":1,"result":"b"},{"jsonrpc":"2.0","id":0,"result":"a"}]'),
  )
  expect(await createNodePool([one.url]).send([call, call], signal)).toEqual([{ result: 'a' }, { result: 'b' }])
})
