/** For wallets that sign and do not send: compares the signed transaction with the requested one, and sends it through a node. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { base58, base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { Ask } from '../sending.ts'
import { readTransaction } from './read.ts'

const Signed = z.object({ transaction: z.string().check(z.maxLength(2_000)) })

/**
 * @param asked the transaction that the wallet was asked to sign, in base58
 * @param answer the wallet's answer
 * @returns the id of the transaction
 * @throws AirlockError WALLET_FAILED if it is another transaction, or lacks a signature; the node's error
 */
export async function broadcast(ask: Ask, asked: string, answer: Json, options: Json = {}): Promise<string> {
  const read = z.safeParse(Signed, answer)
  if (!read.success) throw odd('The wallet’s answer has an invalid form.')
  const bytes = decode(read.data.transaction)
  const { message, unsigned } = readTransaction(bytes)
  // A wallet may change a transaction that it shows and sends itself; we send exactly what was requested (C252).
  if (base58.encode(message) !== base58.encode(readTransaction(base58.decode(asked)).message))
    throw odd('The wallet signed another transaction.')
  if (unsigned.length > 0) throw odd('The transaction lacks a signature.')
  const terms = typeof options === 'object' && !Array.isArray(options) ? options : {}
  const sent = { preflightCommitment: 'confirmed', ...terms, encoding: 'base64' }
  await ask('sendTransaction', [base64.encode(bytes), sent]).catch(unlessKnown)
  // The first signature, after the number of signatures, which is one byte.
  return base58.encode(bytes.slice(1, 65))
}

/** A node that took the transaction and lost its answer has sent it: the next node knows it already. */
function unlessKnown(error: unknown): void {
  if (!(error instanceof AirlockError && /already (been )?processed/i.test(error.message))) throw error
}

function decode(text: string): Uint8Array {
  try {
    return base58.decode(text)
  } catch {
    throw odd('The wallet’s answer has an invalid form.')
  }
}

const odd = (message: string) => new AirlockError('WALLET_FAILED', { message })
