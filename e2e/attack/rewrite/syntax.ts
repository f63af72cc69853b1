/** Sources as syntax trees, without their types: what a mutant may name is what runs. */
import { parseSync } from 'vite'

export type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** A node and where it stands. */
export type Place = { readonly node: Node; readonly up: Place | undefined; readonly key: string }

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value

const isNodes = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Types are erased, except around an expression: `x as T`. */
export const isErased = ({ type, expression }: Node): boolean => type.startsWith('TS') && !isNode(expression)

export const nodeAt = (node: Node, key: string): Node | undefined => {
  const value = node[key]
  return isNode(value) ? value : undefined
}

export const nodesAt = (node: Node, key: string): readonly Node[] => {
  const value = node[key]
  return isNodes(value) ? value.filter(isNode) : []
}

export const textAt = (node: Node, key: string): string | undefined => {
  const value = node[key]
  return typeof value === 'string' ? value : undefined
}

const wrappers = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
])

/** The children that run, in the order of the source. The name of a shorthand property stands there once. */
export function childrenOf(node: Node): readonly (readonly [key: string, child: Node])[] {
  if (wrappers.has(node.type))
    return Object.entries(node).flatMap(([key, one]) =>
      key === 'expression' && isNode(one) ? [[key, one] as const] : [],
    )
  return Object.entries(node)
    .filter(([key]) => !(node.shorthand === true && key === 'key'))
    .flatMap(([key, value]) => (isNodes(value) ? value : [value]).filter(isNode).map((child) => [key, child] as const))
    .filter(([, child]) => !isErased(child))
    .sort(([, one], [, other]) => one.start - other.start)
}

/** @throws if the text is no program. */
export function parse(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source)
  const [error] = errors
  if (error) throw new SyntaxError(`${file}: ${error.message}`)
  return { ...program }
}

/** A place with everything in it, outer ones first. */
const placed = new WeakMap<Place, readonly Place[]>()
export function placesFrom(place: Place): readonly Place[] {
  const known = placed.get(place)
  if (known) return known
  const into: Place[] = []
  const add = (one: Place): void => {
    into.push(one)
    for (const [key, node] of childrenOf(one.node)) add({ node, up: one, key })
  }
  add(place)
  placed.set(place, into)
  return into
}

const said = new WeakMap<Node, ReadonlySet<string>>()
/** All words in a node. */
export function wordsIn(node: Node): ReadonlySet<string> {
  const known = said.get(node)
  if (known) return known
  const own = wordOf(node)
  const all = new Set([
    ...(own === undefined ? [] : [own]),
    ...childrenOf(node).flatMap(([, child]) => [...wordsIn(child)]),
  ])
  said.set(node, all)
  return all
}

export const holds = (outer: Node, inner: Node): boolean =>
  outer !== inner && outer.start <= inner.start && inner.end <= outer.end

/** A node and those around it, inner ones first. */
export function outwards(place: Place | undefined): readonly Place[] {
  return place ? [place, ...outwards(place.up)] : []
}

/** The word that a leaf of the tree stands for: a name, a text, a number. */
export function wordOf({ type, name, value, raw }: Node): string | undefined {
  if (type === 'Identifier' || type === 'JSXIdentifier' || type === 'PrivateIdentifier') return String(name)
  if (type === 'Literal') return typeof value === 'string' ? value : String(raw)
  return undefined
}
