/**
 * Makes another of the wallet's addresses the connected one: on Bitcoin the one for payments or the one for ordinals, elsewhere any that
 * the wallet shares. The choice is kept for this site until the wallet names another address or the connection ends.
 */
import { type Caip10, type Namespace, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import * as z from 'zod/mini'
import type { ModalContext } from '../core/context.ts'
import type { Offer } from './connector.ts'
import { connectionsAtom, setConnectionAtom } from './state/accounts.ts'

/** Does not ask the wallet, which granted the account with the connection. Does nothing for an account that was not granted. */
export function chooseAccount(context: ModalContext, account: Caip10): void {
  const { store, storage } = context
  const { namespace, address } = parseCaip10(account)
  const connection = store.get(connectionsAtom)[namespace]
  if (connection?.status !== 'connected' || !connection.accounts.includes(account)) return
  storage.write(keyOf(namespace), address)
  keep(context, namespace, address)
  store.set(setConnectionAtom, namespace, { ...connection, active: account })
}

/** The wallet's offer when its connection is restored, with the address that was chosen here in first place. */
export function withChosen(context: ModalContext, offer: Offer): Offer {
  const namespace = namespaceOf(offer.chainId)
  const chosen = context.storage.read(keyOf(namespace), z.string())
  if (chosen === undefined) return offer
  const account = offer.accounts.find((one) => one === `${offer.chainId}:${chosen}`)
  if (!account) {
    context.storage.remove(keyOf(namespace))
    return offer
  }
  keep(context, namespace, chosen)
  return { ...offer, accounts: [account, ...offer.accounts.filter((one) => one !== account)] }
}

const keyOf = (namespace: Namespace) => `address/${namespace}`

const keptAtom = atom(() => new Map<Namespace, string>())

function keep(context: ModalContext, namespace: Namespace, address: string): void {
  const { store, storage } = context
  const known = store.get(keptAtom)
  const isFollowed = known.has(namespace)
  known.set(namespace, address)
  if (isFollowed) return
  store.sub(connectionsAtom, () => {
    const now = store.get(connectionsAtom)[namespace]
    const isBegun = now?.status === 'connecting'
    if (isBegun || (now?.status === 'connected' && parseCaip10(now.active).address === known.get(namespace))) return
    storage.remove(keyOf(namespace))
  })
}
