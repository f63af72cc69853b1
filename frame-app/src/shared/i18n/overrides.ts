/**
 * Checks the messages that a host replaces against en-US. A text that is invalid, too long, or does not use exactly the values of
 * the original is ignored with a warning. A locked text (`locked.ts`) cannot be replaced.
 */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { viewWords } from './all-messages.ts'
import { firstWords } from './catalogue.ts'
import { isLocked } from './locked.ts'
import type { Catalogue, Message, ModalKey, Words } from './message.ts'

export interface Parser {
  parse: (text: string, options: { ignoreTag: true }) => MessageFormatElement[]
}

const maxLength = 1000
const maxOverrides = 1000

/** Without the texts of the wallet frame, which are never replaced. */
const english: Words<ModalKey> = { ...firstWords, ...viewWords }

/** Element types of the parser that have no value name; all other types have one. */
const literal = 0
const plural = 6
const pound = 7

export function readOverrides(
  texts: Readonly<Record<string, string>>,
  warn: (text: string) => void,
  { parse }: Parser,
): Catalogue {
  const result: Catalogue = {}
  for (const [key, text] of Object.entries(texts).slice(0, maxOverrides)) {
    const problem = readOne(key, text)
    if (problem) warn(`Message ${key.slice(0, 80)} ignored: ${problem}.`)
  }
  return result

  function readOne(key: string, text: string): string | undefined {
    if (!isModalKey(key)) return 'no message has this key'
    if (isLocked(key)) return 'this text protects users and cannot be replaced'
    if (text.length > maxLength) return `longer than ${maxLength} characters`
    try {
      const tree = parse(text, { ignoreTag: true })
      const [used, known] = [argumentsOf(tree), argumentsOf(english[key])]
      const extra = [...used.named].filter((name) => !known.named.has(name))
      if (extra.length > 0) return `it has no value called ${extra.join(', ')}`
      const missing = [...known.named].filter((name) => !(known.shown.has(name) ? used.shown : used.named).has(name))
      if (missing.length > 0) return `it leaves out the value ${missing.join(', ')}`
      result[key] = flatten(tree)
      return undefined
    } catch (error) {
      return error instanceof Error ? `not valid ICU text (${error.message})` : 'not valid ICU text'
    }
  }
}

function isModalKey(key: string): key is ModalKey {
  return Object.hasOwn(english, key)
}

function flatten(tree: MessageFormatElement[]): Message {
  const [only] = tree
  if (!only) return ''
  return tree.length === 1 && only.type === literal ? only.value : tree
}

interface Arguments {
  /** All values that the text uses, even if only to select a variant. */
  readonly named: ReadonlySet<string>
  /** Values that are shown in every variant. */
  readonly shown: ReadonlySet<string>
}

function argumentsOf(message: Message): Arguments {
  const named = new Set<string>()
  const visit = (elements: readonly MessageFormatElement[], counted?: string): Set<string> => {
    const shown = new Set<string>()
    for (const element of elements) {
      if (element.type === literal) continue
      if (element.type === pound) {
        if (counted !== undefined) shown.add(counted)
        continue
      }
      named.add(element.value)
      if (!('options' in element)) {
        shown.add(element.value)
        continue
      }
      const inner = element.type === plural ? element.value : counted
      const [first, ...others] = Object.values(element.options).map(({ value }) => visit(value, inner))
      for (const name of first ?? []) if (others.every((other) => other.has(name))) shown.add(name)
    }
    return shown
  }
  return { shown: typeof message === 'string' ? new Set() : visit(message), named }
}
