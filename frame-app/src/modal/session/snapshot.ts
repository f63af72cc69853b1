/** The state that is sent to the host, as one value; sent when it differs from the last one. */
import type { Account, Snapshot } from '@airlock/protocol/contracts/shapes/account.ts'
import { type Namespace, namespaces, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { ModalContext } from '../core/context.ts'
import { healthAtom, isOpenAtom } from '../core/modal.ts'
import { routeAtom } from '../core/router/router.ts'
import { safeId } from './reconnect-hints.ts'
import { type Connected, type Connection, connectionsAtom } from './state/accounts.ts'
import { resolvedThemeAtom } from './state/appearance.ts'
import { approvedAtom } from './state/approved.ts'
import { type Balance, balancesAtom } from './state/balance.ts'
import { type Identity, identitiesAtom } from './state/identity.ts'
import { activeNamespaceAtom, activeNetworkAtom, networksAtom, unsupportedNetworkIdAtom } from './state/network.ts'
import { type Pending, pendingAtom, pendingKey } from './state/pending.ts'
import { sessionAtom } from './state/sign-in.ts'

export const snapshotAtom = atom((get): Snapshot => {
  const isOpen = get(isOpenAtom)
  const connections = get(connectionsAtom)
  const balances = get(balancesAtom)
  const identities = get(identitiesAtom)
  const pending = get(pendingAtom)
  const approved = get(approvedAtom)
  const requested = get(networksAtom).map(({ id }) => id)
  return {
    open: isOpen,
    view: isOpen ? (get(routeAtom)?.view ?? null) : null,
    active: get(activeNamespaceAtom),
    network: get(activeNetworkAtom)?.id ?? null,
    unsupported: get(unsupportedNetworkIdAtom),
    networks: requested,
    accounts: namespaces.flatMap((namespace) => {
      const connection = connections[namespace]
      if (!connection) return []
      const account = toAccount(namespace, connection, balances, identities, pending)
      const agreed = approved[namespace]
      // The page does not learn the wallet's other networks.
      return [{ ...account, ...(agreed && { approvedNetworks: requested.filter((id) => agreed.includes(id)) }) }]
    }),
    session: get(sessionAtom),
    theme: get(resolvedThemeAtom),
    health: get(healthAtom),
  }
})

export function toAccount(
  namespace: Namespace,
  connection: Connection,
  balances: Readonly<Record<string, Balance>>,
  identities: Readonly<Record<string, Identity>> = {},
  pendings: Readonly<Record<string, Pending>> = {},
): Account {
  const empty = { namespace, restoring: false, active: null, accounts: [], type: 'eoa', wallet: null } as const
  switch (connection.status) {
    case 'disconnected':
      return { ...empty, accounts: [], status: 'disconnected' }
    case 'connecting':
      return { ...empty, accounts: [], status: 'connecting', restoring: connection.restoring }
    case 'connected': {
      const {
        wallet,
        active,
        accounts,
        profile,
        user,
        details,
        smartAccountDeployed,
        accountType = typeOf(namespace, connection),
      } = connection
      const balance = balances[active]
      const pending = pendings[pendingKey(active)]
      return {
        namespace,
        status: 'connected',
        restoring: false,
        active,
        accounts: [...accounts],
        type: accountType,
        ...(smartAccountDeployed !== undefined && { smartAccountDeployed }),
        ...(details?.length && { allAccounts: details.map((one) => ({ ...one })) }),
        wallet: { ...wallet, id: safeId(wallet.id) },
        ...(balance && 'formatted' in balance
          ? { balance: { formatted: balance.formatted, symbol: balance.symbol, asOf: balance.asOf } }
          : {}),
        ...(pending && { pending }),
        ...(user && { user }),
        ...profileOf(identities[parseCaip10(active).address.toLowerCase()], profile),
      }
    }
  }
}

/** The active account's type, if the wallet names it; by default, a Bitcoin account is for payments (specification §6). */
const typeOf = (namespace: Namespace, { active, details }: Connected) =>
  details?.find(({ address }) => address === parseCaip10(active).address)?.type ??
  (namespace === 'bip122' ? 'payment' : 'eoa')

/** The name of the account takes precedence over the user's email address. */
function profileOf(identity: Identity | undefined, profile: string | undefined): Pick<Account, 'profile'> {
  const name = identity?.name ?? profile
  if (name === undefined) return {}
  const avatar = identity?.avatarUrl
  return { profile: { name, ...(avatar !== undefined && { avatar }) } }
}

export function mirrorState({ store, link }: ModalContext): () => void {
  let last = ''
  const send = () => {
    const snapshot = store.get(snapshotAtom)
    const text = JSON.stringify(snapshot)
    if (text === last) return
    try {
      link.app.notify('STATE', snapshot)
      last = text
    } catch {
      // Ignored; the next change updates the host.
    }
  }
  send()
  return store.sub(snapshotAtom, send)
}
