/**
 * Waits for changes by any process, by polling: one query at a time for all waiting callers, only while there are any.
 */
import type { Id } from './contract/values.ts'

export type Watch = {
  /** Resolves when the flow's status differs from `status`, the flow is gone, or the signal aborts. */
  readonly untilChanged: (flowId: Id, status: string, signal: AbortSignal) => Promise<void>
}

type Waiter = { readonly flowId: Id; readonly status: string; readonly wake: (error?: unknown) => void }

export function createWatch(
  readStatuses: (ids: readonly Id[]) => Promise<ReadonlyMap<Id, string>>,
  everyMs: number,
): Watch {
  const waiters = new Set<Waiter>()
  let isRunning = false

  const round = async () => {
    const asked = [...waiters]
    try {
      const statuses = await readStatuses([...new Set(asked.map(({ flowId }) => flowId))])
      for (const waiter of asked) if (statuses.get(waiter.flowId) !== waiter.status) waiter.wake()
    } catch (error) {
      for (const waiter of asked) waiter.wake(error)
    }
    if (waiters.size > 0) setTimeout(() => void round(), everyMs)
    else isRunning = false
  }

  return {
    untilChanged: (flowId, status, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return resolve()
        const end = () => waiter.wake()
        const waiter: Waiter = {
          flowId,
          status,
          wake(error) {
            waiters.delete(waiter)
            signal.removeEventListener('abort', end)
            if (error === undefined) resolve()
            else reject(error)
          },
        }
        signal.addEventListener('abort', end)
        waiters.add(waiter)
        if (isRunning) return
        isRunning = true
        void round()
      }),
  }
}
