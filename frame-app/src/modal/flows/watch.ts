/**
 * When balances are read: once for each account that becomes active, and every 10 s while the modal is open, with node
 * ranking every 4 s. An idle page makes no request.
 */
import { activeConnectionAtom } from '../state/active-connection.ts'
import { isOpenAtom } from '../state/modal.ts'
import { activeNetworkAtom } from '../state/network.ts'
import { readerOf, refreshBalance } from './balance.ts'
import type { ModalContext } from './context.ts'

const balanceEveryMs = 10_000

/** Reads the balance of each account that becomes active, also while the modal is closed, because the page may show it. */
export function watchAccount(context: ModalContext): () => void {
  const { store } = context
  let last: string | undefined
  return store.sub(activeConnectionAtom, () => {
    const account = store.get(activeConnectionAtom)?.active
    if (account === last) return
    last = account
    if (!account) return
    void refreshBalance(context)
    void import('./after-connecting.ts').then(
      (late) => late.afterConnecting(context),
      () => {},
    ) // tried again at the next one
  })
}

export function watchOpenModal(context: ModalContext): void {
  const { store } = context
  let stopRanking = () => {}
  let generation = 0
  const begin = async () => {
    const mine = ++generation
    stopRanking()
    stopRanking = () => {}
    const network = store.get(activeNetworkAtom)
    if (!network || !store.get(activeConnectionAtom)) return
    void refreshBalance(context)
    const reader = await readerOf(context, network).catch(() => undefined)
    if (reader && mine === generation && store.get(isOpenAtom)) stopRanking = reader.rank()
  }
  const timer = setInterval(() => void refreshBalance(context, { force: true }), balanceEveryMs)
  const stops = [
    store.sub(activeNetworkAtom, () => void begin()),
    store.sub(activeConnectionAtom, () => void begin()),
    store.sub(isOpenAtom, () => {
      if (store.get(isOpenAtom)) return
      generation++
      clearInterval(timer)
      stopRanking()
      for (const stop of stops) stop()
    }),
  ]
  // Shows payments that arrived while the modal was closed.
  void refreshBalance(context, { force: true })
  void begin()
}
