/** Transactions of a Solana account: to sign one, to sign several, or to sign and send one. */
import type { Json } from '@airlock/protocol/json.ts'
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import { maxTransactionBytes, withSignature } from '../../../shared/chains/solana/read.ts'
import type { AskedKind, Call } from '../../approval/prepared.ts'
import type { SendOptions } from '../../approval/solana/node.ts'
import { bytesOf, nameOf, paramsOf, type SolanaTools, splitSigned } from '../../approval/solana/tools.ts'
import type { SigningRequest } from '../../signing/request.ts'
import { prepareTransactions } from './prepare-solana.ts'

/** A recent block hash stays valid for about a minute. */
const sendableForMs = 60_000

const Bytes = bytesOf(maxTransactionBytes)
const One = z.object({ transaction: Bytes })
const Many = z.object({ transactions: z.array(Bytes).check(z.minLength(1), z.maxLength(50)) })
const Sent = z.object({
  transaction: Bytes,
  options: z.optional(
    z.object({
      skipPreflight: z.optional(z.boolean()),
      preflightCommitment: z.optional(z.string()),
      maxRetries: z.optional(z.number()),
      minContextSlot: z.optional(z.number()),
    }),
  ),
})

type Kind = AskedKind<SigningRequest, readonly Uint8Array[]>

export function createSolanaTransactions({ options, nodeFor, othersThan, transmit }: SolanaTools): readonly Kind[] {
  const { account } = options
  const prepare = (given: readonly Uint8Array[], call: Call, signal: AbortSignal, send?: SendOptions) =>
    prepareTransactions(given, {
      call,
      account,
      node: nodeFor(call, signal),
      others: othersThan(call, signal),
      send,
    })
  /** The unsigned transactions, with the account's signatures. */
  const withSignatures = (unsigned: readonly Uint8Array[], signed: string): readonly Uint8Array[] => {
    const signatures = splitSigned(signed, unsigned.length)
    return unsigned.map((transaction, place) =>
      withSignature(transaction, account, signatures[place] ?? new Uint8Array()),
    )
  }
  const signing = (
    method: string,
    read: (call: Call) => readonly Uint8Array[],
    answer: (signed: readonly string[]) => Json,
  ): Kind => {
    const kind: Kind = {
      methods: [method],
      prepare: async (call, signal) => ({ ...(await prepare(read(call), call, signal)), kind }),
      finish: async ({ work }, signed) => answer(withSignatures(work, signed).map((one) => base58.encode(one))),
    }
    return kind
  }
  const sending: Kind = {
    methods: ['solana_signAndSendTransaction'],
    async prepare(call, signal) {
      const { transaction, options: given = {} } = paramsOf(Sent, call)
      return { ...(await prepare([transaction], call, signal, given)), kind: sending, goodForMs: sendableForMs }
    },
    sends: () => true,
    async finish({ call, work }, signed) {
      const [transaction = new Uint8Array()] = withSignatures(work, signed)
      await transmit(call, transaction, paramsOf(Sent, call).options ?? {})
      // A transaction is identified by its first signature.
      return { signature: nameOf(transaction) }
    },
  }
  return [
    signing(
      'solana_signTransaction',
      (call) => [paramsOf(One, call).transaction],
      ([transaction = '']) => ({ transaction }),
    ),
    signing(
      'solana_signAllTransactions',
      (call) => paramsOf(Many, call).transactions,
      (transactions) => ({ transactions: [...transactions] }),
    ),
    sending,
  ]
}
