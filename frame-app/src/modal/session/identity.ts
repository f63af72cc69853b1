/**
 * Reads the name of the active account: from the project's gateway or, without one, from ENS through the project's Ethereum nodes. Where
 * names are shown, also reads all names that the gateway's registry has for it. Kept for five minutes (specification §9). If no name can be
 * read, the address is shown.
 */
import { namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { fetchIdentity } from '../core/api/gateway.ts'
import { fetchNames } from '../core/api/names.ts'
import { gatewayOf } from '../core/api/project-gateway.ts'
import { queries } from '../core/api/queries.ts'
import type { ModalContext } from '../core/context.ts'
import { activeConnectionAtom } from './state/active-connection.ts'
import { type Identity, identitiesAtom, setIdentityAtom } from './state/identity.ts'
import { readIdentity } from './state/identity-rules.ts'

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
    const read = readIdentity(identity, service?.base)
    // The answer may be older than the registration.
    const name = read.name ?? firstOf(context.store.get(identitiesAtom)[address.toLowerCase()]?.registered)
    context.store.set(setIdentityAtom, address, { ...read, name })
  } catch {
    // The address is shown.
  }
}

/** Loads the names in the registry. A failure is shown in place of the names and blocks nothing, because the registry checks again. */
export async function loadOwnNames(context: ModalContext): Promise<void> {
  const { store } = context
  const service = gatewayOf(context)
  const account = store.get(activeConnectionAtom)?.active
  if (!service || !account || namespaceOf(account) !== 'eip155') return
  const { address } = parseCaip10(account)
  try {
    const registered = await queries.fetchQuery({
      queryKey: ['names', service.base, address],
      queryFn: ({ signal }) => fetchNames(service, address, signal),
      staleTime: freshMs,
    })
    const name = store.get(identitiesAtom)[address.toLowerCase()]?.name ?? firstOf(registered)
    store.set(setIdentityAtom, address, { registered, name })
  } catch {
    store.set(setIdentityAtom, address, { registered: 'failed' })
  }
}

const firstOf = (registered: Identity['registered']): string | undefined =>
  registered === 'failed' ? undefined : registered?.[0]
