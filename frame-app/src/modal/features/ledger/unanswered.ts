/**
 * Remembers on this device which payments and swaps were begun but not answered: a page that is reloaded while the wallet asks does not
 * learn the outcome. Also the lock that keeps two tabs from asking for the same account at once.
 */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import type { ModalContext } from '../../core/context.ts'

/** No wallet still shows a request that is older. */
const goodForMs = 60 * 60_000

const Marker = z.object({ content: z.string().check(z.maxLength(512)), at: z.int() })

const keyOf = (account: Caip10) => `send-begun/${account}`
/** @param content identifies the transaction, without its amount: the maximum amount is another number each time */
export function isBegun({ storage }: ModalContext, account: Caip10, content: string): boolean {
  const marker = storage.read(keyOf(account), Marker)
  return marker !== undefined && marker.content === content && Date.now() - marker.at < goodForMs
}

export const markBegun = ({ storage }: ModalContext, account: Caip10, content: string): void =>
  storage.write(keyOf(account), { content, at: Date.now() })

export const markAnswered = ({ storage }: ModalContext, account: Caip10): void => storage.remove(keyOf(account))

/** Runs the work unless another tab of this site is doing it for this account. @returns `undefined` if one is */
export async function alone<T>(
  { project }: ModalContext,
  account: Caip10,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const { locks } = navigator as { locks?: LockManager }
  // Old browsers have no locks.
  if (!locks) return work()
  const name = `airlock/${project.projectId}/send/${account.toLowerCase()}`
  let isAsked = false
  try {
    return await locks.request(name, { ifAvailable: true }, (lock) => {
      isAsked = true
      return lock ? work() : Promise.resolve(undefined)
    })
  } catch (error) {
    if (isAsked) throw error
    // A browser that blocks the storage of frames denies locks, too.
    return work()
  }
}
