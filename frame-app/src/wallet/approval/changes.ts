/** Balance changes of an account: summed by asset and sorted for display. */
import type { Asset, Change } from './prepared.ts'

/**
 * A called contract can add any number of worthless changes, to hide an important one. Gains beyond this number are not listed. All losses
 * are listed; if there are more than this number, `isCut` is set too.
 */
const most = 20

export function keyOf(asset: Asset): string {
  if (asset.type === 'item') return `${asset.collection} ${asset.id}`
  return asset.type === 'tokens' ? asset.token : asset.type
}

/** @param isKnown whether the asset is in our own table; such assets come before those that anyone can create */
export function summarise(
  changes: readonly Change[],
  isKnown: (asset: Asset) => boolean,
): { changes: readonly Change[]; isCut: boolean } {
  const sums = new Map<string, Change>()
  for (const { asset, amount } of changes) {
    const key = keyOf(asset)
    sums.set(key, { asset, amount: (sums.get(key)?.amount ?? 0n) + amount })
  }
  const rank = ({ asset }: Change): number => (asset.type === 'coins' ? 0 : isKnown(asset) ? 1 : 2)
  const sorted = [...sums.values()]
    .filter(({ amount }) => amount !== 0n)
    .toSorted((one, other) => rank(one) - rank(other))
  const losses = sorted.filter(({ amount }) => amount < 0n)
  const gains = sorted.filter(({ amount }) => amount > 0n)
  return { changes: [...losses, ...gains.slice(0, most)], isCut: gains.length > most || losses.length > most }
}
