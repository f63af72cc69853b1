/**
 * Reads balances while the modal is open: at once, for each account and network that becomes active, and every 10 s until a node says that it
 * is unavailable (behaviour facts §2.1). Nodes are ranked every 4 s. An idle page makes no request. Loaded with the first connection.
 */
import { activeConnectionAtom } from '../state/active-connection.ts'
import { isOpenAtom } from '../state/modal.ts'
import { activeNetworkAtom } from '../state/network.ts'
import { readerOf, refreshBalance } from './balance.ts'
import type { ModalContext } from './context.ts'

const balanceEveryMs = 10_000
const watching = new WeakSet<ModalContext>()

/** Does nothing if the modal is closed, or if this is already running. */
export function watchBalance(context: ModalContext): void {
  const { store } = context
  if (!store.get(isOpenAtom) || watching.has(context)) return
  watching.add(context)
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
    void read()
    const reader = await readerOf(context, network).catch(() => undefined)
    if (reader && mine === generation && store.get(isOpenAtom)) stopRanking = reader.rank()
  }
  const timer = setInterval(() => {
    if (!isResting) void read({ force: true })
  }, balanceEveryMs)
  const stops = [
    store.sub(activeNetworkAtom, () => void begin()),
    store.sub(activeConnectionAtom, () => void begin()),
    store.sub(isOpenAtom, () => {
      if (store.get(isOpenAtom)) return
      generation++
      clearInterval(timer)
      stopRanking()
      for (const stop of stops) stop()
      watching.delete(context)
    }),
  ]
  // Shows payments that arrived while the modal was closed.
  void read({ force: true })
  void begin()
}
