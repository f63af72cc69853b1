/** Whether, and for which namespaces, the project's own embedded wallet is offered. */
import { type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { optionsAtom } from '../../core/options.ts'
import { activeNamespaceAtom, networksAtom, offeredNamespacesAtom, wishedNamespaceAtom } from './network.ts'

/** Whether the project has a wallet of its own. Set once at startup. */
export const hasWalletOriginAtom = atom(false)

/** Namespaces in which the embedded wallet has accounts. */
const served: readonly Namespace[] = ['eip155', 'solana']

/** The served namespaces in which the app has a network, with that of the active network first. */
export const embeddedNamespacesAtom = atom((get): readonly Namespace[] => {
  const active = get(wishedNamespaceAtom) ?? get(activeNamespaceAtom)
  const listed = new Set(get(networksAtom).map(({ id }) => namespaceOf(id)))
  return served.filter((name) => listed.has(name)).sort((one, other) => rank(one, active) - rank(other, active))
})

const rank = (namespace: Namespace, active: Namespace) => (namespace === active ? 0 : 1)

/** Names of the social logins in the project record. Set once at startup. */
export const listedSocialsAtom = atom<readonly string[]>([])

const isOfferedAtom = atom((get): boolean => {
  if (!get(hasWalletOriginAtom) || get(optionsAtom)?.basic) return false
  const offered = get(offeredNamespacesAtom)
  return get(embeddedNamespacesAtom).some((namespace) => offered.has(namespace))
})

export const hasEmailAtom = atom((get): boolean => get(optionsAtom)?.features.email === true && get(isOfferedAtom))

/** In the order of the page, or of the record. */
export const socialsAtom = atom((get): readonly string[] => {
  const listed = get(listedSocialsAtom)
  const wished = get(optionsAtom)?.features.socials ?? listed
  return wished && get(isOfferedAtom) ? wished.filter((id) => listed.includes(id)) : []
})
