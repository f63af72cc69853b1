/** What verifies the signatures of a namespace, and what all of them use. */
import type { CaipNetworkId } from '@airlock/host-sdk'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

export interface Proof {
  readonly chainId: Caip2
  readonly address: string
  /** The exact text that was signed. */
  readonly message: string
  readonly signature: string
}

/** JSON-RPC URLs by CAIP-2 id, used to check signatures of contract accounts. */
export type RpcUrls = Readonly<Partial<Record<CaipNetworkId, string>>>

export interface Verifier {
  readonly verify: (proof: Proof, rpcUrls: RpcUrls) => boolean | Promise<boolean>
  /** The one spelling of an account on this network; `undefined` if the text is no address of it. */
  readonly canonical: (chainId: Caip2, address: string) => string | undefined
}

// Decoders for wallets' byte formats: `undefined` for invalid text.

export const fromHex = (text: string): Uint8Array | undefined => {
  const [, digits = ''] = /^(?:0x)?((?:[0-9a-f]{2})+)$/i.exec(text) ?? []
  return digits === '' ? undefined : Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

export const fromBase64 = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index])

/** The result of a check. Invalid keys and signatures make the library throw, which counts as false. */
export function holds(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
