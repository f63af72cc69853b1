/**
 * The pre-walk: checks a message before any schema runs, so that depth, cycles and size cannot harm the parser (C02, C28–C31, C34).
 *
 * Accepts plain objects and arrays of this realm, strings, finite numbers, booleans and null, as a tree. Refuses own keys that
 * name prototypes, sparse arrays, cycles, and everything that JSON cannot represent. `-0` becomes `0`. Symbol properties are not
 * copied. Size is counted in units: 8 for each value, plus the UTF-16 length of each string and key.
 *
 * Runs four times per call, over every value. Recursive, but never deeper than `limits.depth`.
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

/** The empty prototype of copies: filling them calls no inherited setter, and no frozen prototype blocks it. */
const nothing = Object.freeze(create(null) as object) // as: empty

export interface Judged {
  readonly verdict: WalkVerdict
  /** Counted up to the verdict. */
  readonly size: number
}

/** Judges an incoming value. `-0` is replaced in place. */
export const judge = (value: unknown, limits: WalkLimits): Judged => run(value, limits, false)

export const walk = (value: unknown, limits: WalkLimits): WalkVerdict => judge(value, limits).verdict

/**
 * Judges an outgoing value and copies it in the same pass. Each getter is read once; later changes have no effect.
 * @throws any error of a getter
 */
export const walkCopy = <T>(value: T, limits: WalkLimits) => run(value, limits, true) as Judged & { readonly copy: T } // the same tree, made of plain parts

/** State of a walk. One object and free functions, because walks run too often to create closures. */
interface State {
  readonly limits: WalkLimits
  /** Builds a copy during the walk: each property is read once, and the copy holds the judged values. */
  readonly copies: boolean
  /** The objects above this one; at most `limits.depth`, so that searching is cheaper than a set. */
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

/** The value, or its copy; meaningless once `state.verdict` is a refusal. */
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
  // Checked before the keys are listed, because listing millions of keys is slow.
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
    // Assigning would call a setter of the prototype.
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
