/** What files of tests change for the next file of their process: globals and their members, the environment, timers that still run. */

/** @returns a function that puts back the globals, their members and the environment of now */
export function rememberProcess(): () => void {
  const globals = propertiesOf(globalThis)
  const members = new Map([...owners(globals)].map((owner) => [owner, propertiesOf(owner)]))
  const environment = { ...process.env }
  return () => {
    for (const [owner, properties] of members) {
      for (const [key, before] of properties) restoreProperty(owner, key, before)
      for (const key of Reflect.ownKeys(owner))
        if (!properties.has(key) && hides(owner, key)) Reflect.deleteProperty(owner, key)
    }
    for (const key of new Set([...globals.keys(), ...Reflect.ownKeys(globalThis)]))
      restoreProperty(globalThis, key, globals.get(key))
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
    Object.assign(process.env, environment)
  }
}

type Properties = ReadonlyMap<PropertyKey, PropertyDescriptor>

function propertiesOf(owner: object): Properties {
  const all = Object.getOwnPropertyDescriptors(owner)
  return new Map(Reflect.ownKeys(all).map((key) => [key, Reflect.get(all, key)]))
}

/** The objects whose members are restored: values of globals such as `Date`, and the prototypes of classes. */
function* owners(globals: Properties): Generator<object> {
  for (const { value } of globals.values()) {
    if (!isObject(value) || value === globalThis) continue
    yield value
    if (typeof value === 'function' && isObject(value.prototype)) yield value.prototype
  }
  // Globals that Node makes when they are read.
  yield* [performance, crypto]
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Whether the member hides an inherited one. Other new members stay: a library that adds one is loaded once for all files. */
const hides = (owner: object, key: PropertyKey): boolean => {
  const inherited: unknown = Object.getPrototypeOf(owner)
  return isObject(inherited) && key in inherited
}

function restoreProperty(owner: object, key: PropertyKey, before: PropertyDescriptor | undefined): void {
  const now = Object.getOwnPropertyDescriptor(owner, key)
  if (now && (!now.configurable || (before && isSame(now, before)))) return
  if (before) Object.defineProperty(owner, key, before)
  else Reflect.deleteProperty(owner, key)
}

const isSame = (one: PropertyDescriptor, other: PropertyDescriptor): boolean =>
  one.value === other.value && one.get === other.get && one.set === other.set
