/**
 * Requests of the dapp wait until the frame has restored the stored connection: an answer before that would say that there is none, and
 * a library that reconnects as the page loads does not ask twice.
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

/** It is known whether the namespace has an account: nothing is restored, or the frame has done so. */
export const isRestored = ({ ready, accounts }: State, namespace: Namespace): boolean =>
  ready || accounts[namespace]?.restoring === false

/** Opens nothing. @throws the reason why the frame does not start, or TIMEOUT */
export async function restored({ airlock, restoring }: Restoring, namespace: Namespace): Promise<void> {
  const isOver = () => isRestored(airlock.getState(), namespace)
  if (isOver()) return
  // A page may ask from its head, before there is a place for the frame.
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
    await Promise.race([over, airlock.ready]) // which rejects if the frame fails
  } finally {
    for (const undo of undos) undo()
  }
}
