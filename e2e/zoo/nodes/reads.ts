/** What the frames do with a node, and what becomes of it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { base58 } from '@scure/base'
import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import * as z from 'zod'
import { eip155Driver } from '../../../frame-app/src/shared/chains/eip155/driver.ts'
import { broadcast } from '../../../frame-app/src/shared/chains/solana/broadcast.ts'
import { solanaDriver } from '../../../frame-app/src/shared/chains/solana/driver.ts'
import { jsonRpc } from '../../../frame-app/src/shared/http/json-rpc.ts'
import { askBundler } from '../../../frame-app/src/wallet/provider/answers/bundler.ts'
import { createEip155Preparer } from '../../../frame-app/src/wallet/requests/eip155.ts'
import { type Chain, openDesk, scope, send, shows, signerOf } from '../../../frame-app/test/support/approval-desk.ts'
import { network } from '../../../frame-app/test/support/bare-context.ts'
import type { Bundler } from '../../../frame-app/test/support/bundler.ts'
import { createBatchLog, createSentLog } from '../../../frame-app/test/support/sent-log.ts'
import type { SvmNode } from '../../world/svm/node.ts'

/** The real nodes behind. */
export interface Nodes {
  readonly chain: Chain
  readonly solana: SvmNode
  readonly bundler: Bundler
}

const never = new AbortController().signal
const you = '0x00000000000000000000000000000000000000C3'

/** @param answer the real node's */
export type Behave = (response: ServerResponse, answer: () => Promise<string>, request: IncomingMessage) => unknown

export interface Troubled {
  /** `undefined`: as usual. */
  readonly of: (method: string) => Behave | undefined
}

/** A node in front of the real one. */
export async function openTroubledNode(nodes: Nodes, column: Column, { of }: Troubled) {
  const nodeUrl = behind(nodes, column)
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const { method } = JSON.parse(body) as { method: string } // as: our own call
    const answer = async () => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(nodeUrl, { method: 'POST', headers, body })).text()
    }
    const behave = of(method)
    if (behave) behave(response, answer, request)
    else response.end(await answer())
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function behind({ chain, solana, bundler }: Nodes, column: Column): string {
  if (column.startsWith('Solana')) return solana.rpcUrl
  return column.startsWith('bundler') ? bundler.url : chain.nodeUrl
}

type Read = (nodes: Nodes, urls: readonly string[]) => Promise<string>
const readerOf = (urls: readonly string[]) => eip155Driver.createReader(network(31337), urls)

