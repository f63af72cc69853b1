/**
 * The pre-walk written a second time, from the text of docs/protocol.md and recursively. Shares nothing with `walk.ts`;
 * the recursion is safe because it never goes deeper than the limit.
 */
export type Verdict = 'ok' | 'BAD_SHAPE' | 'TOO_DEEP' | 'TOO_LARGE'
export interface Bounds {
  depth: number
  nodes: number
  size: number
}

class Ended extends Error {
  readonly verdict: Verdict
  constructor(verdict: Verdict) {
    super(verdict)
    this.verdict = verdict
  }
}

export function preWalk(message: unknown, bounds: Bounds): { verdict: Verdict; units: number } {
  let count = 0
  let units = 0
  const stop = (verdict: Verdict): never => {
    throw new Ended(verdict)
  }
  const look = (value: unknown, level: number, above: readonly object[]): void => {
    units += 8
    count += 1
    if (count > bounds.nodes) stop('TOO_LARGE')
    let keys: string[] = []
    if (typeof value === 'string') units += value.length
    else if (typeof value === 'number') {
      if (Number.isNaN(value) || Math.abs(value) === Number.POSITIVE_INFINITY) stop('BAD_SHAPE')
    } else if (typeof value === 'object' && value !== null) {
      if (above.includes(value)) stop('BAD_SHAPE')
      if (level > bounds.depth) stop('TOO_DEEP')
      if (Array.isArray(value) && count + value.length > bounds.nodes) stop('TOO_LARGE')
      const expected: readonly unknown[] = Array.isArray(value) ? [Array.prototype] : [Object.prototype, null]
      if (!expected.includes(Reflect.getPrototypeOf(value))) stop('BAD_SHAPE')
      keys = Object.keys(value)
      if (Array.isArray(value) && keys.join() !== [...value.keys()].join()) stop('BAD_SHAPE')
      if (count + keys.length > bounds.nodes) stop('TOO_LARGE')
    } else if (value !== null && typeof value !== 'boolean') stop('BAD_SHAPE')
    if (units > bounds.size) stop('TOO_LARGE')
    if (typeof value !== 'object' || value === null) return
    for (const key of keys) {
      if (!Array.isArray(value)) {
        if (/^(__proto__|constructor|prototype)$/.test(key)) stop('BAD_SHAPE')
        units += key.length
      }
      look((value as Record<string, unknown>)[key], level + 1, [...above, value])
    }
  }
  try {
    look(message, 1, [])
    return { verdict: 'ok', units }
  } catch (ended) {
    if (ended instanceof Ended) return { verdict: ended.verdict, units }
    throw ended
  }
}
