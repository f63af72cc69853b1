/**
 * What a mutant may do to a symbol: `verb words near word -> value`. The words choose the place: it is the smallest one
 * of the verb's kind that mentions them all.
 */
import { Unmapped } from './symbols.ts'
import { holds, type Node, nodeAt, nodesAt, outwards, type Place, placesFrom, wordOf, wordsIn } from './syntax.ts'

export type Splice = { readonly start: number; readonly end: number; readonly text: string }
export type Change = {
  readonly verb: Verb
  readonly words: readonly string[]
  /** Of several places, the one that shares the smallest part of the tree with this word. */
  readonly near: string | undefined
  readonly value: string | undefined
}

type Tools = { readonly source: string; readonly value: string; readonly words: readonly string[] }
type Operator = {
  readonly takesValue: boolean
  /** Whether the verb can be applied to this place. The words after the first only narrow down. */
  readonly fits: (place: Place, words: readonly string[]) => boolean
  readonly apply: (place: Place, tools: Tools) => Splice
}

const put = ({ node }: Place, text: string): Splice => ({ start: node.start, end: node.end, text })
const textOf = (node: Node, source: string): string => source.slice(node.start, node.end)

const statementKeys = new Set(['body', 'consequent', 'alternate'])
const isStatement = ({ node, key }: Place): boolean =>
  statementKeys.has(key) && /(Statement|Declaration)$/.test(node.type) && node.type !== 'BlockStatement'
const isExpression = ({ node: { type }, key }: Place): boolean =>
  /Expression$|Literal$|^Identifier$|^JSXElement$/.test(type) &&
  key !== 'id' &&
  key !== 'params' &&
  type !== 'ParenthesizedExpression'

const chains = new Set(['LogicalExpression', 'BinaryExpression'])
/** An operand of a chain: `a && b && c` has three. */
const isOperand = ({ node, up, key }: Place): boolean =>
  up !== undefined &&
  (key === 'left' || key === 'right') &&
  (up.node.type === 'LogicalExpression' || (up.node.type === 'BinaryExpression' && up.node.operator === '+')) &&
  !(chains.has(node.type) && node.operator === up.node.operator)

const commaLists = new Set(['elements', 'arguments', 'properties', 'params'])
const bareLists = new Set(['body', 'attributes', 'children', 'cases'])
const isListed = ({ node, up, key }: Place): boolean =>
  up !== undefined && (commaLists.has(key) || bareLists.has(key)) && nodesAt(up.node, key).includes(node)

const tests = new Set(['IfStatement', 'ConditionalExpression', 'WhileStatement', 'DoWhileStatement', 'ForStatement'])
const neverConditions = /^(Object|Array|Arrow|Template|JSX|Block)/
const isCondition = (place: Place): boolean => {
  const { node, up, key } = place
  if (!up || neverConditions.test(node.type)) return false
  if (key === 'test') return tests.has(up.node.type)
  if (isOperand(place)) return up.node.operator === '&&' || up.node.operator === '||'
  return (
    (key === 'argument' && up.node.type === 'ReturnStatement') ||
    (key === 'body' && up.node.type === 'ArrowFunctionExpression')
  )
}

const calleeOf = (node: Node): Node | undefined =>
  node.type === 'CallExpression' || node.type === 'NewExpression' ? nodeAt(node, 'callee') : undefined
/** `f(x)`, `a.f(x)` and `a.f?.(x)` are calls of `f`. */
function isCallOf(node: Node, name: string | undefined): boolean {
  const callee = calleeOf(node)
  const last = callee && (nodeAt(callee, 'property') ?? callee)
  return last !== undefined && wordOf(last) === name
}

/** The value of what has this name: of a constant, a property, an assignment, a default, an attribute. */
function slotOf(node: Node, name: string | undefined): Node | undefined {
  const [id, value] =
    node.type === 'VariableDeclarator'
      ? ['id', 'init']
      : node.type === 'Property' || node.type === 'PropertyDefinition'
        ? ['key', 'value']
        : node.type === 'AssignmentExpression' || node.type === 'AssignmentPattern'
          ? ['left', 'right']
          : node.type === 'JSXAttribute'
            ? ['name', 'value']
            : []
  const at = id === undefined ? undefined : nodeAt(node, id)
  const last = at && (nodeAt(at, 'property') ?? at)
  return value !== undefined && last && wordOf(last) === name ? nodeAt(node, value) : undefined
}

