/** Visits every world that can be reached in so many steps, each once, and tells the shortest way to the first bad one. */
import { type Budget, begin, type Machines, steps, type World } from './world.ts'

export interface Found {
  readonly worlds: number
  readonly transitions: number
  /** Steps from the beginning to the farthest world. */
  readonly depth: number
  /** No world was left unvisited for want of depth. */
  readonly isComplete: boolean
  readonly violation: { readonly rule: string; readonly way: readonly string[] } | undefined
}

/** A rule that every world, or every step, must keep: the name of what is broken, or nothing. */
export type Rule = (before: World, after: World) => string | undefined

export function explore(machines: Machines, budget: Budget, rules: readonly Rule[], maxDepth: number): Found {
  const start = begin(budget)
  const ways = new Map<string, { from: string | undefined; name: string }>([
    [keyOf(start), { from: undefined, name: '' }],
  ])
  let edge: World[] = [start]
  let transitions = 0
  let depth = 0
  while (edge.length > 0 && depth < maxDepth) {
    depth++
    const next: World[] = []
    for (const world of edge) {
      const from = keyOf(world)
      for (const [name, after] of steps(world, machines)) {
        transitions++
        for (const rule of rules) {
          const broken = rule(world, after)
          if (broken)
            return {
              worlds: ways.size,
              transitions,
              depth,
              isComplete: false,
              violation: { rule: broken, way: [...wayTo(ways, from), name] },
            }
        }
        const key = keyOf(after)
        if (ways.has(key)) continue
        ways.set(key, { from, name })
        next.push(after)
      }
    }
    edge = next
  }
  return { worlds: ways.size, transitions, depth, isComplete: edge.length === 0, violation: undefined }
}

const keyOf = (world: World): string => JSON.stringify(world)

function wayTo(ways: ReadonlyMap<string, { from: string | undefined; name: string }>, key: string): string[] {
  const names: string[] = []
  for (let at: string | undefined = key; at !== undefined; at = ways.get(at)?.from)
    names.unshift(ways.get(at)?.name ?? '')
  return names.slice(1)
}
