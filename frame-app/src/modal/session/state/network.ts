/** Networks: the list, the active one, and whether the wallet is on one that the app does not list. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { type Caip2, type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { optionsAtom } from '../../core/options.ts'
import { connectionsAtom } from './accounts.ts'

export const networksAtom = atom<readonly Network[]>([])

/** May name a network that is not in the list, which is then unsupported. */
export const activeNetworkIdAtom = atom<Caip2 | null>(null)

export const activeNetworkAtom = atom((get): Network | undefined => {
  const id = get(activeNetworkIdAtom)
  return get(networksAtom).find((network) => network.id === id)
})

export const activeNamespaceAtom = atom((get): Namespace => {
  const id = get(activeNetworkIdAtom) ?? get(networksAtom)[0]?.id
  return id ? namespaceOf(id) : 'eip155'
})

/** The namespace that the page opened the modal for; `undefined`: all of the app's. */
export const wishedNamespaceAtom = atom<Namespace | undefined>(undefined)

/** The networks on which a wallet can be connected now. */
export const offeredNetworksAtom = atom((get): readonly Network[] => {
  const wished = get(wishedNamespaceAtom)
  return get(networksAtom).filter(({ id }) => !wished || namespaceOf(id) === wished)
})

export const offeredNamespacesAtom = atom(
  (get): ReadonlySet<Namespace> => new Set(get(offeredNetworksAtom).map(({ id }) => namespaceOf(id))),
)

/** The network that the connected wallet is on, if the app does not list it. */
export const unsupportedNetworkIdAtom = atom((get): Caip2 | null => {
  const id = get(activeNetworkIdAtom)
  if (!id || get(activeNetworkAtom)) return null
  return get(connectionsAtom)[namespaceOf(id)]?.status === 'connected' ? id : null
})

/** UnsupportedChain blocks the modal only if the user can do something about it (specification §2). */
export const mustSwitchNetworkAtom = atom((get): boolean => {
  const options = get(optionsAtom)
  if (!options?.enableNetworkSwitch || options.allowUnsupportedChain || options.basic) return false
  return get(unsupportedNetworkIdAtom) !== null
})
