/** The operator's settings for ENS. */
import { type Caip2, isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Chain, Hex } from 'viem'
import * as chains from 'viem/chains'
import type { ConfigFile } from '../../config/file.ts'
import type { GatewayNetworks } from '../networks/network.ts'

export type EnsSettings = {
  readonly network: Caip2
  readonly universalResolver: Hex
}

const ethereum: Caip2 = 'eip155:1'

/**
 * ENS on Ethereum if the gateway serves it, unless the operator chose another network or none.
 * @throws {Error} naming the key and what to write
 */
export function readEns(
  given: NonNullable<ConfigFile['gateway']>['ens'],
  networks: GatewayNetworks,
): EnsSettings | undefined {
  if (given === false || (given === undefined && !networks.has(ethereum))) return undefined
  const network = given?.network ?? ethereum
  if (!isCaip2(network) || !networks.has(network))
    throw new Error(`gateway.ens.network: the gateway has no nodes of ${network}`)
  const universalResolver = given?.universalResolver ?? knownResolver(network)
  if (!universalResolver)
    throw new Error(`gateway.ens.universalResolver is missing: the address of ENS's universal resolver on ${network}`)
  return { network, universalResolver }
}

function knownResolver(network: Caip2): Hex | undefined {
  const chain = Object.values<Chain>(chains).find(({ id }) => `eip155:${id}` === network)
  return chain?.contracts?.ensUniversalResolver?.address
}
