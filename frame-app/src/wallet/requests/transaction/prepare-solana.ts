/**
 * Prepares transactions of a page for display and signing. The page's bytes are signed unchanged, with one exception: a transaction that
 * this wallet sends itself and alone signs gets a recent block hash if the network no longer knows its own; otherwise it would fail. A
 * hash that is still valid is kept, because the page waits until it expires. A transaction that is only signed and does not belong to the
 * named network is shown without data of that network, because it may be valid on another one.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { base58, base64 } from '@scure/base'
import { bytesToHex } from 'viem'
import {
  type ChainAccount,
  readMintDecimals,
  readTable,
  readTokenAccount,
} from '../../../shared/chains/solana/accounts.ts'
import {
  readTransaction,
  type SolanaTransaction,
  type Tables,
  withBlockhash,
} from '../../../shared/chains/solana/read.ts'
import type { Call, ReadyRequest, Simulation, TokenWords } from '../../approval/prepared.ts'
import { leastFee, warnOfFee } from '../../approval/solana/fees.ts'
import { isOfNetwork, networkOf } from '../../approval/solana/network-of.ts'
import type { SendOptions, SolanaNode } from '../../approval/solana/node.ts'
import { readAs } from '../../approval/solana/rights.ts'
import { simulate } from '../../approval/solana/simulate.ts'
import { symbolOf } from '../../approval/solana/tools.ts'
import { namedFirst } from '../../approval/unnamed-losses.ts'
import { tokensIn, withWarnings } from '../../approval/warnings.ts'
import { readTransactions } from '../../decode/solana/transaction.ts'
import type { SigningRequest } from '../../signing/request.ts'

/** Its work: the whole transactions, in the order of the request, without the account's signature. */
type Prepared = Omit<ReadyRequest<SigningRequest, readonly Uint8Array[]>, 'kind'>

export interface Asked {
  readonly call: Call
  readonly account: string
  readonly node: SolanaNode
  /** Nodes of the other listed networks. */
  readonly others: ReadonlyMap<Caip2, SolanaNode>
  /** Set if the transaction is also sent. */
  readonly send: SendOptions | undefined
}

interface Entry {
  readonly bytes: Uint8Array
  readonly transaction: SolanaTransaction
}

/**
 * @param given at least one
 * @throws AirlockError BAD_SHAPE if one is not a transaction, UNAUTHORIZED if the account is not a signer, WALLET_FAILED if it is to be
 *   sent and the network would refuse it.
 */
export async function prepareTransactions(given: readonly Uint8Array[], asked: Asked): Promise<Prepared> {
  const { call, account, node, others, send } = asked
  const first = given.map((bytes) => readTransaction(bytes))
  for (const transaction of first) check(transaction, asked)

  const [tables, latest, network] = await Promise.all([
    readTables(node, first),
    node.latestBlockhash(),
    // A transaction to be sent goes only to the named network; `refresh` checks that it belongs there.
    send ? call.scope : networkOf(first, { named: call.scope, node, others }),
  ])
  if (network !== call.scope) return prepareStrange(given, first, network, asked)
  const entries = await Promise.all(
    given.map(async (bytes) => {
      const entry = { bytes, transaction: readTransaction(bytes, tables) }
      return send ? refresh(entry, latest, asked) : entry
    }),
  )
  const transactions = entries.map(({ transaction }) => transaction)
  const [accounts, fees] = await Promise.all([
    readAccounts(node, transactions),
    Promise.all(entries.map((entry) => feeOf(entry, latest, asked))),
  ])
  const least = transactions.map((one) => (one.feePayer === account ? leastFee(one) : 0n))
  const runs = entries.map((entry, place) => ({ ...entry, fee: fees[place] ?? least[place] ?? 0n }))
  const simulated = await simulate(node, runs, {
    account,
    scope: call.scope,
    before: (address) => accounts.get(address),
  })
  if (send && !send.skipPreflight && simulated.status === 'fails')
    throw new AirlockError('WALLET_FAILED', { message: `${call.method}: the transaction would fail` })

  const intent = readTransactions(transactions, {
    account,
    chainId: call.scope,
    networkOf: network,
    tokenAccount: (address) => readAs(accounts.get(address), readTokenAccount),
  })
  const simulation = namedFirst(intent, simulated)
  const fee = fees.every((one) => one !== undefined) ? sumOf(fees) : undefined
  const atLeast = sumOf(least)
  return {
    call,
    request: toRequest(transactions, account),
    work: entries.map(({ bytes }) => bytes),
    intent: withWarnings(intent, {
      simulation,
      warnings: warnOfFee(fee !== undefined && fee > atLeast ? fee : atLeast, accounts.get(account)?.lamports),
    }),
    raw: JSON.stringify(transactions.map(toRaw), null, 2),
    ...(fee !== undefined && fee > 0n && { fee: { expected: fee, most: fee } }),
    simulation,
    tokens: await readTokens(call, (mints) => node.accountsByEach(mints), transactions, accounts, simulation),
  }
}

/** Without tables, accounts or simulation from the named network: they do not apply here, and the page may have created them. */
async function prepareStrange(
  given: readonly Uint8Array[],
  transactions: readonly SolanaTransaction[],
  network: Caip2 | undefined,
  { call, account }: Asked,
): Promise<Prepared> {
  const simulation = { status: 'unknown' } as const
  const surroundings = { account, chainId: call.scope, networkOf: network, tokenAccount: () => undefined }
  return {
    call,
    request: toRequest(transactions, account),
    work: given,
    intent: readTransactions(transactions, surroundings),
    raw: JSON.stringify(transactions.map(toRaw), null, 2),
    simulation,
    tokens: await readTokens(
      call,
      async () => ({ answers: [], areEnough: false }),
      transactions,
      new Map(),
      simulation,
    ),
  }
}