function dropped(place: Place): Splice {
  const { node, up, key } = place
  const [left, right] = ['left', 'right'].map((side) => up && nodeAt(up.node, side))
  if (left && right && isOperand(place))
    return key === 'left'
      ? { start: left.start, end: right.start, text: '' }
      : { start: left.end, end: right.end, text: '' }
  if (up && key === 'alternate')
    return { start: nodeAt(up.node, 'consequent')?.end ?? node.start, end: node.end, text: '' }
  const list = up ? nodesAt(up.node, key) : []
  const at = list.indexOf(node)
  if (!commaLists.has(key)) return put(place, '')
  const [before, after] = [list[at - 1], list[at + 1]]
  if (after) return { start: node.start, end: after.start, text: '' }
  return { start: before?.end ?? node.start, end: node.end, text: '' }
}

const opposites: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '>=',
  '>=': '<',
  '>': '<=',
  '<=': '>',
}

function inverted({ node }: Place, source: string): string {
  const { type, operator } = node
  const [argument, left, right] = ['argument', 'left', 'right'].map((key) => nodeAt(node, key))
  if (type === 'UnaryExpression' && operator === '!' && argument) return textOf(argument, source)
  const opposite = type === 'BinaryExpression' ? opposites[String(operator)] : undefined
  if (opposite && left && right) return `${textOf(left, source)} ${opposite} ${textOf(right, source)}`
  return `!(${textOf(node, source)})`
}

/** A statement with others before or after it. The branch of an `if` and the body of an arrow become blocks. */
function grouped(place: Place, text: (statement: string) => string, source: string): Splice {
  const own = textOf(place.node, source)
  const isAlone = place.up !== undefined && !nodesAt(place.up.node, place.key).includes(place.node)
  return put(place, isAlone ? `{ ${text(own)} }` : text(own))
}

const operators = {
  /** A check of a chain, a statement, a property, an element or an argument is not there. */
  drop: {
    takesValue: false,
    fits: (place) => isOperand(place) || isListed(place) || (place.key === 'alternate' && isStatement(place)),
    apply: dropped,
  },
  /** A condition is never true. */
  never: { takesValue: false, fits: isCondition, apply: (place) => put(place, 'false') },
  /** A condition is always true. */
  always: { takesValue: false, fits: isCondition, apply: (place) => put(place, 'true') },
  /** A condition is this one. */
  when: { takesValue: true, fits: isCondition, apply: (place, { value }) => put(place, value) },
  /** A condition is inverted. */
  not: { takesValue: false, fits: isCondition, apply: (place, { source }) => put(place, inverted(place, source)) },
  /** A call changes nothing: `a.f(x)` is `a`, and `f(x)` is `x`. */
  skip: {
    takesValue: false,
    fits: ({ node }, [name]) => isCallOf(node, name),
    apply: (place, { source }) => {
      const [argument] = nodesAt(place.node, 'arguments')
      const kept = nodeAt(calleeOf(place.node) ?? place.node, 'object') ?? argument
      return put(place, kept ? textOf(kept, source) : 'undefined')
    },
  },
  /** A call gives its first argument: `a.f(x)` is `x`. */
  unwrap: {
    takesValue: false,
    fits: ({ node }, [name]) => isCallOf(node, name) && nodesAt(node, 'arguments').length > 0,
    apply: (place, { source }) => put(place, textOf(nodesAt(place.node, 'arguments')[0] ?? place.node, source)),
  },
  /** A call gives this value. */
  call: {
    takesValue: true,
    fits: ({ node }, [name]) => isCallOf(node, name),
    apply: (place, { value }) => put(place, value),
  },
  /** A call gets these arguments. */
  pass: {
    takesValue: true,
    fits: ({ node }, [name]) => isCallOf(node, name),
    apply: ({ node }, { source, value }) => {
      const given = nodesAt(node, 'arguments')
      const open = source.indexOf('(', nodeAt(node, 'typeArguments')?.end ?? calleeOf(node)?.end ?? node.start)
      return { start: given[0]?.start ?? open + 1, end: given.at(-1)?.end ?? open + 1, text: value }
    },
  },
  /** What has this name gets this value. */
  set: {
    takesValue: true,
    fits: ({ node }, [name]) => slotOf(node, name) !== undefined,
    apply: ({ node }, { value, words: [name] }) => {
      const slot = slotOf(node, name) ?? node
      return { start: slot.start, end: slot.end, text: node.shorthand === true ? `${name}: ${value}` : value }
    },
  },
  /** One word is another, or the smallest expression that mentions several words. */
  swap: {
    takesValue: true,
    fits: (place, words) => (words.length > 1 ? isExpression(place) : wordOf(place.node) === words[0]),
    apply: (place, { value, words: [name] }) =>
      put(place, place.up?.node.shorthand === true ? `${name}: ${value}` : value),
  },
  before: {
    takesValue: true,
    fits: isStatement,
    apply: (place, { source, value }) => grouped(place, (own) => `${value}; ${own}`, source),
  },
  after: {
    takesValue: true,
    fits: isStatement,
    apply: (place, { source, value }) => grouped(place, (own) => `${own}; ${value}`, source),
  },
  instead: { takesValue: true, fits: isStatement, apply: (place, { value }) => put(place, value) },
} as const satisfies Record<string, Operator>

