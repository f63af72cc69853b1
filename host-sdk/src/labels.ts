/** The page's own labels for addresses. Loaded with the first label, if not before. */
import { AddressLabels, labelKey, mostLabels } from '@airlock/protocol/contracts/shapes/labels.ts'
import { conform } from './conform.ts'
import type { Channels } from './link/connection.ts'
import { refuse } from './refuse.ts'
import type { Store } from './store/store.ts'

/**
 * @param label if missing, the address's label is removed
 * @throws {AirlockError} INVALID_OPTIONS for an invalid address or label, and for too many labels
 */
export function relabel(
  store: Store,
  sync: (send: (app: Channels['app']) => Promise<unknown>) => void,
  address: string,
  label?: string,
): void {
  const key = labelKey(address)
  const { [key]: _, ...others } = store.getState().addressLabels ?? {}
  const labels = label === undefined ? others : { ...others, [key]: label }
  if (Object.keys(labels).length > mostLabels) refuse(`More than ${mostLabels} address labels`)
  const addressLabels = conform(AddressLabels, labels, () => 'Not an address, or no label of at most 128 characters')
  store.set({ addressLabels })
  sync((app) => app.request('SYNC_LABELS', { labels: addressLabels }))
}
