/** What accounts have bought with a card, as entries of the activity. */
import type { Transaction } from '@airlock/protocol/gateway/history.ts'
import { purchaseStatus } from '@airlock/protocol/gateway/onramp.ts'
import { atom } from 'jotai'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import type { ActivityEntry, EntryStatus } from '../../ledger/state/activity.ts'

export interface BoughtEntry {
  /** CAIP-2; absent if the provider names a network that the service does not know. */
  readonly chainId: string | undefined
  readonly entry: ActivityEntry
}
/** By address in lower case, on all networks, newest first. */
export const boughtAtom = atom<Readonly<Record<string, readonly BoughtEntry[]>>>({})

const statuses: Readonly<Record<string, EntryStatus>> = {
  [purchaseStatus.done]: 'confirmed',
  [purchaseStatus.pending]: 'pending',
  [purchaseStatus.failed]: 'failed',
}

export function readBought(rows: readonly Transaction[], provider: string): readonly BoughtEntry[] {
  const seen = new Set<string>()
  return rows.flatMap(({ id, metadata, transfers }): BoughtEntry[] => {
    const at = Date.parse(metadata.minedAt)
    const status = statuses[metadata.status]
    const key = `buy ${provider} ${id}`
    if (!Number.isFinite(at) || status === undefined || seen.has(key)) return []
    seen.add(key)
    const entry: ActivityEntry = {
      key,
      hash: toDisplayText(metadata.hash, { max: 128 }),
      at,
      operation: 'buy',
      status,
      from: '',
      to: toDisplayText(metadata.sentTo, { max: 96 }),
      nonce: undefined,
      application: undefined,
      seller: toDisplayText(metadata.sentFrom, { max: 24, fallback: provider }),
      movements: (transfers ?? []).slice(0, 1).map(({ quantity, fungible_info }) => ({
        direction: 'in',
        kind: 'token',
        amount: quantity.numeric,
        label: toDisplayText(fungible_info?.symbol ?? '', { max: 12 }),
        image: undefined,
      })),
    }
    return [{ chainId: metadata.chain ?? undefined, entry }]
  })
}

/**
 * Adds the purchases on one network to its transactions: a purchase replaces the transfer that delivered it, so that each is there once.
 * @param oldest time of the oldest loaded entry
 */
export function joinBought(
  history: readonly ActivityEntry[],
  bought: readonly ActivityEntry[],
  oldest: number,
): { readonly pending: readonly ActivityEntry[]; readonly history: readonly ActivityEntry[] } {
  const settled = bought.filter(({ status, at }) => status !== 'pending' && at >= oldest)
  const hashes = new Set(settled.map(({ hash }) => hash.toLowerCase()).filter(Boolean))
  const rest = history.filter(({ hash }) => !hashes.has(hash.toLowerCase()))
  return {
    pending: bought.filter(({ status }) => status === 'pending'),
    history: [...rest, ...settled].sort((one, other) => other.at - one.at),
  }
}
