/** Ends what a file of tests leaves behind, because the next file runs in the same process: timers, globals, environment. */
import { afterAll, vi } from 'vitest'
import { endTimers } from './timers.ts'

const globals = new Map(Reflect.ownKeys(globalThis).map((key) => [key, descriptorOf(key)]))
const environment = { ...process.env }

afterAll(async () => {
  vi.useRealTimers()
  // Promises that are already settled run their handlers while the globals that they use are still there.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((done) => setImmediate(done))
  endTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  restoreGlobals()
  restoreEnvironment()
})

function restoreGlobals(): void {
  for (const key of Reflect.ownKeys(globalThis)) {
    const now = descriptorOf(key)
    const before = globals.get(key)
    if (!now?.configurable || (before && isSame(now, before))) continue
    if (before) Object.defineProperty(globalThis, key, before)
    else Reflect.deleteProperty(globalThis, key)
  }
}

function descriptorOf(key: PropertyKey): PropertyDescriptor | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, key)
}

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor): boolean =>
  one.value === other.value && one.get === other.get && one.set === other.set

function restoreEnvironment(): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}
