/** Reads Bitcoin addresses with their checksums: base58check, bech32 and bech32m (BIP-173, BIP-350). */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { bech32, bech32m, createBase58check } from '@scure/base'
import { sha256 } from 'viem'
import { ifReadable } from '../../if-readable.ts'
import { paramsOf } from './networks.ts'

/** What an address pays to: the hash of a key or script, old or in a witness, or a taproot key. */
export type ScriptType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

const base58check = createBase58check((bytes: Uint8Array) => sha256(bytes, 'bytes'))

/** `undefined` for an address of another network, and for one with an invalid checksum. */
export function readAddress(network: Caip2, address: string): ScriptType | undefined {
  const { bech32: prefix, pubKeyHash, scriptHash } = paramsOf(network)
  if (address.toLowerCase().startsWith(`${prefix}1`)) return readWitness(prefix, address)
  const bytes = ifReadable(() => base58check.decode(address))
  if (bytes?.length !== 21) return undefined
  if (bytes[0] === pubKeyHash) return 'p2pkh'
  return bytes[0] === scriptHash ? 'p2sh' : undefined
}

export const isAddress = (network: Caip2, address: string): boolean => readAddress(network, address) !== undefined

function readWitness(prefix: string, address: string): ScriptType | undefined {
  for (const [coder, isCoderOf] of coders) {
    const decoded = ifReadable(() => coder.decode(address as `${string}1${string}`)) // as: it begins with the prefix and 1
    if (decoded?.prefix !== prefix) continue
    const [version = -1, ...words] = decoded.words
    const program = ifReadable(() => coder.fromWords(words))
    if (program === undefined || !isCoderOf(version)) continue
    return witnesses.find((one) => one.version === version && one.length === program.length)?.type
  }
  return undefined
}

/** The first version has a checksum of its own. */
const coders = [
  [bech32, (version: number) => version === 0],
  [bech32m, (version: number) => version > 0],
] as const

/** Outputs of later versions can be spent by anyone until there are rules for them. */
const witnesses: readonly { readonly version: number; readonly length: number; readonly type: ScriptType }[] = [
  { version: 0, length: 20, type: 'p2wpkh' },
  { version: 0, length: 32, type: 'p2wsh' },
  { version: 1, length: 32, type: 'p2tr' },
]