function check({ signers, unsigned }: SolanaTransaction, { call, account, send }: Asked): void {
  if (!signers.includes(account))
    throw new AirlockError('UNAUTHORIZED', { message: `${call.method}: the account does not sign this transaction` })
  if (send && unsigned.some((signer) => signer !== account))
    throw new AirlockError('BAD_SHAPE', { message: `${call.method}: somebody else has to sign this first` })
}

/** Makes sure that the network would accept the transaction: one that belongs to another network is not signed to be sent. */
async function refresh(entry: Entry, latest: string, { call, node }: Asked): Promise<Entry> {
  const { bytes, transaction } = entry
  if (await isOfNetwork(node, transaction, 'confirmed')) return entry
  // Other signers have signed the old hash; and a nonce must not be replaced by a block hash.
  if (transaction.signers.length > 1 || transaction.instructions[0]?.kind === 'nonce')
    throw new AirlockError('WALLET_FAILED', { message: `${call.method}: the network does not know the block hash` })
  const fresh = withBlockhash(bytes, latest)
  const { blockhash, message } = readTransaction(fresh)
  return { bytes: fresh, transaction: { ...transaction, blockhash, message } }
}

/** The account's fee in lamports; 0 if another account pays. Nodes give it only for a recent hash, which does not change the fee. */
async function feeOf(
  { bytes, transaction }: Entry,
  latest: string,
  { account, node }: Asked,
): Promise<bigint | undefined> {
  if (transaction.feePayer !== account) return 0n
  return node.fee(readTransaction(withBlockhash(bytes, latest)).message)
}

/**
 * A table decides who is paid, so it is unknown if two nodes disagree. If one is silent, the other is believed: the approval says that the
 * addresses come from a node. A table only ever grows: what one node has seen more of it does not count.
 */
async function readTables(node: SolanaNode, transactions: readonly SolanaTransaction[]): Promise<Tables> {
  const named = unique(transactions.flatMap(({ tables }) => tables))
  if (named.length === 0) return new Map()
  const { answers } = await node.accountsByEach(named)
  return new Map(
    named.flatMap((address, place) => {
      const read = answers.map((accounts) => readAs(accounts[place], readTable) ?? [])
      const [shortest = []] = read.toSorted((one, other) => one.length - other.length)
      const agree = read.every((table) => shortest.every((key, index) => table[index] === key))
      return agree && shortest.length > 0 ? [[address, shortest] as const] : []
    }),
  )
}

/** All writable accounts, including the token accounts. */
async function readAccounts(
  node: SolanaNode,
  transactions: readonly SolanaTransaction[],
): Promise<ReadonlyMap<string, ChainAccount | undefined>> {
  const named = unique(transactions.flatMap(({ writable }) => writable))
  const read = await node.accounts(named)
  return new Map(named.map((address, place) => [address, read[place]]))
}

/**
 * Decimals of the tokens shown, and symbols of known ones. The program checks the decimals in an instruction, but only for that
 * transaction, not for others of the request. If stated decimals contradict each other or the mint, or two nodes do not agree on the mint, amounts are in the smallest unit.
 */
async function readTokens(
  { scope }: Call,
  readMints: SolanaNode['accountsByEach'],
  transactions: readonly SolanaTransaction[],
  accounts: ReadonlyMap<string, ChainAccount | undefined>,
  simulation: Simulation,
): Promise<ReadonlyMap<string, TokenWords>> {
  const said = transactions
    .flatMap(({ instructions }) => instructions)
    .flatMap((one) =>
      'mint' in one && one.mint !== undefined ? [{ decimals: undefined, ...one, mint: one.mint }] : [],
    )
  const held = [...accounts.values()].flatMap((account) => readAs(account, readTokenAccount) ?? [])
  const changed = tokensIn([], simulation).map((mint) => ({ mint }))
  const mints = unique([...said, ...held, ...changed].map(({ mint }) => mint))
  const { answers, areEnough } = await readMints(mints)
  return new Map(
    mints.flatMap((mint, place) => {
      const [onChain, ...others] = answers.map((accounts) => readAs(accounts[place], readMintDecimals))
      const all = said.flatMap((one) => (one.mint === mint && one.decimals !== undefined ? [one.decimals] : []))
      const decimals = onChain ?? (transactions.length === 1 ? all[0] : undefined)
      const areSame = areEnough ? others.every((one) => one === onChain) : answers.length === 0
      const isSound = decimals !== undefined && areSame && all.every((one) => one === decimals)
      return isSound ? [[mint.toLowerCase(), { symbol: symbolOf(scope, mint), decimals }] as const] : []
    }),
  )
}

function toRequest(transactions: readonly SolanaTransaction[], signer: string): SigningRequest {
  const [message = '', ...others] = transactions.map((transaction) => base58.encode(transaction.message))
  return others.length === 0
    ? { kind: 'solanaTransaction', signer, message }
    : { kind: 'solanaTransactions', signer, messages: [message, ...others] }
}

/** All decoded fields, with the bytes that are signed. */
const toRaw = ({ version, feePayer, signers, blockhash, instructions, message }: SolanaTransaction): object => ({
  version,
  feePayer,
  signers,
  blockhash,
  instructions: instructions.map((instruction) =>
    Object.fromEntries(
      Object.entries(instruction).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? value.toString() : value instanceof Uint8Array ? bytesToHex(value) : value,
      ]),
    ),
  ),
  message: base64.encode(message),
})

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

const unique = (addresses: readonly string[]): string[] => [...new Set(addresses)]
