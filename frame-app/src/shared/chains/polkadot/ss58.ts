/**
 * SS58 addresses: the prefix of a network, the account id and a checksum, in base58. An account has a different address on each network, so
 * accounts are compared by id.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { ss58PrefixOf } from '@airlock/protocol/scalars/ss58.ts'
import { blake2b } from '@noble/hashes/blake2.js'
import { base58 } from '@scure/base'
import { ifReadable } from '../../if-readable.ts'

export interface Ss58 {
  readonly prefix: number
  /** 32 bytes. */
  readonly accountId: Uint8Array
}

const idBytes = 32
const checksumBytes = 2
/** Longer texts are not addresses of account ids; decoding long base58 is slow. */
const longest = 50
const most = 16_383
/** 46 and 47 are reserved, and belong to no network. */
const isPrefix = (prefix: number) => Number.isInteger(prefix) && prefix >= 0 && prefix <= most && prefix >> 1 !== 23
const preimage = new TextEncoder().encode('SS58PRE')

/** `undefined` if the text is no address of a 32-byte account id, or its checksum is wrong. */
export function readSs58(address: string): Ss58 | undefined {
  const bytes = address.length <= longest ? ifReadable(() => base58.decode(address)) : undefined
  const [first = 0, second = 0] = bytes ?? []
  const head = first < 64 ? 1 : 2
  if (!bytes || first > 127 || bytes.length !== head + idBytes + checksumBytes) return undefined
  const prefix = head === 1 ? first : ((first & 63) << 2) | (second >> 6) | ((second & 63) << 8)
  const body = bytes.subarray(0, -checksumBytes)
  // A prefix below 64 has one byte; written in two it would be a second address of the account.
  if (!isPrefix(prefix) || (head === 2 && prefix < 64)) return undefined
  const isIntact = checksum(body).every((byte, at) => byte === bytes[body.length + at])
  return isIntact ? { prefix, accountId: body.slice(head) } : undefined
}

/** @throws RangeError for a prefix that no network has, or an account id of another length */
export function writeSs58({ prefix, accountId }: Ss58): string {
  if (!isPrefix(prefix) || accountId.length !== idBytes) throw new RangeError('no SS58 address')
  const head = prefix < 64 ? [prefix] : [((prefix & 0b1111_1100) >> 2) | 64, (prefix >> 8) | ((prefix & 0b11) << 6)]
  const body = Uint8Array.from([...head, ...accountId])
  return base58.encode(Uint8Array.from([...body, ...checksum(body)]))
}

/**
 * The address of the same account on this network; on a network that is not known, the address itself. `undefined` if the text is no
 * address.
 */
export function addressOn(chainId: Caip2, address: string): string | undefined {
  const read = readSs58(address)
  return read && writeSs58({ ...read, prefix: ss58PrefixOf(chainId) ?? read.prefix })
}

/** The same key for all addresses of an account; `undefined` if the text is no address. */
export const accountKey = (address: string): string | undefined => {
  const read = readSs58(address)
  return read && base58.encode(read.accountId)
}

const checksum = (body: Uint8Array): Uint8Array =>
  blake2b(Uint8Array.from([...preimage, ...body])).subarray(0, checksumBytes)
