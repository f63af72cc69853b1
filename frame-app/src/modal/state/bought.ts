/** What accounts have bought with a card. */
import { atom } from 'jotai'
import type { ActivityEntry } from './activity.ts'

export interface BoughtEntry {
  /** CAIP-2; absent if the provider names a network that the service does not know. */
  readonly chainId: string | undefined
  readonly entry: ActivityEntry
}
/** By address in lower case, on all networks, newest first. */
export const boughtAtom = atom<Readonly<Record<string, readonly BoughtEntry[]>>>({})
