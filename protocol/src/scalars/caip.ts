/** CAIP-2 chain ids and CAIP-10 account ids for the four namespaces (specification §3 and §5). */
import * as z from 'zod/mini'
import { patterned } from './typed.ts'

export const namespaces = ['eip155', 'solana', 'bip122', 'polkadot'] as const
export const Namespace = z.enum(namespaces)
export type Namespace = (typeof namespaces)[number]

const caip2 = /^(eip155:(0|[1-9][0-9]{0,31})|(solana|bip122|polkadot):[-_a-zA-Z0-9]{1,32})$/
const caip10 = /^(eip155:(0|[1-9][0-9]{0,31})|(solana|bip122|polkadot):[-_a-zA-Z0-9]{1,32}):[-.%a-zA-Z0-9]{1,128}$/

/** `namespace:reference`, for example `eip155:1`. */
export type Caip2 = `${Namespace}:${string}`
export const Caip2 = patterned<Caip2>(caip2)

/** `namespace:reference:address`. */
export type Caip10 = `${Caip2}:${string}`
export const Caip10 = patterned<Caip10>(caip10)

export const isCaip2 = (text: string): text is Caip2 => caip2.test(text)
export const isCaip10 = (text: string): text is Caip10 => caip10.test(text)

export const namespaceOf = (id: Caip2 | Caip10): Namespace => id.slice(0, id.indexOf(':')) as Namespace

/** The part of a CAIP-2 id after the namespace. */
export const referenceOf = (id: Caip2): string => id.slice(id.indexOf(':') + 1)

/** @throws {RangeError} 'Invalid CAIP Address' when a part is missing or the namespace is unknown. */
export function parseCaip10(text: string): { chainId: Caip2; address: string; namespace: Namespace } {
  if (!isCaip10(text)) throw new RangeError('Invalid CAIP Address')
  const end = text.lastIndexOf(':')
  const chainId = text.slice(0, end) as Caip2
  return { chainId, address: text.slice(end + 1), namespace: namespaceOf(chainId) }
}
