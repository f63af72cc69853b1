/** What the frames do with a node, and what becomes of it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { eip155Driver } from '../../../frame-app/src/shared/chains/eip155/driver.ts'
import { createEip155Preparer } from '../../../frame-app/src/wallet/approval/eip155/preparer.ts'
import { type Chain, openDesk, scope, send, shows, signerOf } from '../../../frame-app/test/support/approval-desk.ts'
import { network } from '../../../frame-app/test/support/bare-context.ts'
import { createBatchLog, createSentLog } from '../../../frame-app/test/support/sent-log.ts'
import type { Trouble } from './troubles.ts'

const never = new AbortController().signal
const you = '0x00000000000000000000000000000000000000C3'

/** A node in front of the real one. */
export async function openTroubledNode(chain: Chain, { of }: Trouble) {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const { method } = JSON.parse(body) as { method: string } // as: our own call
    const answer = async () => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(chain.nodeUrl, { method: 'POST', headers, body })).text()
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

type Read = (chain: Chain, urls: readonly string[]) => Promise<string>
const readerOf = (urls: readonly string[]) => eip155Driver.createReader(network(31337), urls)

const reads = {
  balance: async (chain, urls) => {
    const { address } = await chain.newAccount()
    const { value } = await readerOf(urls).nativeBalance(address, never)
    return value === 10n ** 18n ? 'right' : 'wrong'
  },
  'read of a page': async (chain, urls) => {
    const { address } = await chain.newAccount()
    const answer = await readerOf(urls).request('eth_getBalance', [address, 'latest'], never)
    return answer === '0xde0b6b3a7640000' ? 'right' : JSON.stringify(answer)
  },
  payment: async (chain, [rpcUrl = '', ...otherNodes]) => {
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
  sending: async (chain, urls) => {
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
    const { prepare, finish } = preparer
    const prepared = await prepare(send({ from: account.address, to: you, value: '0x1' }), never)
    const hash = await finish(prepared, await signerOf(account).sign(prepared.request, never))
    return (await chain.receiptOf(hash as `0x${string}`)).status === 'success' ? 'sent' : 'lost' // as: of a transaction
  },
} as const satisfies Readonly<Record<string, Read>>

type ReadName = keyof typeof reads
export type Column = `${ReadName}, ${'one node' | 'another node'}`
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
}

export async function playRead(chain: Chain, url: string, column: Column): Promise<string> {
  const [name, nodes] = column.split(', ') as [ReadName, string] // as: the column
  const urls = nodes === 'one node' ? [url] : [url, chain.nodeUrl]
  try {
    return await reads[name](chain, urls)
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