const solanaReaderOf = (urls: readonly string[]) => {
  const currency = { name: 'Sol', symbol: 'SOL', decimals: 9 }
  return solanaDriver.createReader(network(0, { id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', currency }), urls)
}
const lamports = 1_000_000_000
/** An account that has something, whatever troubles the node. */
async function newSolanaAccount({ solana: { rpcUrl } }: Nodes): Promise<Keypair> {
  const key = Keypair.generate()
  await jsonRpc(rpcUrl, { method: 'requestAirdrop', params: [key.publicKey.toBase58(), lamports], signal: never })
  return key
}
/** Version 0.8, at the same address everywhere. */
export const entryPoint = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'
const Latest = z.object({ value: z.object({ blockhash: z.string() }) })
const Balance = z.object({ value: z.number() })

const reads = {
  balance: async ({ chain }, urls) => {
    const { address } = await chain.newAccount()
    const { value } = await readerOf(urls).nativeBalance(address, never)
    return value === 10n ** 18n ? 'right' : 'wrong'
  },
  'read of a page': async ({ chain }, urls) => {
    const { address } = await chain.newAccount()
    const answer = await readerOf(urls).request('eth_getBalance', [address, 'latest'], never)
    return answer === '0xde0b6b3a7640000' ? 'right' : JSON.stringify(answer)
  },
  payment: async ({ chain }, [rpcUrl = '', ...otherNodes]) => {
    const account = await chain.newAccount()
    const { approvals } = openDesk({ account, rpcUrl, otherNodes })
    const asked = approvals.ask(send({ from: account.address, to: you, value: '0x1' }), never)
    const stuck = shows(approvals, 'stuck').then(({ reason }) => (reason === 'network' ? 'no node answers' : reason))
    const shown = shows(approvals, 'asking').then(({ prepared }) =>
      prepared.simulation?.status === 'works' ? 'shown' : 'shown, not simulated',
    )
    const outcome = await Promise.race([shown, stuck, asked.then(String)])
    return outcome
  },
  sending: async ({ chain }, urls) => {
    const account = await chain.newAccount()
    const preparer = createEip155Preparer({
      account: account.address,
      origin: 'https://app.example',
      now: Date.now,
      sent: createSentLog(),
      batches: createBatchLog(),
      mayUpgrade: () => true,
      rpc: { [scope]: urls },
    })
    const prepared = await preparer.prepare(send({ from: account.address, to: you, value: '0x1' }), never)
    const hash = await prepared.kind.finish(prepared, await signerOf(account).sign(prepared.request, never))
    return (await chain.receiptOf(hash as `0x${string}`)).status === 'success' ? 'sent' : 'lost' // as: of a transaction
  },
  /** A network has one bundler at most. */
  'bundler’s word': async (_, [bundler]) => {
    const services = { implementation: 'simple7702-0.8' as const, bundler, paymaster: 'https://paymaster.example' }
    const answer = await askBundler(
      { scope, method: 'eth_supportedEntryPoints', params: [] },
      { [scope]: services },
      never,
    )
    return JSON.stringify(answer) === JSON.stringify([entryPoint]) ? 'right' : JSON.stringify(answer)
  },
  'Solana balance': async (nodes, urls) => {
    const { publicKey } = await newSolanaAccount(nodes)
    const { value } = await solanaReaderOf(urls).nativeBalance(publicKey.toBase58(), never)
    return value === BigInt(lamports) ? 'right' : 'wrong'
  },
  'Solana read of a page': async (nodes, urls) => {
    const { publicKey } = await newSolanaAccount(nodes)
    const answer = await solanaReaderOf(urls).request('getBalance', [publicKey.toBase58()], never)
    return Balance.parse(answer).value === lamports ? 'right' : JSON.stringify(answer)
  },
  /** For a wallet that signs and does not send. */
  'Solana sending': async (nodes, urls) => {
    const [key, friend] = [await newSolanaAccount(nodes), Keypair.generate().publicKey]
    const ask = (method: string, params: Json) => solanaReaderOf(urls).request(method, params, never)
    const { blockhash } = Latest.parse(await ask('getLatestBlockhash', [])).value
    const instructions = [SystemProgram.transfer({ fromPubkey: key.publicKey, toPubkey: friend, lamports: 2_000_000 })]
    const message = new TransactionMessage({ payerKey: key.publicKey, recentBlockhash: blockhash, instructions })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    const asked = base58.encode(transaction.serialize())
    transaction.sign([key])
    await broadcast(ask, asked, { transaction: base58.encode(transaction.serialize()) })
    const params = [friend.toBase58()]
    const arrived = await jsonRpc(nodes.solana.rpcUrl, { method: 'getBalance', params, signal: never })
    return Balance.parse(arrived).value === 2_000_000 ? 'sent' : 'lost'
  },
} as const satisfies Readonly<Record<string, Read>>

type ReadName = keyof typeof reads
export type Column = Exclude<`${ReadName}, ${'one node' | 'another node'}`, 'bundler’s word, another node'>
export type Outcomes = Readonly<Record<Column, string>>

/** With only this node nothing works, and each says why; with another one everything does. */
export const usual: Outcomes = {
  'balance, one node': 'no node answers',
  'balance, another node': 'right',
  'read of a page, one node': 'no node answers',
  'read of a page, another node': 'right',
  'payment, one node': 'no node answers',
  'payment, another node': 'shown',
  'sending, one node': 'no node answers',
  'sending, another node': 'sent',
  'bundler’s word, one node': 'no node answers',
  'Solana balance, one node': 'no node answers',
  'Solana balance, another node': 'right',
  'Solana read of a page, one node': 'no node answers',
  'Solana read of a page, another node': 'right',
  'Solana sending, one node': 'no node answers',
  'Solana sending, another node': 'sent',
}

export async function playRead(nodes: Nodes, url: string, column: Column): Promise<string> {
  const [name, count] = column.split(', ') as [ReadName, string] // as: the column
  const urls = count === 'one node' ? [url] : [url, behind(nodes, column)]
  try {
    return await reads[name](nodes, urls)
  } catch (error) {
    return toOutcome(error)
  }
}

/** viem wraps the errors of our transport. */
function toOutcome(thrown: unknown): string {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    if (!(error instanceof AirlockError)) continue
    if (error.code === 'NETWORK') return 'no node answers'
    return error.rpcCode === -32005 || /trie node/.test(error.message)
      ? 'the node’s error'
      : `refused: ${error.message}`
  }
  return String(thrown)
}
