/**
 * Messages that a host replaces by key, checked against all of en-US. Promises: a text that is invalid, too long, or asks for values
 * that the message does not have is left out with a warning; the texts by which people recognise who is asking, and those beside what
 * they approve, cannot be replaced.
 */
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { lateWords } from './all-messages.ts'
import { firstWords } from './catalogue.ts'
import type { Catalogue, Message, ModalKey, Words } from './message.ts'

export interface Parser {
  parse: (text: string, options: { ignoreTag: true }) => MessageFormatElement[]
}

const maxLength = 1000
const maxOverrides = 1000
const locked = ['origin.', 'approval.', 'approve.', 'siwx.']

/** The wallet frame says its own words, whatever a page would like them to be. */
const english: Words<ModalKey> = { ...firstWords, ...lateWords }

const literal = 0

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
    if (locked.some((prefix) => key.startsWith(prefix))) return 'this text protects people and cannot be replaced'
    if (!isModalKey(key)) return 'no message has this key'
    if (text.length > maxLength) return `longer than ${maxLength} characters`
    try {
      const tree = parse(text, { ignoreTag: true })
      const extra = [...argumentsOf(tree)].filter((name) => !argumentsOf(english[key]).has(name))
      if (extra.length > 0) return `it has no value called ${extra.join(', ')}`
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

function argumentsOf(message: Message): Set<string> {
  const names = new Set<string>()
  const visit = (elements: MessageFormatElement[]) => {
    for (const element of elements) {
      // Everything but literal text (0) and the pound sign of a plural (7) is named by a value.
      if (element.type !== literal && element.type !== 7) names.add(element.value)
      if ('options' in element) for (const option of Object.values(element.options)) visit(option.value)
    }
  }
  if (typeof message !== 'string') visit(message)
  return names
}
