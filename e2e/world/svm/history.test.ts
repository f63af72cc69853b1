/** The gateway's history of Solana accounts, from the local chain, and from a node with answers set by a test. */
import { text } from 'node:stream/consumers'
import { History } from '@airlock/protocol/gateway/history.ts'
import { createHistory } from '@airlock/service/gateway/history/history.ts'
import { createSolanaHistory } from '@airlock/service/gateway/history/solana/solana.ts'
import { createNodePool } from '@airlock/service/gateway/nodes/pool.ts'
import { listenOnLoopback } from '@airlock/service/listen.ts'
import { createBurnInstruction, createTransferInstruction, getAssociatedTokenAddressSync } from '@solana/spl-token'
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { solanaChain } from '../networks.ts'
import { callRpc } from '../rpc.ts'
import { type SvmNode, startSvmNode } from './node.ts'

const { signal } = new AbortController()
const network = { id: solanaChain.caip2, currency: { name: 'Sol', symbol: 'SOL', decimals: 9 }, tokens: [] } as const
const Latest = z.object({ value: z.object({ blockhash: z.string(), lastValidBlockHeight: z.number() }) })

let node: SvmNode
let me: Keypair
let other: Keypair
const at = (of: Keypair) => of.publicKey.toBase58()

beforeAll(async () => {
  node = await startSvmNode(solanaChain)
  me = Keypair.generate()
  other = Keypair.generate()
  await callRpc(node.rpcUrl, 'requestAirdrop', [at(me), 5e9])
})
afterAll(() => node.stop())

async function send(
  instructions: TransactionInstruction | readonly TransactionInstruction[],
  options: { readonly skipPreflight?: boolean } = {},
) {
  const { value } = Latest.parse(await callRpc(node.rpcUrl, 'getLatestBlockhash'))
  const transaction = new Transaction({ feePayer: me.publicKey, ...value }).add(...[instructions].flat())
  transaction.sign(me)
  const raw = transaction.serialize().toString('base64')
  return z.string().parse(await callRpc(node.rpcUrl, 'sendTransaction', [raw, { encoding: 'base64', ...options }]))
}
const historyOf = (url: string) => createHistory([createSolanaHistory(network, createNodePool([url]), () => '')])
const read = async (of: Keypair, cursor?: string, url = node.rpcUrl) =>
  History.parse(await historyOf(url).read({ address: at(of), cursor, signal }))

