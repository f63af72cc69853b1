/**
 * The pre-walk: looks at a message before any schema does, so that depth, cycles and size cannot hurt the parser
 * (isolation §1 "schema engine", C02, C28–C31, C34).
 *
 * Accepts plain objects and arrays of this realm, strings, finite numbers, booleans and null, as a tree. Refuses own
 * keys that name prototypes, sparse arrays, cycles, and everything JSON cannot write. `-0` becomes `0`. Properties under
 * symbols cross no origin: no copy takes them along.
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

const { create, defineProperty, getPrototypeOf } = Object
const plain = Object.prototype
const plainList = Array.prototype
const own = { writable: true, enumerable: true, configurable: true }

/** What a copy inherits from: nothing. No setter of a prototype is called when it is filled, and a frozen one stops nothing. */
const nothing = Object.freeze(create(null) as object) // as: empty

export interface Judged {
  readonly verdict: WalkVerdict
  /** Counted until the verdict fell. */
  readonly size: number
}

/** Judges what has arrived. `-0` is replaced in place. */
export const judge = (value: unknown, limits: WalkLimits): Judged => run(value, limits, false)

export const walk = (value: unknown, limits: WalkLimits): WalkVerdict => judge(value, limits).verdict

/**
 * Judges what will leave, and copies it in the same pass. A getter answers once; what its owner changes later stays
 * outside.
 * @throws what a getter throws
 */
export const walkCopy = <T>(value: T, limits: WalkLimits) => run(value, limits, true) as Judged & { readonly copy: T } // the same tree, made of plain parts

/** Where a walk stands. One object and free functions: a walk runs too often for closures of its own. */
interface State {
  readonly limits: WalkLimits
  /** Builds a copy on the way: each property is read once, and what was judged is what the copy holds. */
  readonly copies: boolean
  /** The way down to here; as short as `limits.depth`, so that a search is cheaper than a set. */
  readonly path: object[]
  nodes: number
  size: number
  verdict: WalkVerdict
  copy: unknown
}

function run(value: unknown, limits: WalkLimits, copies: boolean): State {
  const state: State = { limits, copies, path: [], nodes: 0, size: 0, verdict: 'ok', copy: undefined }
  state.copy = visit(state, value)
  return state
}

/** The value, or its copy; worthless once `state.verdict` has fallen. */
function visit(state: State, value: unknown): unknown {
  state.size += 8
  if (++state.nodes > state.limits.nodes) return refuse(state, 'TOO_LARGE')
  switch (typeof value) {
    case 'string':
      state.size += value.length
      break
    case 'number':
      if (!Number.isFinite(value)) return refuse(state, 'BAD_SHAPE')
      break
    case 'boolean':
      break
    case 'object':
      if (value !== null) return enter(state, value)
      break
    default:
      return refuse(state, 'BAD_SHAPE')
  }
  if (state.size > state.limits.size) return refuse(state, 'TOO_LARGE')
  return value === 0 ? 0 : value
}

function refuse(state: State, verdict: WalkVerdict): undefined {
  state.verdict = verdict
}

function enter(state: State, node: object): unknown {
  const { path, limits } = state
  if (path.includes(node)) return refuse(state, 'BAD_SHAPE')
  if (path.length >= limits.depth) return refuse(state, 'TOO_DEEP')
  const isList = Array.isArray(node)
  // Before the keys are listed: eight million of them would already hurt.
  if (isList && state.nodes + node.length > limits.nodes) return refuse(state, 'TOO_LARGE')
  const keys = keysOf(node, isList)
  if (!keys) return refuse(state, 'BAD_SHAPE')
  if (state.nodes + keys.length > limits.nodes || state.size > limits.size) return refuse(state, 'TOO_LARGE')
  path.push(node)
  const out = isList ? list(state, node as unknown[]) : fields(state, node as Record<string, unknown>, keys) // as: told by `keysOf`
  path.pop()
  return out
}

function list(state: State, node: unknown[]): unknown[] | undefined {
  const out: unknown[] = state.copies ? [] : node
  for (let index = 0; index < node.length; index++) {
    const value = node[index]
    const next = visit(state, value)
    if (state.verdict !== 'ok') return
    if (!state.copies && Object.is(next, value)) continue
    // A setter of the prototype would be called.
    if (index in plainList) defineProperty(out, index, { ...own, value: next })
    else out[index] = next
  }
  return out
}

function fields(state: State, node: Record<string, unknown>, keys: readonly string[]): object | undefined {
  const out: Record<string, unknown> = state.copies ? (create(nothing) as Record<string, unknown>) : node // as: empty
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string // index < length
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') return refuse(state, 'BAD_SHAPE')
    state.size += key.length
    const value = node[key]
    const next = visit(state, value)
    if (state.verdict !== 'ok') return
    if (state.copies || !Object.is(next, value)) out[key] = next
  }
  return out
}

/** Own keys of a plain object or dense array; `undefined` for anything else. */
function keysOf(node: object, isArray: boolean): readonly string[] | undefined {
  const prototype: unknown = getPrototypeOf(node)
  if (isArray ? prototype !== plainList : prototype !== plain && prototype !== null) return
  const keys = Object.keys(node)
  // An array with holes has fewer keys than its length; one with extra properties has more.
  if (
    isArray &&
    (keys.length !== (node as unknown[]).length ||
      (keys.length > 0 && keys[keys.length - 1] !== String(keys.length - 1)))
  )
    return
  return keys
}
