/** Reads the answers of a paired wallet on Bitcoin. They are parsed, never passed on unread. */
import type { Bip122Method } from '@airlock/protocol/allowlist/bip122.ts'
import type { AccountDetail } from '@airlock/protocol/contracts/shapes/account.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { BitcoinTransactionId, Psbt } from '@airlock/protocol/scalars/bitcoin.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { isAddress } from '../../../../shared/chains/bip122/address.ts'
import type { Properties } from './agreement.ts'
import { invalidForm } from './errors.ts'
import type { Translation } from './solana.ts'

const Told = z.object({
  address: z.string(),
  publicKey: z.catch(z.optional(z.string().check(z.regex(/^[0-9a-fA-F]{64}([0-9a-fA-F]{2})?$/))), undefined),
  path: z.catch(z.optional(z.string().check(z.regex(/^m(\/[0-9]{1,10}['h]?){0,10}$/))), undefined),
  intention: z.catch(z.optional(z.enum(['payment', 'ordinal'])), undefined),
})
const Addresses = z.array(z.unknown())
const Hex = z.string().check(z.maxLength(20_000), z.regex(/^(0x)?([0-9a-fA-F]{2})+$/))
const Id = z.object({ txid: BitcoinTransactionId })

const answers: Readonly<Record<Bip122Method, (answer: Json, chain: Caip2) => unknown>> = {
  getAccountAddresses: (answer, chain) => readAddresses(z.parse(Addresses, answer), chain),
  sendTransfer: (answer) => z.parse(Id, answer),
  signMessage(answer) {
    const { address, signature } = z.parse(z.object({ address: z.optional(z.string()), signature: Hex }), answer)
    return { ...(address !== undefined && { address }), signature: signature.replace(/^0x/, '').toLowerCase() }
  },
  signPsbt: (answer) => z.parse(z.object({ psbt: Psbt, txid: z.optional(BitcoinTransactionId) }), answer),
}

/** The methods of the session have the same names and forms. @throws AirlockError METHOD_NOT_ALLOWED */
export function toSession(method: string, params: Json, _accounts: readonly string[], scope: Caip2): Translation {
  return { method, params, read: (answer) => readAnswer(method, answer, scope) }
}

/** @throws AirlockError METHOD_NOT_ALLOWED, WALLET_FAILED for an answer of another form */
export function readAnswer(method: string, answer: Json, chain: Caip2): Json {
  const read = Object.hasOwn(answers, method) ? answers[method as Bip122Method] : undefined // as: one of its own keys
  if (!read) throw new AirlockError('METHOD_NOT_ALLOWED')
  try {
    return JSON.parse(JSON.stringify(read(answer, chain))) as Json // what JSON wrote
  } catch {
    throw new AirlockError('WALLET_FAILED', { message: invalidForm })
  }
}

/** The addresses of this network; others, and unreadable ones, are dropped. */
const readAddresses = (list: readonly unknown[], chain: Caip2) =>
  list.slice(0, 64).flatMap((one) => {
    const read = z.safeParse(Told, one)
    return read.success && isAddress(chain, read.data.address) ? read.data : []
  })

/** Longer texts are not read. */
const maxText = 50_000

/** The addresses that the wallet reported with the session, as a list or as JSON of one; `undefined` if it reported none. */
export function readDetails({ session }: Properties, chain: Caip2): readonly AccountDetail[] | undefined {
  const said = session?.['bip122_getAccountAddresses']
  const list = z.safeParse(Addresses, typeof said === 'string' && said.length <= maxText ? parseJson(said) : said)
  if (!list.success) return undefined
  const details = readAddresses(list.data, chain).map(({ address, publicKey, path, intention }) => ({
    address,
    type: intention ?? ('payment' as const),
    ...(publicKey !== undefined && { publicKey }),
    ...(path !== undefined && { path }),
  }))
  return details.length > 0 ? details : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
