/** Assets that the account can send: the network's own currency, and the listed tokens whose address has the form of the network. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { isCaip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { addressKey, hasAddressForm } from '../../../../shared/chains/address-form.ts'
import type { AssetId } from '../../../../shared/chains/sending.ts'
import type { Token } from '../../assets/state/tokens.ts'
import { currencyAs, type Listed } from '../../submit/form.ts'
import type { Chosen } from './send.ts'

export type Sendable = Listed<Chosen>

/** How gateways name SOL. */
const sol = 'So11111111111111111111111111111111111111111'

/** The currency first, then in the order of the list. */
export function sendables(network: Network, tokens: readonly Token[]): readonly Sendable[] {
  const read = tokens.flatMap((token): Sendable[] => {
    const asset = assetOf(network, token.address)
    return asset ? [{ ...token, ...asset }] : []
  })
  const { name, symbol, ...unknown } = currencyAs(undefined, network)
  const currency = read.find(({ address }) => address === undefined) ?? unknown
  return [{ ...currency, name, symbol }, ...read.filter(({ address }) => address !== undefined)]
}

/** `null`: it cannot be sent here. @param written CAIP-10, a plain address, or SOL's own; `undefined`: the currency */
function assetOf({ id }: Network, written: string | undefined): { readonly address: AssetId } | null {
  if (written === undefined) return { address: undefined }
  const parsed = isCaip10(written) ? parseCaip10(written) : undefined
  const address = parsed?.address ?? written
  if (namespaceOf(id) === 'solana' && address === sol) return { address: undefined }
  if (parsed && parsed.chainId !== id) return null
  return hasAddressForm(namespaceOf(id), address) ? { address } : null
}

export const isSameAsset = (network: Network, one: AssetId, other: AssetId): boolean => {
  const namespace = namespaceOf(network.id)
  return one === undefined || other === undefined
    ? one === other
    : addressKey(namespace, one) === addressKey(namespace, other)
}
