/**
 * Requests of the dapp wait until the frame has restored the stored connection. An earlier answer would report no account, and a library
 * that reconnects while the page loads does not ask twice.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import { inBrowser, listen, type Undo } from '../dom.ts'
import type { Airlock, State } from '../types.ts'

export interface Restoring {
  readonly airlock: Pick<Airlock, 'getState' | 'subscribe' | 'ready'>
  /** The session with the frame, if there is a stored connection to restore. Rejects with the boot error. */
  readonly restoring: () => Promise<unknown> | undefined
}

/** Whether it is known if the namespace has an account: nothing is to be restored, or the frame has restored it. */
export const isRestored = ({ ready, accounts }: State, namespace: Namespace): boolean =>
  ready || accounts[namespace]?.restoring === false

/** Opens nothing. @throws the reason why the frame does not start, or TIMEOUT */
export async function restored({ airlock, restoring }: Restoring, namespace: Namespace): Promise<void> {
  const isOver = () => isRestored(airlock.getState(), namespace)
  if (isOver()) return
  // A page may ask from its head, before the document has a body for the frame.
  if (inBrowser() && !document.body)
    await new Promise((resolve) => void listen(document, 'DOMContentLoaded', resolve, { once: true }))
  const session = restoring()
  await session
  if (!session || isOver()) return
  const undos: Undo[] = []
  const over = new Promise<void>((resolve, reject) => {
    undos.push(airlock.subscribe(() => isOver() && resolve()))
    const timer = setTimeout(() => reject(new AirlockError('TIMEOUT')), limits.deadlineMs)
    undos.push(() => clearTimeout(timer))
  })
  try {
    await Promise.race([over, airlock.ready]) // it rejects if the frame fails
  } finally {
    for (const undo of undos) undo()
  }
}
