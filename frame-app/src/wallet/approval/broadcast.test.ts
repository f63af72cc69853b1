/** Sending a transaction to nodes that misbehave, with local nodes whose behaviour each test sets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { base58 } from '@scure/base'
import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { createBatchLog, createSentLog } from '../../../test/support/sent-log.ts'
import { createTransactions } from '../requests/transaction/eip155.ts'
import { createSolanaTransactions } from '../requests/transaction/solana.ts'
import type { EvmTransaction } from '../signing/request.ts'
import { createEvmTools } from './eip155/tools.ts'
import type { Prepared } from './prepared.ts'
import { createSolanaTools } from './solana/tools.ts'

type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } }
/** `hangsUp`: closes the connection after reading the call; a number: answers only with this HTTP status. */
type Behaviour = Answer | 'hangsUp' | number

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** @param behaviours by method; all others are answered with `null` */
async function startNode(behaviours: Readonly<Record<string, Behaviour>>) {
  const asked: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method } = JSON.parse(await text(request)) as { method: string } // as: sent by the code under test
    asked.push(method)
    const behaviour = behaviours[method] ?? { result: null }
    if (behaviour === 'hangsUp') request.socket.destroy()
    else if (typeof behaviour === 'number') response.writeHead(behaviour).end()
    else response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...behaviour }))
  }
  const server = createServer((request, response) => void answer(request, response))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`, asked }
}
/** A URL on which nothing listens. */
async function nowhere() {
  const node = await startNode({})
  await new Promise((resolve) => servers.pop()?.close(resolve))
  return node
}

const evm = { caip2: 'eip155:1', send: 'eth_sendRawTransaction', look: 'eth_getTransactionByHash' } as const
const svm = {
  caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  send: 'sendTransaction',
  look: 'getSignatureStatuses',
} as const

const key = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const to = '0x00000000000000000000000000000000000000c3'
async function sendEvm(...urls: string[]) {
  const request = {
    kind: 'evmTransaction' as const,
    signer: key.address,
    chainId: 1,
    nonce: 7,
    to,
    value: '0x1',
    data: '0x',
    gas: '0x5208',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
    accessList: [],
  } satisfies EvmTransaction
  const fees = { gas: 21_000n, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n }
  const signed = await key.signTransaction({ type: 'eip1559', chainId: 1, nonce: 7, to, value: 1n, ...fees })
  const prepared = preparedAs(evm.caip2, 'eth_sendTransaction', [])
  const tools = createEvmTools({
    account: key.address,
    origin: '',
    now: Date.now,
    sent: createSentLog(),
    batches: createBatchLog(),
    mayUpgrade: () => true,
    rpc: { [evm.caip2]: urls },
  })
  const kind = createTransactions(tools)
  return { answer: () => kind.finish({ ...prepared, request, kind, work: undefined }, signed), name: keccak256(signed) }
}

const payer = base58.encode(new Uint8Array(32).fill(1))
async function sendSolana(...urls: string[]) {
  // A message with one signer and no instruction.
  const message = new Uint8Array([1, 0, 0, 1, ...base58.decode(payer), ...new Uint8Array(32).fill(2), 0])
  const transaction = new Uint8Array([1, ...new Uint8Array(64), ...message])
  const signature = base58.encode(new Uint8Array(64).fill(3))
  const params = { transaction: base58.encode(transaction) }
  const request = { kind: 'solanaTransaction', signer: payer, message: base58.encode(message) } as const
  const prepared = preparedAs(svm.caip2, 'solana_signAndSendTransaction', params)
  const tools = createSolanaTools({ account: payer, origin: '', now: Date.now, rpc: { [svm.caip2]: urls } })
  const kind = createSolanaTransactions(tools).at(-1) ?? expect.unreachable()
  const ready = { ...prepared, request, kind, work: [transaction] }
  return { answer: () => kind.finish(ready, signature), name: { signature } }
}

function preparedAs(scope: Prepared['call']['scope'], method: string, params: unknown) {
  const intent = { kind: 'send', blind: false, warnings: [], facts: [], parts: [] } as const
  return { call: { scope, method, params }, intent, raw: '', tokens: new Map() } satisfies Omit<Prepared, 'request'>
}

const namespaces = [
  {
    of: 'EVM',
    ...evm,
    hand: sendEvm,
    unknown: { result: null },
    known: { result: { hash: '0x1', blockNumber: null, transactionIndex: null } },
    taken: 'already known',
  },
  {
    of: 'Solana',
    ...svm,
    hand: sendSolana,
    unknown: { result: { context: { slot: 1 }, value: [null] } },
    known: { result: { context: { slot: 1 }, value: [{ slot: 1, confirmations: 0, err: null }] } },
    taken: 'Transaction simulation failed: This transaction has already been processed',
  },
] as const

describe.each(namespaces)('a signed transaction, $of:', ({ send, look, hand, unknown, known, taken }) => {
  const refusal = (message: string) => ({ error: { code: -32000, message } })
  const poor = refusal('insufficient funds for gas * price + value')
  const refused = { code: 'WALLET_FAILED', rpcCode: -32000 }

  test('the node hangs up after it was read: its id is returned, though the node does not know it yet', async () => {
    const node = await startNode({ [send]: 'hangsUp', [look]: unknown })
    const { answer, name } = await hand(node.url)
    expect(await answer()).toEqual(name)
    expect(node.asked).toContain(send)
  })

  test.each(['hangsUp', 502] as const)(
    'the node that took it cannot be asked any more (%s): its id is returned, not a failure',
    async (after) => {
      const behaviours: Record<string, Behaviour> = { [look]: unknown }
      const node = await startNode(
        Object.defineProperty(behaviours, send, {
          get() {
            behaviours[look] = after
            return 'hangsUp'
          },
        }),
      )
      const { answer, name } = await hand(node.url)
      expect(await answer()).toEqual(name)
    },
  )

  test.each([
    502,
    504,
    { result: { not: 'a hash' } },
    refusal('request timed out'),
    refusal('context deadline exceeded'),
    refusal(taken),
  ] as const)('is not called failed for an answer that is no refusal: %j', async (behaviour) => {
    const node = await startNode({ [send]: behaviour, [look]: unknown })
    const { answer, name } = await hand(node.url)
    expect(await answer()).toEqual(name)
  })

  test('a node refuses it: sending fails, with what the node says', async () => {
    const node = await startNode({ [send]: poor, [look]: unknown })
    await expect((await hand(node.url)).answer()).rejects.toMatchObject(refused)
    const silent = await startNode({ [send]: poor, [look]: refusal('not here') })
    await expect((await hand(silent.url)).answer()).rejects.toMatchObject(refused)
  })

  test('a node refuses it in words that only resemble “already known”: sending fails', async () => {
    for (const words of ['unknown transaction type', 'account already exists']) {
      const node = await startNode({ [send]: refusal(words), [look]: unknown })
      await expect((await hand(node.url)).answer()).rejects.toMatchObject({ ...refused, message: words })
    }
  })

  test('one node refuses it and another one knows it: it was taken', async () => {
    const first = await startNode({ [send]: refusal('nonce too low'), [look]: unknown })
    const second = await startNode({ [look]: known })
    const { answer, name } = await hand(first.url, second.url)
    expect(await answer()).toEqual(name)
  })

  test('one node may have taken it and the next one refuses it: sending has not failed', async () => {
    const first = await startNode({ [send]: 'hangsUp', [look]: unknown })
    const second = await startNode({ [send]: refusal('nonce too low'), [look]: unknown })
    const { answer, name } = await hand(first.url, second.url)
    expect(await answer()).toEqual(name)
    expect(second.asked).toContain(send)
  })

  test('no node received it: sending fails, and it was not sent', async () => {
    const [gone, broken] = [await nowhere(), await startNode({ [look]: 'hangsUp' })]
    await expect((await hand(gone.url, broken.url)).answer()).rejects.toMatchObject({ code: 'NETWORK' })
    expect(broken.asked).not.toContain(send)
  })

  test('goes to the node that answers; if that one refuses it, sending fails', async () => {
    const gone = await nowhere()
    const good = await startNode({ [send]: { result: '0x1' }, [look]: unknown })
    const { answer, name } = await hand(gone.url, good.url)
    expect(await answer()).toEqual(name)
    const bad = await startNode({ [send]: poor, [look]: unknown })
    await expect((await hand(gone.url, bad.url)).answer()).rejects.toMatchObject(refused)
  })

  test('HTTP 429: the next node is tried; if all answer 429, sending fails', async () => {
    const closed = await startNode({ [send]: 429, [look]: unknown })
    const open = await startNode({ [send]: { result: '0x1' }, [look]: unknown })
    const { answer, name } = await hand(closed.url, open.url)
    expect(await answer()).toEqual(name)
    expect(open.asked).toContain(send)
    await expect((await hand(closed.url)).answer()).rejects.toMatchObject({ code: 'NETWORK' })
  })
})
