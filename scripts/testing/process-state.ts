/** What files of tests change for the next file of their process: globals, the environment, timers that still run. */

/** @returns a function that puts back the globals and the environment of now */
export function rememberProcess(): () => void {
  const globals = new Map(Reflect.ownKeys(globalThis).map((key) => [key, descriptorOf(key)]))
  const environment = { ...process.env }
  return () => {
    for (const key of new Set([...globals.keys(), ...Reflect.ownKeys(globalThis)])) restoreGlobal(key, globals.get(key))
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
    Object.assign(process.env, environment)
  }
}

function restoreGlobal(key: PropertyKey, before: PropertyDescriptor | undefined): void {
  const now = descriptorOf(key)
  if (now && (!now.configurable || (before && isSame(now, before)))) return
  if (before) Object.defineProperty(globalThis, key, before)
  else Reflect.deleteProperty(globalThis, key)
}

function descriptorOf(key: PropertyKey): PropertyDescriptor | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, key)
}

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor): boolean =>
  one.value === other.value && one.get === other.get && one.set === other.set

const started = new Set<NodeJS.Timeout>()

const listed = <Start extends typeof setTimeout | typeof setInterval>(start: Start): Start =>
  new Proxy(start, {
    apply(target, self, given: Parameters<Start>) {
      const timer = target.apply(self, given)
      started.add(timer)
      return timer
    },
  })

/** Lists the timers that are started from now on. */
export function listTimers(): void {
  globalThis.setTimeout = listed(globalThis.setTimeout)
  globalThis.setInterval = listed(globalThis.setInterval)
}

export function endTimers(): void {
  for (const timer of started) clearTimeout(timer)
  started.clear()
}
