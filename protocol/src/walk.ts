/**
 * The pre-walk: looks at a message before any schema does, so that depth, cycles and size cannot hurt the parser
 * (isolation §1 "schema engine", C02, C28–C31, C34).
 *
 * Accepts plain objects and arrays of this realm, strings, finite numbers, booleans and null, as a tree. Refuses own
 * keys that name prototypes, sparse arrays, cycles, and everything JSON cannot write. `-0` becomes `0` in place.
 * Size is counted in units: 8 for each value, plus the UTF-16 length of each string and key.
 *
 * Runs four times per call of a bridge, over every value of it. It calls itself, but never deeper than `limits.depth`.
 */
export interface WalkLimits {
  depth: number
  nodes: number
  size: number
}

export type WalkVerdict = 'ok' | 'BAD_SHAPE' | 'TOO_DEEP' | 'TOO_LARGE'

const { getPrototypeOf, getOwnPropertySymbols } = Object

/** Where a walk stands. One object and free functions: a walk runs too often for closures of its own. */
interface State {
  readonly limits: WalkLimits
  /** The way down to here; as short as `limits.depth`, so that a search is cheaper than a set. */
  readonly path: object[]
  nodes: number
  size: number
}

export const walk = (value: unknown, limits: WalkLimits): WalkVerdict =>
  visit({ limits, path: [], nodes: 0, size: 0 }, value)

function visit(state: State, value: unknown): WalkVerdict {
  state.size += 8
  if (++state.nodes > state.limits.nodes) return 'TOO_LARGE'
  switch (typeof value) {
    case 'string':
      state.size += value.length
      break
    case 'number':
      if (!Number.isFinite(value)) return 'BAD_SHAPE'
      break
    case 'boolean':
      break
    case 'object':
      if (value !== null) return enter(state, value)
      break
    default:
      return 'BAD_SHAPE'
  }
  return state.size > state.limits.size ? 'TOO_LARGE' : 'ok'
}

function enter(state: State, node: object): WalkVerdict {
  const { path, limits } = state
  if (path.includes(node)) return 'BAD_SHAPE'
  if (path.length >= limits.depth) return 'TOO_DEEP'
  const isList = Array.isArray(node)
  // Before the keys are listed: eight million of them would already hurt.
  if (isList && state.nodes + node.length > limits.nodes) return 'TOO_LARGE'
  const keys = keysOf(node)
  if (!keys) return 'BAD_SHAPE'
  if (state.nodes + keys.length > limits.nodes || state.size > limits.size) return 'TOO_LARGE'
  path.push(node)
  for (const key of keys) {
    if (!isList) {
      if (key === '__proto__' || key === 'constructor' || key === 'prototype') return 'BAD_SHAPE'
      state.size += key.length
    }
    const value = (node as Record<string, unknown>)[key] // as: read by its own keys
    const verdict = visit(state, value)
    if (verdict !== 'ok') return verdict
    if (Object.is(value, -0)) Reflect.set(node, key, 0)
  }
  path.pop()
  return 'ok'
}

/** Own keys of a plain object or dense array; `undefined` for anything else. */
function keysOf(node: object): readonly string[] | undefined {
  const prototype: unknown = getPrototypeOf(node)
  const isArray = Array.isArray(node)
  if (isArray ? prototype !== Array.prototype : prototype !== Object.prototype && prototype !== null) return
  if (getOwnPropertySymbols(node).length > 0) return
  const keys = Object.keys(node)
  // An array with holes has fewer keys than its length; one with extra properties has more.
  if (
    isArray &&
    (keys.length !== node.length || (keys.length > 0 && keys[keys.length - 1] !== String(keys.length - 1)))
  )
    return
  return keys
}