describe('a Solana account', () => {
  test('sees what it was given, and from whom', async () => {
    const { data, next } = await read(me)
    expect(next).toBeNull()
    expect(data).toMatchObject([
      {
        metadata: { operationType: 'receive', sentTo: at(me), status: 'confirmed', nonce: 0, chain: solanaChain.caip2 },
        transfers: [{ direction: 'in', fungible_info: { symbol: 'SOL' }, quantity: { numeric: '5' }, value: null }],
      },
    ])
  })

  test('sees what it sent, without the fee, and so does the other', async () => {
    const lamports = 1_250_000_000
    const id = await send(SystemProgram.transfer({ fromPubkey: me.publicKey, toPubkey: other.publicKey, lamports }))
    const sent = { id, metadata: { hash: id, sentFrom: at(me), sentTo: at(other) } }
    expect((await read(me)).data[0]).toMatchObject({
      ...sent,
      metadata: { operationType: 'send', payment: { token: 'native', to: at(other), amount: '1.25' } },
      transfers: [{ direction: 'out', quantity: { numeric: '1.25' } }],
    })
    const { data } = await read(other)
    expect(data[0]?.metadata).not.toHaveProperty('payment')
    expect(data).toMatchObject([{ ...sent, metadata: { operationType: 'receive' }, transfers: [{ direction: 'in' }] }])
  })

  test('sees tokens that were sent to its token account, which do not name it, and no rent', async () => {
    node.token.give(at(me), 42_000_000n)
    node.token.give(at(other), 1n)
    expect((await read(me)).data[0]).toMatchObject({
      metadata: { operationType: 'mint', sentTo: at(me) },
      transfers: [{ direction: 'in', quantity: { numeric: '42' } }],
    })
    const mint = new PublicKey(node.token.mint)
    const [from, to] = [me, other].map(({ publicKey }) => getAssociatedTokenAddressSync(mint, publicKey))
    if (!from || !to) throw new Error('No accounts')
    const id = await send(createTransferInstruction(from, to, me.publicKey, 2_500_000n))
    const metadata = { sentFrom: at(me), sentTo: at(other) }
    expect((await read(me)).data[0]).toMatchObject({
      id,
      metadata: {
        operationType: 'send',
        ...metadata,
        payment: { token: `${solanaChain.caip2}:${node.token.mint}`, to: at(other), amount: '2.5' },
      },
      transfers: [{ direction: 'out', quantity: { numeric: '2.5' } }],
    })
    expect((await read(other)).data[0]).toMatchObject({
      id,
      metadata: { operationType: 'receive', ...metadata },
      transfers: [{ direction: 'in', quantity: { numeric: '2.5' } }],
    })
    await send(createBurnInstruction(from, mint, me.publicKey, 500_000n))
    expect((await read(me)).data[0]).toMatchObject({
      metadata: { operationType: 'burn' },
      transfers: [{ direction: 'out', quantity: { numeric: '0.5' } }],
    })
  })

  test.each(['a memo', 'another recipient'])('offers no payment like one with %s', async (what) => {
    const pay = (to: PublicKey, lamports: number) =>
      SystemProgram.transfer({ fromPubkey: me.publicKey, toPubkey: to, lamports })
    const programId = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
    const more =
      what === 'a memo'
        ? new TransactionInstruction({ programId, keys: [], data: Buffer.from('customer 7') })
        : pay(Keypair.generate().publicKey, 1_000_000)
    const id = await send([pay(other.publicKey, 2_000_000), more])
    const [row] = (await read(me)).data
    expect(row).toMatchObject({ id, metadata: { operationType: 'send' } })
    expect(row?.metadata).not.toHaveProperty('payment')
  })

  test('sees what failed, which moved nothing', async () => {
    const lamports = 900e9
    await send(SystemProgram.transfer({ fromPubkey: me.publicKey, toPubkey: other.publicKey, lamports }), {
      skipPreflight: true,
    })
    expect((await read(me)).data[0]).toMatchObject({
      metadata: { status: 'failed', operationType: 'execute' },
      transfers: [],
    })
  })

  test('sees all pages without gaps and doubles', async () => {
    const ids: string[] = []
    for (let lamports = 1_000_000; lamports < 1_000_120; lamports += 1)
      ids.push(await send(SystemProgram.transfer({ fromPubkey: me.publicKey, toPubkey: other.publicKey, lamports })))
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await read(other, cursor)
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next ?? undefined
      if (cursor === undefined) break
    }
    expect(seen.slice(0, ids.length)).toEqual(ids.toReversed())
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe(ids.length + 5)
  })
})

