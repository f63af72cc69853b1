/** Reads functions and lists of a wallet's object. The object is hostile: callers wrap each read in `quietly`. */
import { fieldOf } from '../../dom.ts'

export type Call = (...given: unknown[]) => unknown

export type Functions<Name extends string> = Readonly<Partial<Record<Name, Call>>>

/** Functions with these names on the object, bound to it. They are read once, and only they are called. */
export function functionsOf<Name extends string>(holder: unknown, names: readonly Name[]): Functions<Name> {
  const found: Partial<Record<Name, Call>> = {}
  for (const name of names) {
    const call = fieldOf(holder, name)
    if (typeof call === 'function') found[name] = (...given) => Reflect.apply(call, holder, given) as unknown
  }
  return found
}

/** Of wallets with JSON-RPC over one function. */
export type Requests = Functions<'request' | 'addListener'>

/** At most 64 items: copied one by one, since a wallet's list may carry methods of its own. */
export const itemsOf = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? Array.from({ length: Math.min(list.length, 64) }, (_, at) => list[at] as unknown) : []

export const textsOf = (list: unknown): readonly string[] =>
  itemsOf(list).filter((text): text is string => typeof text === 'string' && text.length <= 128)

/** The indexes of the inputs that each address signs. */
export function indexesOf(inputs: readonly { readonly address: string; readonly index: number }[]) {
  const found = new Map<string, number[]>()
  for (const { address, index } of inputs) found.set(address, [...(found.get(address) ?? []), index])
  return found
}

/** Taproot keys sign messages only as in BIP-322. */
export const isTaproot = (address: string): boolean => /^[a-z]+1p/.test(address)
