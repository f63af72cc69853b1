/** Purchases of an account, read only from the providers from which it has bought on this device. Read again while one is under way. */
import { ProviderName } from '@airlock/protocol/gateway/onramp.ts'
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { fetchPurchases } from '../../core/api/onramp.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import type { ModalContext } from '../../core/context.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { boughtAtom, readBought } from './state/bought.ts'

/** Poll intervals while a purchase is under way: normal, slow, and the age from which the slow one is used. */
const againMs = 3_000
const slowMs = 30_000
const longMs = 10 * 60_000

const keyOf = (address: string) => `bought/${address.toLowerCase()}`
const Sellers = z.array(ProviderName).check(z.maxLength(8))
const sellersOf = ({ storage }: ModalContext, address: string): readonly string[] =>
  storage.read(keyOf(address), Sellers) ?? []

export function rememberSeller(context: ModalContext, address: string, name: string): void {
  const others = sellersOf(context, address).filter((one) => one !== name)
  context.storage.write(keyOf(address), [name, ...others].slice(0, 8))
}

/** Reads now, for each account that becomes active, and again while one of its purchases is under way. @returns a function that stops it */
export function watchBought(context: ModalContext): () => void {
  const watch = context.scope.child()
  const read = async () => {
    const signal = watch.begin('read')
    const isPending = await refreshBought(context)
    if (isPending) watch.after(isFresh(context) ? againMs : slowMs, run, signal)
  }
  const run = () => watch.run(read())
  watch.add(context.store.sub(activeConnectionAtom, run))
  run()
  return watch.dispose
}

/** Whether a purchase that is under way began less than `longMs` ago. */
const isFresh = ({ store }: ModalContext): boolean =>
  Object.values(store.get(boughtAtom))
    .flat()
    .some(({ entry }) => entry.status === 'pending' && Date.now() - entry.at < longMs)

/** @returns whether a purchase is under way */
export async function refreshBought(context: ModalContext): Promise<boolean> {
  const { store } = context
  const service = gatewayOf(context)
  const account = store.get(activeConnectionAtom)?.active
  if (!service || !account) return false
  const { address } = parseCaip10(account)
  const sellers = sellersOf(context, address)
  if (sellers.length === 0) return false
  const before = store.get(boughtAtom)[address.toLowerCase()] ?? []
  const lists = await Promise.all(
    sellers.map(async (provider) => {
      const rows = await fetchPurchases(service, { address, provider }, new AbortController().signal).catch(
        () => undefined,
      )
      // If the provider does not answer, keep what was read before.
      return rows ? readBought(rows, provider) : before.filter(({ entry }) => entry.key.startsWith(`buy ${provider} `))
    }),
  )
  const all = lists.flat().sort((one, other) => other.entry.at - one.entry.at)
  store.set(boughtAtom, { ...store.get(boughtAtom), [address.toLowerCase()]: all })
  return all.some(({ entry }) => entry.status === 'pending')
}
