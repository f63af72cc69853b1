import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { jsonRpc } from './json-rpc.ts'

let server: Server | undefined
afterEach(() => void server?.close())

/** A node that answers with the given listener. */
async function node(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
const call = { method: 'eth_blockNumber', params: [], signal: new AbortController().signal }

describe('a node', () => {
  test('is asked as nodes want to be asked, and its answer is parsed', async () => {
    let contentType: string | undefined
    const url = await node((request, response) => {
      contentType = request.headers['content-type']
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x10"}')
    })
    await expect(jsonRpc(url, call)).resolves.toBe('0x10')
    expect(contentType).toBe('application/json')
  })

  test('refuses the call: its code and a bounded text are passed on', async () => {
    const url = await node((_, response) =>
      response.end(JSON.stringify({ error: { code: -32015, message: 'x'.repeat(5000) } })),
    )
    await expect(jsonRpc(url, call)).rejects.toMatchObject({
      code: 'WALLET_FAILED',
      rpcCode: -32015,
      message: 'x'.repeat(200),
    })
  })

  test.each(['<html>no</html>', '', '{}', '[]'])(
    'answers 400 with %j: the call fails with that status',
    async (body) => {
      const url = await node((_, response) => response.writeHead(400).end(body))
      await expect(jsonRpc(url, call)).rejects.toMatchObject({ code: 'NETWORK', cause: { status: 400 } })
    },
  )

  test('answers 400 with an error of JSON-RPC: its reason is passed on', async () => {
    const url = await node((_, response) =>
      response.writeHead(400).end('{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"poor"}}'),
    )
    await expect(jsonRpc(url, call)).rejects.toMatchObject({ code: 'WALLET_FAILED', message: 'poor' })
  })

  test.each<[string, RequestListener]>([
    ['answers 500', (_, response) => response.writeHead(500).end('no')],
    ['answers HTML', (_, response) => response.end('<html>')],
    ['answers without a result', (_, response) => response.end('{"jsonrpc":"2.0","id":1}')],
    ['answers an array', (_, response) => response.end('[]')],
    ['answers without end', (_, response) => void response.write(`{"result":"${'a'.repeat(3_000_000)}`)],
    ['nests deeply', (_, response) => response.end(`{"result":${'['.repeat(5000)}${']'.repeat(5000)}}`)],
    ['hangs up', (request) => request.socket.destroy()],
  ])('%s: the call fails with NETWORK', async (_, listener) => {
    const url = await node(listener)
    await expect(jsonRpc(url, call)).rejects.toMatchObject({ code: 'NETWORK' })
  })

  test('never answers: it is abandoned after the time limit, or when the caller leaves', async () => {
    const url = await node(() => {})
    await expect(jsonRpc(url, { ...call, timeoutMs: 50 })).rejects.toMatchObject({ code: 'NETWORK' })
    const abort = new AbortController()
    const asked = jsonRpc(url, { ...call, signal: abort.signal })
    abort.abort()
    await expect(asked).rejects.toMatchObject({ code: 'NETWORK' })
  })
})
