/**
 * Converts between our Solana methods, with transactions in base58, and those of a session, with
 * base64. A wallet's answer is parsed, never passed on unread.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { base58, base64 } from '@scure/base'
import * as z from 'zod/mini'
import { parseOr } from '../../../core/parse-or.ts'
import { invalidForm } from './errors.ts'

export interface Translation {
  readonly method: string
  readonly params: Json
  readonly read: (answer: Json) => Json | Promise<Json>
}

/** The request to the wallet and the reader of its answer, or an answer for which no wallet is asked. */
export type Translated = Translation | { readonly answer: Json }

/** Maximum size of a network packet, in base58. */
const most = 1_700
const signatureBytes = 64

const Written = z.string().check(z.maxLength(most))
const Message = z.object({ message: z.string(), pubkey: z.string() })
const One = z.object({ transaction: Written })
const Many = z.object({ transactions: z.array(Written) })
const Sent = z.object({ transaction: Written, options: z.optional(z.record(z.string(), z.json())) })

const Signed = z.object({ signature: z.optional(z.string()), transaction: z.optional(z.string()) })

/** @param accounts addresses of the session on this chain, one of which signs. @throws AirlockError BAD_SHAPE */
export function toSession(method: string, params: Json, accounts: readonly string[]): Translation {
  switch (method) {
    case 'solana_signMessage':
      return { method, params: asked(Message, params), read: readSignature }
    case 'solana_signTransaction': {
      const transaction = toBase64(asked(One, params).transaction)
      const read = async (answer: Json) => ({ transaction: await readTransaction(answer, transaction, accounts) })
      return { method, params: { transaction }, read }
    }
    case 'solana_signAllTransactions': {
      const transactions = asked(Many, params).transactions.map(toBase64)
      const Answer = z.object({ transactions: z.array(z.string()).check(z.length(transactions.length)) })
      const read = (answer: Json) => ({ transactions: answered(Answer, answer).transactions.map(fromBase64) })
      return { method, params: { transactions }, read }
    }
    case 'solana_signAndSendTransaction': {
      const { transaction, options } = asked(Sent, params)
      const sendOptions = options ? { sendOptions: options } : {}
      return { method, params: { transaction: toBase64(transaction), ...sendOptions }, read: readSignature }
    }
    default:
      throw new AirlockError('METHOD_NOT_ALLOWED')
  }
}

function readSignature(answer: Json): Json {
  const { signature = '' } = answered(Signed, answer)
  return { signature: checked(signature) }
}

/** Older wallets send only the signature; it is then inserted into the requested transaction. */
async function readTransaction(answer: Json, asked: string, accounts: readonly string[]): Promise<string> {
  const { transaction, signature = '' } = answered(Signed, answer)
  if (transaction !== undefined) return fromBase64(transaction)
  const bytes = base64.decode(asked)
  const { readTransaction: read, withSignature } = await import('../../../../shared/chains/solana/read.ts')
  const signer = read(bytes).signers.find((one) => accounts.includes(one))
  if (signer === undefined) throw new AirlockError('UNAUTHORIZED')
  return base58.encode(withSignature(bytes, signer, base58.decode(checked(signature))))
}

function checked(signature: string): string {
  const bytes = signature.length <= 2 * signatureBytes ? readWith(base58.decode, signature) : undefined
  if (bytes?.length !== signatureBytes) throw odd()
  return signature
}

function toBase64(transaction: string): string {
  const bytes = readWith(base58.decode, transaction)
  if (!bytes) throw new AirlockError('BAD_SHAPE')
  return base64.encode(bytes)
}

function fromBase64(transaction: string): string {
  const bytes = transaction.length <= most ? readWith(base64.decode, transaction) : undefined
  if (!bytes || bytes.length === 0) throw odd()
  return base58.encode(bytes)
}

function readWith(decode: (text: string) => Uint8Array, text: string): Uint8Array | undefined {
  try {
    return decode(text)
  } catch {
    return undefined
  }
}

const asked = <T>(schema: z.ZodMiniType<T>, params: Json): T => parseOr('BAD_SHAPE', schema, params)
const answered = <T>(schema: z.ZodMiniType<T>, answer: Json): T => parseOr('WALLET_FAILED', schema, answer, invalidForm)
const odd = () => new AirlockError('WALLET_FAILED', { message: invalidForm })
