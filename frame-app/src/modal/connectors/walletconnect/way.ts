/**
 * The link that has brought the visitor to the wallet of a session: a later request goes the same way. It is kept as long as the
 * session. Name and link are the listing's: nothing that a wallet names is opened, and what is opened is not called as it likes.
 */
import * as z from 'zod/mini'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import { readAppLink } from '../../api/listed-wallet.ts'
import type { SafeStorage } from '../../storage.ts'

const key = 'pairing-way'
const Stored = z.object({ topic: z.string(), wallet: z.string(), link: z.string() })

export interface Way {
  readonly wallet: string
  readonly link: string
}

export const keepWay = (storage: SafeStorage, topic: string, way: Way): void => storage.write(key, { topic, ...way })

/** Judged like a link of the listing once more: what was stored may have been changed. */
export function readWay(storage: SafeStorage, topic: string): Way | undefined {
  const stored = storage.read(key, Stored)
  const link = readAppLink(stored?.link)
  if (stored?.topic !== topic || link === undefined) return undefined
  return { wallet: toDisplayText(stored.wallet, { fallback: 'WalletConnect' }), link }
}

/** Unless `isAlive` its session is over. */
export function forgetWay(storage: SafeStorage, isAlive: (topic: string) => boolean): void {
  const stored = storage.read(key, Stored)
  if (!stored || !isAlive(stored.topic)) storage.remove(key)
}
