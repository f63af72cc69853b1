/** A Solana node for tests: JSON-RPC over HTTP on loopback, in this process, with tokens of both programs and NFTs. */
import { text } from 'node:stream/consumers'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import * as z from 'zod'
import { RpcError } from '../rpc.ts'
import { createChain } from './chain.ts'
import { createIssuer } from './issuer.ts'
import { createMethods } from './methods.ts'
import { createNfts, type SvmNfts } from './nfts.ts'
import { createFeeToken, createToken, type Token } from './token.ts'

export type SvmNode = {
  readonly rpcUrl: string
  readonly token: Token
  /** Of Token-2022: each transfer withholds a fee. */
  readonly feeToken: Token
  readonly nfts: SvmNfts
  /** Makes all block hashes given out so far expire. */
  readonly expireBlockhashes: () => void
  stop(): Promise<void>
}

const Call = z.object({
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.unknown().default([]),
})
const Calls = z.union([z.array(Call).max(100), Call])

export async function startSvmNode(options: { genesisHash: string; port?: number }): Promise<SvmNode> {
  const chain = createChain()
  const issuer = createIssuer(chain)
  const [token, feeToken] = [createToken(issuer), createFeeToken(issuer)]
  const methods = createMethods(chain, options)

  const answer = ({ id, method, params }: z.infer<typeof Call>) => {
    try {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new RpcError(-32601, 'Method not found')
      return { jsonrpc: '2.0', id, result: run(params) }
    } catch (error) {
      const { code, message, data } = error instanceof RpcError ? error : new RpcError(-32603, String(error))
      return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
    }
  }
  const answerText = (body: string): unknown => {
    const calls = Calls.safeParse(readJson(body))
    if (!calls.success) return { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }
    return Array.isArray(calls.data) ? calls.data.map(answer) : answer(calls.data)
  }
  const server: Listening = await listenOnLoopback(async (request, response) => {
    // As a validator: it serves the pages of any site, and takes JSON only.
    response.setHeader('Access-Control-Allow-Origin', '*')
    if (request.method === 'OPTIONS') {
      const wanted = request.headers['access-control-request-headers']
      if (wanted !== undefined) response.setHeader('Access-Control-Allow-Headers', wanted)
      return response
        .writeHead(200, { 'Access-Control-Allow-Methods': 'OPTIONS, POST', 'Access-Control-Max-Age': '86400' })
        .end()
    }
    if (!request.headers['content-type']?.startsWith('application/json'))
      return response.writeHead(415).end('application/json only')
    const body = await text(request)
    return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answerText(body)))
  }, options.port ?? 0)
  return {
    rpcUrl: `http://127.0.0.1:${server.port}`,
    token,
    feeToken,
    nfts: createNfts(chain, issuer),
    expireBlockhashes: chain.expireBlockhashes,
    stop: () => server.close(),
  }
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
