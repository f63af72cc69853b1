/** Where the active account can receive (WalletReceive). */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { Connector } from '../../../session/connector.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { connectorOf, connectorsAtom } from '../../../session/state/connectors.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { isContract } from '../../embedded/state/account-type.ts'

/**
 * The app's networks on which assets for the account are not lost, with the wallet's current one first. The address of a contract is valid
 * only on its network: for a smart account that is the current one, and for a paired wallet, which may be a contract too, those that it has
 * agreed to.
 */
export function receivableNetworks(
  connection: Pick<Connected, 'chainId' | 'accountType' | 'details'>,
  networks: readonly Network[],
  agreed: ReturnType<NonNullable<Connector['agreedChains']>> | undefined,
): readonly Network[] {
  const { chainId } = connection
  const current = networks.filter(({ id }) => id === chainId)
  if (isContract(connection)) return current
  const others = networks.filter(({ id }) => id !== chainId && namespaceOf(id) === namespaceOf(chainId))
  return [...current, ...others.filter(({ id }) => !agreed || agreed.includes(id))]
}

export const receivableAtom = atom((get): readonly Network[] => {
  const connection = get(activeConnectionAtom)
  if (!connection) return []
  const connector = connectorOf(get(connectorsAtom), namespaceOf(connection.chainId), connection.wallet)
  return receivableNetworks(connection, get(networksAtom), connector?.agreedChains?.())
})
