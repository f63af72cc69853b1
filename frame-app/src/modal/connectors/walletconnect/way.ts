/**
 * The link that has brought the visitor to the wallet of a session: a later request goes the same way. It is kept as long as the
 * session. Of the listing, never of the wallet: nothing that a wallet names is opened.
 */
import * as z from 'zod/mini'
import { readAppLink } from '../../api/listed-wallet.ts'
import type { SafeStorage } from '../../storage.ts'

const key = 'pairing-way'
const Way = z.object({ topic: z.string(), link: z.string() })

export const keepWay = (storage: SafeStorage, topic: string, link: string): void => storage.write(key, { topic, link })

/** Judged like a link of the listing once more: what was stored may have been changed. */
export function readWay(storage: SafeStorage, topic: string): string | undefined {
  const way = storage.read(key, Way)
  return way?.topic === topic ? readAppLink(way.link) : undefined
}

/** Unless `isAlive` its session is over. */
export function forgetWay(storage: SafeStorage, isAlive: (topic: string) => boolean): void {
  const way = storage.read(key, Way)
  if (!way || !isAlive(way.topic)) storage.remove(key)
}
