/**
 * The link that opened the wallet of a session, kept for later requests as long as the session. Name and link come from
 * the listing, never from the wallet.
 */
import * as z from 'zod/mini'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { readAppLink } from '../../../core/api/listed-wallet.ts'
import type { SafeStorage } from '../../../core/storage.ts'

const key = 'pairing-way'
const Stored = z.object({ topic: z.string(), wallet: z.string(), link: z.string() })

export interface AppLink {
  readonly wallet: string
  readonly link: string
}

export const keepAppLink = (storage: SafeStorage, topic: string, way: AppLink): void =>
  storage.write(key, { topic, ...way })

/** Validated again like a link of the listing, because the stored value may have been changed. */
export function appLinkOf(storage: SafeStorage, topic: string): AppLink | undefined {
  const stored = storage.read(key, Stored)
  const link = readAppLink(stored?.link)
  if (stored?.topic !== topic || link === undefined) return undefined
  return { wallet: toDisplayText(stored.wallet, { fallback: 'WalletConnect' }), link }
}

/** Removes the link unless its session is alive. */
export function forgetAppLinks(storage: SafeStorage, isAlive: (topic: string) => boolean): void {
  const stored = storage.read(key, Stored)
  if (!stored || !isAlive(stored.topic)) storage.remove(key)
}
