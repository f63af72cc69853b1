/**
 * Reads the name of the active account: from the project's gateway or, without one, from ENS through the project's nodes of
 * Ethereum. Kept for five minutes (specification §9). A name that cannot be read costs nothing: the address is shown.
 */
import { namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { fetchIdentity } from '../api/gateway.ts'
import { queries } from '../api/queries.ts'
import { activeConnectionAtom } from '../state/active-connection.ts'
import { setIdentityAtom } from '../state/identity.ts'
import { readIdentity } from '../state/identity-rules.ts'
import type { ModalContext } from './context.ts'
import { gatewayOf } from './gateway.ts'

const freshMs = 5 * 60_000

export async function refreshIdentity(context: ModalContext): Promise<void> {
  const account = context.store.get(activeConnectionAtom)?.active
  if (!account) return
  const { address } = parseCaip10(account)
  const service = gatewayOf(context)
  const nodes = namespaceOf(account) === 'eip155' ? (context.project.rpc['eip155:1'] ?? []) : []
  if (!service && nodes.length === 0) return
  try {
    const identity = await queries.fetchQuery({
      queryKey: ['identity', service?.base, address],
      queryFn: ({ signal }) =>
        service
          ? fetchIdentity(service, address, signal)
          : import('../../shared/chains/eip155/ens.ts').then(({ readEnsName }) => readEnsName(nodes, address, signal)),
      staleTime: freshMs,
    })
    context.store.set(setIdentityAtom, address, readIdentity(identity, service?.base))
  } catch {
    // The address is shown.
  }
}
