/**
 * How nodes fail, as real ones do. A new one is a row here: what the node does instead of answering, and the outcomes that differ
 * (`reads.ts`).
 */
import type { Behave, Outcomes, Troubled } from './reads.ts'

export interface Trouble extends Troubled {
  readonly expects?: Partial<Outcomes>
}

const always =
  (behave: Behave): Troubled['of'] =>
  () =>
    behave
const only =
  (pattern: RegExp, behave: Behave): Troubled['of'] =>
  (method) =>
    pattern.test(method) ? behave : undefined
const json =
  (status: number, body: object, headers = {}): Behave =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const error = (code: number, message: string, status = 200) =>
  json(status, { jsonrpc: '2.0', id: 1, error: { code, message } })
const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Behave =>
  (response) =>
    response.writeHead(code, headers).end('<html><body>no</body></html>')
/** The first few calls, then as usual. */
const atFirst = (calls: number, behave: Behave): Troubled['of'] => {
  let left = calls
  return () => (left-- > 0 ? behave : undefined)
}

const elsewhereWorks: Partial<Outcomes> = {
  'bundler’s word, one node': 'right',
  'Solana balance, one node': 'right',
  'Solana read of a page, one node': 'right',
  'Solana sending, one node': 'sent',
}
const works: Partial<Outcomes> = {
  'balance, one node': 'right',
  'read of a page, one node': 'right',
  'payment, one node': 'shown',
  'sending, one node': 'sent',
  ...elsewhereWorks,
}

/** A node that answers about itself, not about the call. */
const refusesAll: Partial<Outcomes> = {
  'balance, one node': 'the node’s error',
  'read of a page, one node': 'the node’s error',
}
const refusesAllElsewhere: Partial<Outcomes> = {
  'bundler’s word, one node': 'the node’s error',
  'Solana balance, one node': 'the node’s error',
  'Solana read of a page, one node': 'the node’s error',
  'Solana sending, one node': 'the node’s error',
}

export const troubles: Readonly<Record<string, () => Trouble>> = {
  none: () => ({
    of: () => undefined,
    expects: works,
  }),
  'too many requests': () => ({ of: always(status(429)) }),
  'too many requests, come back in an hour': () => ({ of: always(status(429, { 'retry-after': '3600' })) }),
  'too many requests for a moment': () => ({
    of: atFirst(1, status(429, { 'retry-after': '1' })),
    expects: works,
  }),
  'too many requests, in JSON-RPC': () => ({
    of: always(error(-32005, 'rate limit exceeded')),
    expects: { ...refusesAll, ...refusesAllElsewhere },
  }),
  'too many requests, in JSON-RPC with its status': () => ({ of: always(error(-32005, 'limit exceeded', 429)) }),
  'a key that is not known': () => ({ of: always(status(401)) }),
  'not here': () => ({ of: always(status(404)) }),
  unavailable: () => ({ of: always(status(503)) }),
  'a gateway without a node': () => ({ of: always(status(502)) }),
  'a page in HTML': () => ({
    of: always((response) => response.end('<!doctype html><title>Checking your browser</title>')),
  }),
  'an answer to nobody': () => ({ of: always(json(200, {})) }),
  'half of an answer': () => ({
    of: always(async (response, answer) => {
      const text = await answer()
      response.writeHead(200, { 'content-length': String(text.length) })
      response.write(text.slice(0, text.length / 2))
      response.destroy()
    }),
  }),
  'nothing at all': () => ({ of: always((_response, _answer, request) => request.socket.destroy()) }),
  'an answer after two seconds': () => ({
    of: always(async (response, answer) => {
      const text = await answer()
      setTimeout(() => response.end(text), 2_000)
    }),
    expects: works,
  }),
  'another chain': () => ({
    of: only(/^eth_chainId$/, json(200, { jsonrpc: '2.0', id: 1, result: '0x1' })),
    // The network of a transaction is signed with it, and the node refuses one of another network.
    expects: works,
  }),
  'no state of its own': () => ({
    of: only(
      /^eth_(getBalance|call|getTransactionCount|estimateGas)$/,
      error(-32000, 'missing trie node 5f2a (path )'),
    ),
    expects: { ...refusesAll, ...elsewhereWorks },
  }),
  'a ledger that is behind': () => ({
    of: only(/^(get|send)/, error(-32005, 'Node is behind by 42 slots')),
    expects: { ...works, ...refusesAllElsewhere, 'bundler’s word, one node': 'right' },
  }),
  'no simulation': () => ({
    of: only(/^eth_simulateV1$/, error(-32601, 'the method eth_simulateV1 does not exist/is not available')),
    expects: {
      'balance, one node': 'right',
      'read of a page, one node': 'right',
      ...elsewhereWorks,
      'payment, one node': 'shown, not simulated',
      'payment, another node': 'shown, not simulated',
      'sending, one node': 'sent',
    },
  }),
  'a call that fails, with status 400': () => ({
    of: only(
      /^(eth_sendRawTransaction|sendTransaction)$/,
      error(-32000, 'insufficient funds for gas * price + value', 400),
    ),
    expects: {
      'balance, one node': 'right',
      'read of a page, one node': 'right',
      'payment, one node': 'shown',
      ...elsewhereWorks,
      'Solana sending, one node': 'refused: insufficient funds for gas * price + value',
      'Solana sending, another node': 'refused: insufficient funds for gas * price + value',
      'sending, one node': 'refused: insufficient funds for gas * price + value',
      'sending, another node': 'refused: insufficient funds for gas * price + value',
    },
  }),
  'too many requests, when it is sent': () => ({
    of: only(/^(eth_sendRawTransaction|sendTransaction)$/, error(-32005, 'rate limit exceeded')),
    expects: {
      'balance, one node': 'right',
      'read of a page, one node': 'right',
      'payment, one node': 'shown',
      ...elsewhereWorks,
      'Solana sending, one node': 'the node’s error',
    },
  }),
}
