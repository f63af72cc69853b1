/** Recipients that the user has paid before: kept on this device, by namespace, and those of transactions that the account has signed. */
import { type Caip10, type Namespace, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { addressKey, hasAddressForm } from '../../../shared/chains/address-form.ts'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import type { ModalContext } from '../../core/context.ts'
import { activityAtom } from '../ledger/state/activity.ts'
import { ledgersAtom } from '../ledger/state/ledger.ts'
import { type Recent, recentsAtom } from './state/send.ts'

const most = 5
const Recents = z.array(z.object({ address: z.string(), name: z.optional(z.string().check(z.maxLength(255))) }))

const keyOf = (namespace: Namespace) => `send-recents/${namespace}`

export function loadRecents({ store, storage }: ModalContext, namespace: Namespace): void {
  const stored = storage.read(keyOf(namespace), Recents) ?? []
  const valid = stored.filter(({ address }) => hasAddressForm(namespace, address)).slice(0, most)
  store.set(
    recentsAtom,
    valid.map(({ address, name }) => ({ address, ...(name && { name: toDisplayText(name, { max: 64 }) }) })),
  )
}

export function rememberRecipient(context: ModalContext, namespace: Namespace, recipient: Recent): void {
  const { store, storage } = context
  loadRecents(context, namespace)
  const key = addressKey(namespace, recipient.address)
  const others = store.get(recentsAtom).filter(({ address }) => addressKey(namespace, address) !== key)
  const recents = [recipient, ...others].slice(0, most)
  store.set(recentsAtom, recents)
  storage.write(keyOf(namespace), recents)
}

/**
 * An attacker can write into a history: a transfer of zero, or of a fake token, names the account as its sender. Only transactions that the
 * account itself has signed count.
 */
export function knownTo({ store }: ModalContext, account: Caip10): readonly string[] {
  const namespace = namespaceOf(account)
  const { address: own } = parseCaip10(account)
  const isOwn = (address: string) => addressKey(namespace, address) === addressKey(namespace, own)
  const activity = store.get(activityAtom)[account]
  const entries = activity && 'entries' in activity ? activity.entries : []
  const signed = entries.filter(({ from }) => isOwn(from))
  const all = [
    ...store.get(recentsAtom).map(({ address }) => address),
    ...(store.get(ledgersAtom)[account] ?? []).flatMap(({ to }) => to ?? []),
    ...signed.map(({ to }) => to),
  ]
  return [...new Set(all.filter((address) => hasAddressForm(namespace, address) && !isOwn(address)))]
}
