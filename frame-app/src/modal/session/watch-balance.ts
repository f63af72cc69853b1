/**
 * Reads balances while the modal is open: at once, for each account and network that becomes active, and every 10 s until a node says that it
 * is unavailable. Nodes are ranked every 4 s. An idle page makes no request. Loaded with the first connection.
 */
import { atom } from 'jotai'
import type { ModalContext } from '../core/context.ts'
import { isOpenAtom } from '../core/modal.ts'
import { readerOf, refreshBalance } from './balance.ts'
import { activeConnectionAtom } from './state/active-connection.ts'
import { activeNetworkAtom } from './state/network.ts'

const balanceEveryMs = 10_000
const isWatchingAtom = atom(false)

/** Does nothing if the modal is closed, or if this is already running. */
export function watchBalance(context: ModalContext): void {
  const { store, scope } = context
  if (!store.get(isOpenAtom) || store.get(isWatchingAtom)) return
  store.set(isWatchingAtom, true)
  const watch = scope.child()
  let stopRanking = () => {}
  let generation = 0
  let isResting = false
  const read = async (options?: { force: boolean }) => {
    const mine = generation
    if ((await refreshBalance(context, options)) === 'unavailable' && mine === generation) isResting = true
  }
  const begin = async () => {
    const mine = ++generation
    isResting = false
    stopRanking()
    stopRanking = () => {}
    const network = store.get(activeNetworkAtom)
    if (!network || !store.get(activeConnectionAtom)) return
    scope.run(read())
    const reader = await readerOf(context, network).catch(() => undefined)
    if (reader && mine === generation && store.get(isOpenAtom)) stopRanking = reader.rank()
  }
  watch.every(balanceEveryMs, () => {
    if (!isResting) scope.run(read({ force: true }))
  })
  for (const watched of [activeNetworkAtom, activeConnectionAtom])
    watch.add(store.sub(watched, () => scope.run(begin())))
  watch.add(
    store.sub(isOpenAtom, () => {
      if (!store.get(isOpenAtom)) watch.dispose()
    }),
  )
  watch.add(() => {
    generation++
    stopRanking()
    store.set(isWatchingAtom, false)
  })
  // Shows payments that arrived while the modal was closed.
  scope.run(read({ force: true }))
  scope.run(begin())
}
