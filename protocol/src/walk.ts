/**
 * The pre-walk: looks at a message iteratively before any schema does, so that depth, cycles and size cannot hurt the
 * parser (isolation §1 "schema engine", C02, C28–C31, C34).
 *
 * Accepts plain objects and arrays of this realm, strings, finite numbers, booleans and null, as a tree. Refuses own
 * keys that name prototypes, sparse arrays, cycles, and everything JSON cannot write. `-0` becomes `0` in place.
 * Size is counted in units: 8 for each value, plus the UTF-16 length of each string and key.
 */
export interface WalkLimits {
  depth: number
  nodes: number
  size: number
}

export type WalkVerdict = 'ok' | 'BAD_SHAPE' | 'TOO_DEEP' | 'TOO_LARGE'

type Frame = { node: object; keys: readonly string[]; next: number }

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])
const { getPrototypeOf, getOwnPropertySymbols } = Object

export function walk(value: unknown, limits: WalkLimits): WalkVerdict {
  const path: Frame[] = []
  const ancestors = new Set<object>()
  let nodes = 0
  let size = 0

  const visit = (child: unknown, parent: object | undefined, key: string): WalkVerdict => {
    size += 8
    if (++nodes > limits.nodes) return 'TOO_LARGE'
    switch (typeof child) {
      case 'string':
        size += child.length
        break
      case 'number':
        if (!Number.isFinite(child)) return 'BAD_SHAPE'
        if (Object.is(child, -0) && parent) Reflect.set(parent, key, 0)
        break
      case 'boolean':
        break
      case 'object': {
        if (child === null) break
        if (ancestors.has(child)) return 'BAD_SHAPE'
        if (path.length >= limits.depth) return 'TOO_DEEP'
        // Before the keys are listed: eight million of them would already hurt.
        if (Array.isArray(child) && nodes + child.length > limits.nodes) return 'TOO_LARGE'
        const keys = keysOf(child)
        if (!keys) return 'BAD_SHAPE'
        if (nodes + keys.length > limits.nodes) return 'TOO_LARGE'
        ancestors.add(child)
        path.push({ node: child, keys, next: 0 })
        break
      }
      default:
        return 'BAD_SHAPE'
    }
    return size > limits.size ? 'TOO_LARGE' : 'ok'
  }

  let verdict = visit(value, undefined, '')
  while (verdict === 'ok' && path.length > 0) {
    const top = path[path.length - 1] as Frame // length was checked
    const key = top.keys[top.next++]
    if (key === undefined) {
      ancestors.delete(top.node)
      path.pop()
      continue
    }
    if (!Array.isArray(top.node)) {
      if (forbiddenKeys.has(key)) return 'BAD_SHAPE'
      size += key.length
    }
    verdict = visit(Reflect.get(top.node, key), top.node, key)
  }
  return verdict
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
