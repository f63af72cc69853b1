/**
 * Imports a module in a fresh process, after its peers, and prints its exports and all its side effects: globals and built-in objects, open
 * handles, listeners, the environment.
 */
const [, , url, ...peers] = process.argv

/** All own properties of all objects that are reachable from the global object without calling anything. */
function survey() {
  const seen = new Map()
  const visit = (value, path) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
    const own = new Map()
    seen.set(value, { path, own, prototype: Object.getPrototypeOf(value), isOpen: Object.isExtensible(value) })
    for (const key of Reflect.ownKeys(value)) {
      const { get, set, value: held, ...flags } = Object.getOwnPropertyDescriptor(value, key)
      own.set(key, [get, set, held, ...Object.values(flags)])
      for (const next of [get, set, held]) visit(next, `${path}.${String(key)}`)
    }
    visit(Object.getPrototypeOf(value), `${path}.[prototype]`)
  }
  visit(globalThis, 'globalThis')
  return seen
}

/** Side effects of Node itself and of this script. */
const ignored = /^globalThis\.process\.(?!env|listeners)|\.process\.moduleLoadList|\.performance\b/

function differences(before, after) {
  const found = []
  for (const [object, now] of after) {
    const was = before.get(object)
    if (ignored.test(now.path)) continue
    if (!was) found.push(`${now.path} is new`)
    else {
      if (was.prototype !== now.prototype) found.push(`${now.path} has another prototype`)
      if (was.isOpen !== now.isOpen) found.push(`${now.path} was sealed`)
      for (const [key, parts] of now.own) {
        const known = was.own.get(key)
        if (!known || known.some((part, index) => !Object.is(part, parts[index])))
          found.push(`${now.path}.${String(key)} ${known ? 'has changed' : 'is new'}`)
      }
      for (const key of was.own.keys()) if (!now.own.has(key)) found.push(`${now.path}.${String(key)} is gone`)
    }
  }
  return found
}

const traces = () => ({
  handles: process.getActiveResourcesInfo().sort(),
  listeners: process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
})

// Node's module loader initialises itself with its first module.
const empty = 'data:text/javascript,export {}'
await import(empty)
// A peer's side effects do not count for the entry.
for (const peer of peers) await import(import.meta.resolve(peer, url))
// Node creates these when they are first used.
void [globalThis.TextEncoder, globalThis.TextDecoder]
const before = survey()
const [were, environment] = [JSON.stringify(traces()), JSON.stringify(process.env)]
const exported = Object.keys(await import(url)).sort()
const now = JSON.stringify(traces())
const changed = differences(before, survey())
if (were !== now) changed.push(`${were} became ${now}`)
if (environment !== JSON.stringify(process.env)) changed.push('the environment')
console.log(JSON.stringify({ exported, changed }))
