/**
 * From transactions of a page to what is shown and signed. What the page has made is signed as it is, to the byte. One exception: a
 * transaction that this wallet sends itself, that nobody else has signed, and whose block hash the network has forgotten, gets a recent
 * one; without it nothing could come of it. Where the hash is still good it stays, because the page waits for exactly that time.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
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
import type { Warning } from '../../decode/intent.ts'
import { toIntent } from '../../decode/intent.ts'
import { readTransactions } from '../../decode/solana/transaction.ts'
import type { SigningRequest } from '../../signing/request.ts'
import type { Call, Prepared, Simulation, TokenWords } from '../prepared.ts'
import { symbolOf } from './known-tokens.ts'
import type { SendOptions, SolanaNode } from './node.ts'
import { simulate } from './simulate.ts'

export interface Asked {
  readonly call: Call
  readonly account: string
  readonly node: SolanaNode
  /** Present where it is sent as well. */
  readonly send: SendOptions | undefined
}

interface Entry {
  readonly bytes: Uint8Array
  readonly transaction: SolanaTransaction
}

/**
 * @param given at least one
 * @throws AirlockError BAD_SHAPE for what is no transaction, UNAUTHORIZED where the account does not sign it, WALLET_FAILED where the
 *   network would refuse what is to be sent.
 */
export async function prepareTransactions(given: readonly Uint8Array[], asked: Asked): Promise<Prepared> {
  const { call, account, node } = asked
  const first = given.map((bytes) => readTransaction(bytes))
  for (const transaction of first) check(transaction, asked)

  const [tables, latest] = await Promise.all([readTables(node, first), node.latestBlockhash()])
  const entries = await Promise.all(
    given.map(async (bytes) => refresh({ bytes, transaction: readTransaction(bytes, tables) }, latest, asked)),
  )
  const transactions = entries.map(({ transaction }) => transaction)
  const [accounts, fees] = await Promise.all([
    readAccounts(node, transactions),
    Promise.all(entries.map((entry) => feeOf(entry, latest, asked))),
  ])
  const runs = entries.map((entry, place) => ({ ...entry, fee: fees[place] ?? 0n }))
  const simulation = await simulate(node, runs, { account, before: (address) => accounts.get(address) })
  if (asked.send && !asked.send.skipPreflight && simulation.status === 'fails')
    throw new AirlockError('WALLET_FAILED', { message: `${call.method}: the transaction would fail` })

  const intent = readTransactions(transactions, {
    account,
    chainId: call.scope,
    tokenAccount: (address) => readAs(accounts.get(address), readTokenAccount),
  })
  const late: Warning[] = entries.some(({ isLate }) => isLate) ? ['expired'] : []
  const fee = fees.every((one) => one !== undefined) ? fees.reduce((sum, one) => sum + one, 0n) : undefined
  return {
    call,
    request: toRequest(transactions, account),
    unsigned: entries.map(({ bytes }) => bytes),
    intent: toIntent(intent, { ...intent, warnings: [...intent.warnings, ...late] }),
    raw: JSON.stringify(transactions.map(toRaw), null, 2),
    ...(fee !== undefined && fee > 0n && { fee: { expected: fee, most: fee } }),
    simulation,
    tokens: await readTokens(call, node, transactions, accounts, simulation),
  }
}

function check({ signers, unsigned }: SolanaTransaction, { call, account, send }: Asked): void {
  if (!signers.includes(account))
    throw new AirlockError('UNAUTHORIZED', { message: `${call.method}: the account does not sign this transaction` })
  if (send && unsigned.some((signer) => signer !== account))
    throw new AirlockError('BAD_SHAPE', { message: `${call.method}: somebody else has to sign this first` })
}

/** `isLate`: no block takes it any more. */
async function refresh(
  entry: Entry,
  latest: string,
  { call, node, send }: Asked,
): Promise<Entry & { readonly isLate: boolean }> {
  const { bytes, transaction } = entry
  const isNonce = transaction.instructions[0]?.kind === 'nonce'
  if (isNonce || (await node.isRecent(transaction.blockhash))) return { ...entry, isLate: false }
  if (!send) return { ...entry, isLate: true }
  // Who has signed it has signed the old hash.
  if (transaction.signers.length > 1)
    throw new AirlockError('WALLET_FAILED', { message: `${call.method}: the block hash is too old` })
  const fresh = withBlockhash(bytes, latest)
  const { blockhash, message } = readTransaction(fresh)
  return { bytes: fresh, transaction: { ...transaction, blockhash, message }, isLate: false }
}

/** Of the account, in lamports: nothing where another pays. It does not depend on the hash, and nodes tell it for recent ones only. */
async function feeOf(
  { bytes, transaction }: Entry,
  latest: string,
  { account, node }: Asked,
): Promise<bigint | undefined> {
  if (transaction.feePayer !== account) return 0n
  return node.fee(readTransaction(withBlockhash(bytes, latest)).message)
}

async function readTables(node: SolanaNode, transactions: readonly SolanaTransaction[]): Promise<Tables> {
  const named = unique(transactions.flatMap(({ tables }) => tables))
  const read = (await node.accounts(named)).map((account) => readAs(account, readTable))
  return new Map(named.flatMap((address, place) => (read[place] ? [[address, read[place]] as const] : [])))
}

/** All that may be written, which are the token accounts among others. */
async function readAccounts(
  node: SolanaNode,
  transactions: readonly SolanaTransaction[],
): Promise<ReadonlyMap<string, ChainAccount | undefined>> {
  const named = unique(transactions.flatMap(({ writable }) => writable))
  const read = await node.accounts(named)
  return new Map(named.map((address, place) => [address, read[place]]))
}

/**
 * What the amounts on the screen need: decimals, and a name where we know one. A program holds its transaction to the decimals that it
 * says, but not the others of the request; where the network contradicts them, amounts stand in the smallest unit.
 */
async function readTokens(
  { scope }: Call,
  node: SolanaNode,
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
  const changed =
    simulation.status === 'works'
      ? simulation.changes.flatMap(({ asset }) => (asset.type === 'tokens' ? [{ mint: asset.token }] : []))
      : []
  const mints = unique([...said, ...held, ...changed].map(({ mint }) => mint))
  const read = await node.accounts(mints)
  return new Map(
    mints.flatMap((mint, place) => {
      const onChain = readAs(read[place], readMintDecimals)
      const all = said.flatMap((one) => (one.mint === mint && one.decimals !== undefined ? [one.decimals] : []))
      const decimals = onChain ?? (transactions.length === 1 ? all[0] : undefined)
      const isSound = decimals !== undefined && all.every((one) => one === decimals)
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

/** To the letter, with the bytes that are signed. */
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

const readAs = <T>(account: ChainAccount | undefined, read: (account: ChainAccount) => T | undefined): T | undefined =>
  account && read(account)

const unique = (addresses: readonly string[]): string[] => [...new Set(addresses)]
