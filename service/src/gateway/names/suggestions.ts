/** Suggests free names that start with the typed text. */
import type { Suggestions } from '@airlock/protocol/gateway/names.ts'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import type { Names } from '../../store/contract/names.ts'
import type { IsAllowed } from './allowed.ts'
import { nameRefusals } from './refusals.ts'
import { labelLengths, readLabel } from './rules.ts'
import { skeletonOf } from './skeleton.ts'

const maxOthers = 4
/** Generated names, used when the dictionary has too few words. */
const endings = ['-id', '-eth', 'x', '-one', '-home', '-net', '-web', '-hq', '-pro', '-now']
const maxWords = 12

type Registry = { readonly names: Names; readonly isAllowed: IsAllowed; readonly zone: string }

/**
 * The typed name first: it counts as registered if it, or a look-alike, is taken.
 * @param label without zone
 * @throws {GatewayRefusal} 400
 */
export async function suggest({ names, isAllowed, zone }: Registry, label: string): Promise<Suggestions> {
  readLabel(label)
  if (!isAllowed(label)) throw nameRefusals.notAllowed(label)
  const words = wordlist.filter((word) => word.length > label.length && word.startsWith(label)).slice(0, maxWords)
  const made = endings.map((ending) => label + ending).filter((one) => one.length <= labelLengths.max)
  const others = [...words, ...made].filter(isAllowed)
  const held = await names.heldOf([label, ...others].map((one) => fullSkeleton(one, zone)))
  const isHeld = (one: string) => held.has(fullSkeleton(one, zone))
  // Only one of two look-alikes could be registered.
  const free = new Map(others.filter((one) => !isHeld(one)).map((one) => [skeletonOf(one), one]))
  free.delete(skeletonOf(label))
  return {
    suggestions: [
      { name: `${label}.${zone}`, registered: isHeld(label) },
      ...[...free.values()].slice(0, maxOthers).map((one) => ({ name: `${one}.${zone}`, registered: false })),
    ],
  }
}

export const fullSkeleton = (label: string, zone: string): string => `${skeletonOf(label)}.${zone}`
