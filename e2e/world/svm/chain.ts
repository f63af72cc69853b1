/**
 * A Solana chain in memory: real transactions, run by the real system and token programs (LiteSVM). Adds what LiteSVM
 * lacks and clients need: slots, block hashes that expire, and the result of each signature.
 */
import { randomBytes } from 'node:crypto'
import {
  type Address,
  address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  lamports,
  type ReadonlyUint8Array,
  type SignatureBytes,
  type Transaction,
} from '@solana/kit'
import { ComputeBudgetProgram, SystemProgram, VersionedMessage } from '@solana/web3.js'
import { FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import { balancesOf, type Outcome, type Recorded, readMessage, type TransactionError } from './record.ts'

/** Number of slots for which a block hash is valid. */
const blockhashSlots = 150
const baseFee = 5000
const defaultUnits = 200_000

export type Chain = ReturnType<typeof createChain>

export function createChain() {
  const svm = new LiteSVM().withBlockhashCheck(false)
  const outcomes = new Map<string, Recorded>()
  const blockhashes = new Map<string, number>()
  let slot = 1

  const run = (transaction: Transaction): Outcome => {
    const result = svm.sendTransaction(transaction)
    const failed = result instanceof FailedTransactionMetadata
    const meta = failed ? result.meta() : result
    return {
      signature: signatureOf(transaction),
      slot,
      err: failed ? readError(result) : null,
      ...said(meta),
    }
  }

  return {
    svm,
    slot: () => slot,
    outcome: (signature: string) => outcomes.get(signature),
    /** Different for every call, so that the same transfer can be made twice. */
    latestBlockhash() {
      const blockhash = base58(randomBytes(32))
      blockhashes.set(blockhash, slot)
      return { blockhash, lastValidBlockHeight: slot + blockhashSlots }
    },
    isBlockhashValid: (blockhash: string) => slot - (blockhashes.get(blockhash) ?? -Infinity) <= blockhashSlots,
    /** Makes all earlier block hashes expire. */
    expireBlockhashes() {
      slot += blockhashSlots + 1
    },
    /** Runs the transaction and commits it. @throws if a signature is missing */
    send(transaction: Transaction): Outcome {
      slot += 1
      const { keys, instructions } = readMessage(svm, transaction)
      const before = balancesOf(svm, keys)
      const outcome = run(transaction)
      // Programs have their own clock: an address can be used from a lookup table only after the slot in which it was added.
      svm.warpToSlot(svm.getClock().slot + 1n)
      // A transaction that fails before its instructions run is in no block: a bad signature, no money for the fee, a duplicate.
      if (typeof outcome.err !== 'string')
        outcomes.set(outcome.signature, {
          ...outcome,
          blockTime: seconds(),
          keys,
          instructions,
          fee: feeOf(Uint8Array.from(transaction.messageBytes)),
          before,
          after: balancesOf(svm, keys),
        })
      return outcome
    },
    /** Simulates the transaction; without `verify`, signatures may be missing. */
    simulate(transaction: Transaction, { verify }: { verify: boolean }) {
      svm.withSigverify(verify)
      try {
        const result = svm.simulateTransaction(verify ? transaction : withAnySignatures(transaction))
        if (result instanceof FailedTransactionMetadata)
          return { err: readError(result), ...said(result.meta()), accounts: [] }
        return { err: null, ...said(result.meta()), accounts: result.postAccounts() }
      } finally {
        svm.withSigverify(true)
      }
    },
    airdrop(to: Address, amount: bigint): Outcome {
      slot += 1
      // Otherwise a second airdrop of the same amount would be the same transaction.
      svm.expireBlockhash()
      const before = balancesOf(svm, [to])
      const result = svm.airdrop(to, lamports(amount))
      if (!result || result instanceof FailedTransactionMetadata) throw new Error(`No airdrop: ${String(result)}`)
      const outcome = { signature: base58(result.signature()), slot, err: null, ...said(result) }
      const given = (left: bigint, { lamports: own, tokens }: Recorded['before']) => ({
        lamports: [Number(left), ...own],
        tokens: tokens.map((one) => ({ ...one, accountIndex: 1 })),
      })
      outcomes.set(outcome.signature, {
        ...outcome,
        blockTime: seconds(),
        keys: [airdropSource, to],
        instructions: [],
        fee: baseFee,
        before: given(amount + BigInt(baseFee), before),
        after: given(0n, balancesOf(svm, [to])),
      })
      return outcome
    },
    /** Newest first. */
    recorded: (): readonly Recorded[] => [...outcomes.values()].reverse(),
  }
}

/** Stands for the account that the money of airdrops comes from. */
const airdropSource = base58(randomBytes(32))
const seconds = () => Math.floor(Date.now() / 1000)

/** In lamports: the fee per signature, and the priority fee of the message. */
export function feeOf(message: Uint8Array): number {
  const { header, compiledInstructions, staticAccountKeys } = VersionedMessage.deserialize(message)
  let units = defaultUnits * compiledInstructions.length
  let price = 0n
  for (const { programIdIndex, data } of compiledInstructions) {
    if (!staticAccountKeys[programIdIndex]?.equals(ComputeBudgetProgram.programId)) continue
    const view = new DataView(Uint8Array.from(data).buffer)
    if (data[0] === 2) units = view.getUint32(1, true)
    if (data[0] === 3) price = view.getBigUint64(1, true)
  }
  return baseFee * header.numRequiredSignatures + Number((price * BigInt(units) + 999_999n) / 1_000_000n)
}

export const readTransaction = (bytes: ReadonlyUint8Array): Transaction => getTransactionDecoder().decode(bytes)

export const blockhashOf = ({ messageBytes }: Transaction): string =>
  getCompiledTransactionMessageDecoder().decode(messageBytes).lifetimeToken

/** The account whose nonce replaces the block hash; the first instruction must use it. */
export function nonceOf({ messageBytes }: Transaction): Address | undefined {
  const { compiledInstructions, staticAccountKeys } = VersionedMessage.deserialize(Uint8Array.from(messageBytes))
  const [first] = compiledInstructions
  if (!first || !staticAccountKeys[first.programIdIndex]?.equals(SystemProgram.programId)) return undefined
  const account = staticAccountKeys[first.accountKeyIndexes[0] ?? -1]
  return account && first.data.length === 4 && first.data[0] === 4 ? address(account.toBase58()) : undefined
}

export function base58(bytes: ReadonlyUint8Array): string {
  return getBase58Decoder().decode(bytes)
}

/** The fee payer's signature, which identifies the transaction. */
export const signatureOf = ({ signatures }: Transaction): string =>
  base58(Object.values(signatures)[0] ?? new Uint8Array(64))

const said = (meta: TransactionMetadata) => ({ logs: meta.logs(), units: Number(meta.computeUnitsConsumed()) })

const withAnySignatures = (transaction: Transaction): Transaction => ({
  ...transaction,
  signatures: Object.fromEntries(
    // as: the value is not read
    Object.entries(transaction.signatures).map(([who, one]) => [
      who,
      one ?? (new Uint8Array(64).fill(1) as SignatureBytes),
    ]),
  ),
})

/** LiteSVM exposes the names of its errors only in their text form. */
function readError(failed: FailedTransactionMetadata): TransactionError {
  const found = /err: (\w+)(?:\((\d+), (\w+)(?:\((\d+)\))?\))?/.exec(String(failed))
  const [, name = 'Unknown', index, kind = 'Unknown', custom] = found ?? []
  if (index === undefined) return name
  return { InstructionError: [Number(index), custom === undefined ? kind : { Custom: Number(custom) }] }
}
