/** Whether, and for which namespaces, the project's own embedded wallet is offered (behaviour facts §7.1). */
import { type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { activeNamespaceAtom, networksAtom, offeredNamespacesAtom, wishedNamespaceAtom } from './network.ts'
import { optionsAtom } from './options.ts'

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

export const hasEmailAtom = atom((get): boolean => {
  const options = get(optionsAtom)
  if (!get(hasWalletOriginAtom) || !options || options.basic) return false
  const offered = get(offeredNamespacesAtom)
  return options.features.email && get(embeddedNamespacesAtom).some((namespace) => offered.has(namespace))
})