/** `text` is the one verb that works on the inside of a literal: a part of a text, of a pattern or of a number. */
export type Verb = keyof typeof operators | 'text'
const isVerb = (word: string): word is Verb => word === 'text' || Object.hasOwn(operators, word)
const takesValue = (verb: Verb): boolean => verb === 'text' || operators[verb].takesValue

/** `verb words near word -> value`. A word with spaces, or none, stands in quotes. */
export function readChange(text: string): Change {
  const [, left = '', value] = /^(.*?)(?:(?:^| )->(?: (.*))?)?$/s.exec(text) ?? []
  const [verb = '', ...words] = [...left.matchAll(/'([^']*)'|`([^`]*)`|\S+/g)].map(
    ([whole, one, other]) => one ?? other ?? whole,
  )
  const near = words.at(-2) === 'near' ? words.splice(-2)[1] : undefined
  if (!isVerb(verb) || words.length === 0 || takesValue(verb) !== / ->( |$)/.test(text))
    throw new Error(`Not a change: ${text}`)
  return { verb, words, near, value: takesValue(verb) ? (value ?? '') : undefined }
}

/** @throws {Unmapped} unless the words choose exactly one place. */
export function spliceFor({ verb, words, near, value = '' }: Change, symbol: Place, source: string): Splice {
  const fitting = verb === 'text' ? literalsWith(words.join(' '), symbol, source) : chosen(symbol, verb, words)
  const places = near === undefined ? fitting : nearest(fitting, near)
  const found = places.flatMap((place) =>
    verb === 'text'
      ? parts(place, words.join(' '), source, value)
      : operators[verb].apply(place, { source, value, words }),
  )
  const [splice, ...others] = found
  const said = `${verb} ${words.join(' ')}${near === undefined ? '' : ` near ${near}`}`
  if (!splice) throw new Unmapped(`${said}: nothing fits`)
  const shown = ({ start, end }: Splice) => source.slice(start, end).replaceAll(/\s+/g, ' ')
  if (others.length > 0) throw new Unmapped(`${said}: fits ${found.length} places: ${found.map(shown).join(' | ')}`)
  return splice
}

function nearest(places: readonly Place[], word: string): readonly Place[] {
  const shared = places.flatMap((place) => {
    const around = outwards(place).find(({ node }) => wordsIn(node).has(word))
    return around ? [{ place, around: around.node }] : []
  })
  return shared.filter(({ around }) => !shared.some((one) => holds(around, one.around))).map(({ place }) => place)
}

/** The smallest places that fit and mention all words. */
function chosen(symbol: Place, verb: keyof typeof operators, words: readonly string[]): readonly Place[] {
  const [first, ...others] = words
  const fits: Operator['fits'] = operators[verb].fits
  const mentions = ({ node }: Place) => others.every((word) => wordsIn(node).has(word))
  const isInside = ({ node }: Place) => node === symbol.node || holds(symbol.node, node)
  const around = placesFrom(symbol)
    .filter(({ node }) => wordOf(node) === first)
    .flatMap(
      (place) => outwards(place).find((around) => isInside(around) && fits(around, words) && mentions(around)) ?? [],
    )
  const single = [...new Map(around.map((place) => [place.node, place])).values()]
  return single.filter(({ node }) => !single.some((one) => holds(node, one.node)))
}

const literals = new Set(['Literal', 'TemplateElement', 'JSXText'])

const literalsWith = (part: string, symbol: Place, source: string): readonly Place[] =>
  placesFrom(symbol).filter(({ node }) => literals.has(node.type) && textOf(node, source).includes(part))

function parts({ node }: Place, part: string, source: string, text: string): readonly Splice[] {
  const pieces = textOf(node, source).split(part)
  return pieces.slice(1).map((_, index) => {
    const start = node.start + pieces.slice(0, index + 1).join(part).length
    return { start, end: start + part.length, text }
  })
}
