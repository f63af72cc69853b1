/** Parses tokens and accounts in requests. */
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { type Caip2, isCaip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { getAddress, type Hex, isAddress } from 'viem'
import { swapRefusals } from './refusals.ts'
import { isSame, type Side } from './source.ts'

export type Named = { readonly chainId: Caip2; readonly address: Hex }

/** @throws {GatewayRefusal} 400 */
export function readNamed(text: string): Named {
  if (!isCaip10(text)) throw swapRefusals.badAsset(text)
  if (namespaceOf(text) !== 'eip155') throw swapRefusals.badNamespace()
  const { chainId, address } = parseCaip10(text)
  // Clients write the placeholder in any case, so its checksum is not verified.
  if (!isAddress(address, { strict: false }) || /^0x0{40}$/.test(address)) throw swapRefusals.badAsset(text)
  return { chainId, address: getAddress(address) }
}

/**
 * An account, as a plain address (as in the hosted API) or as CAIP-10.
 * @throws {GatewayRefusal} 400
 */
export const readAccount = (text: string, chainId: Caip2): Hex => {
  const named = readNamed(text.includes(':') ? text : `${chainId}:${text}`)
  if (named.chainId !== chainId) throw swapRefusals.differentChains()
  return named.address
}

export const isNative = (address: string): boolean => isSame(address, nativeToken)

export const sideOf = (address: Hex, wrapped: Hex): Side =>
  isNative(address) ? { token: getAddress(wrapped), isNative: true } : { token: address, isNative: false }