describe('a node', () => {
  const Calls = z
    .union([z.array(z.unknown()), z.unknown().transform((one) => [one])])
    .pipe(z.array(z.looseObject({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })))
  type Call = z.infer<typeof Calls>[number]

  async function standIn(answer: (call: Call) => unknown) {
    const server = await listenOnLoopback(async (request, response) => {
      const body: unknown = JSON.parse(await text(request))
      const answers = Calls.parse(body).map((call) => ({ jsonrpc: '2.0', id: call.id, ...(answer(call) as object) })) // as: an answer
      response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
    }, 0)
    return { url: `http://127.0.0.1:${server.port}`, stop: () => server.close() }
  }
  const signatureOf = (index: number) => String(index).replaceAll('0', 'z').padStart(88, 'A')

  test('puts many transactions of several token accounts into one slot: none is lost', async () => {
    // Two accounts; slots of 1 to 70 transactions, in the block's own order.
    const account = Keypair.generate()
    const block = Array.from({ length: 260 }, (_, index) => ({
      signature: signatureOf((index * 7919) % 100_003),
      slot: index < 70 ? 40 : index < 130 ? 39 : 38 - Math.floor(index / 13),
      isOfToken: index % 3 === 0,
      isOfAccount: index % 3 !== 1,
    }))
    const tokenAccount = Keypair.generate().publicKey.toBase58()
    const node = await standIn(({ method, params }) => {
      if (method === 'getTokenAccountsByOwner')
        return { result: { value: JSON.stringify(params).includes('Tokenkeg') ? [{ pubkey: tokenAccount }] : [] } }
      if (method === 'getSignaturesForAddress') {
        const { before, limit } = z.object({ before: z.string().optional(), limit: z.number() }).parse(params[1])
        const own = block.filter((one) => (params[0] === tokenAccount ? one.isOfToken : one.isOfAccount))
        const start = before === undefined ? 0 : block.findIndex(({ signature }) => signature === before) + 1
        return {
          result: own
            .filter((one) => block.indexOf(one) >= start)
            .slice(0, limit)
            .map(({ signature, slot }) => ({ signature, slot })),
        }
      }
      const slot = block.find(({ signature }) => signature === params[0])?.slot ?? 0
      return {
        result: {
          slot,
          blockTime: 1_700_000_000 + slot,
          meta: { err: null, fee: 5000, preBalances: [9], postBalances: [10] },
          transaction: {
            message: { accountKeys: [{ pubkey: at(account) }], instructions: [{ parsed: 'a memo' }, {}] },
          },
        },
      }
    })
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await read(account, cursor, node.url)
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next ?? undefined
      if (cursor === undefined) break
    }
    const all = block.filter(({ isOfToken, isOfAccount }) => isOfToken || isOfAccount)
    expect(seen.length).toBe(all.length)
    expect(new Set(seen)).toEqual(new Set(all.map(({ signature }) => signature)))
    await node.stop()
  })

  test('has lost a transaction, or returns one of an unknown form: the others are shown', async () => {
    const account = Keypair.generate()
    const node = await standIn(({ method, params }) => {
      if (method === 'getTokenAccountsByOwner') return { result: { value: [] } }
      if (method === 'getSignaturesForAddress')
        return { result: [1, 2, 3, 4].map((index) => ({ signature: signatureOf(index), slot: 10 - index })) }
      if (params[0] === signatureOf(1)) return { result: null }
      if (params[0] === signatureOf(2)) return { error: { code: -32015, message: 'version (9) is not supported' } }
      if (params[0] === signatureOf(3)) return { result: { slot: 'x' } }
      const balance = (decimals: number, amount: string) => ({
        accountIndex: 0,
        mint: Keypair.generate().publicKey.toBase58(),
        owner: at(account),
        uiTokenAmount: { decimals, amount },
      })
      return {
        result: {
          slot: 1,
          blockTime: 1,
          meta: {
            err: null,
            fee: 0,
            preBalances: [],
            postBalances: [],
            // Decimals beyond any amount, a value that is not a number, and an NFT.
            postTokenBalances: [balance(255, '1'), balance(2, 'lots'), balance(0, '1'), null, 'x', {}],
          },
          transaction: { message: { accountKeys: [{ pubkey: at(other) }], instructions: [] } },
        },
      }
    })
    const { data } = await read(account, undefined, node.url)
    expect(data).toMatchObject([{ transfers: [{ direction: 'in', nft_info: { flags: { is_spam: false } } }] }])
    await node.stop()
  })

  test.each<[string, unknown]>([
    ['refuses', { error: { code: -32601, message: 'Method not found' } }],
    ['answers something else', { result: { value: 'x' } }],
    ['lists what are no signatures', { result: [{ signature: '<script>', slot: -1 }] }],
  ])('%s: it counts as unavailable', async (_what, answer) => {
    const node = await standIn(() => answer)
    await expect(read(me, undefined, node.url)).rejects.toMatchObject({ status: 503 })
    await node.stop()
  })

  test.each(['x', '1.2', '1.2.', '1.2.3', `1.2.${'0'.repeat(88)}`])(
    'is not asked with a forged place: %s',
    async (place) => {
      const cursor = Buffer.from(`${solanaChain.caip2.slice(7)}=${place}`).toString('base64url')
      const asked = read(me, cursor)
      if (place === '1.2.') await expect(asked).resolves.toMatchObject({ data: [] })
      else await expect(asked).rejects.toMatchObject({ status: 400 })
    },
  )
})
