/**
 * Replaces `zod/mini` in the bundle for host pages, where zod itself would take two thirds of the size budget. The
 * tables of `protocol/` stay the single source: they are written, typed and tested with zod; only the engine that runs
 * them is smaller. It implements exactly the functions that the tables for this end use, so an unknown function fails
 * the build. `test/engine.test.ts` compares its results with zod's on every schema of the SDK.
 *
 * Relies on the pre-walk before every parse, which guarantees plain objects, dense arrays and no own prototype keys.
 * Evaluates no strings as code, so a strict policy has nothing to report.
 */
type Run = (value: unknown) => unknown
interface Type {
  readonly run: Run
  readonly isOptional: boolean
  check(...checks: readonly ((value: never) => boolean)[]): Type
}

/** Path of the value being parsed; read when a parse fails. */
let path: (string | number)[] = []

const fail = (): never => {
  throw path
}

const type = (run: Run, isOptional = false): Type => ({
  run,
  isOptional,
  check: (...checks) =>
    type((value) => {
      const out = run(value)
      for (const holds of checks) if (!holds(out as never)) fail() // as: each check is used only with its own type
      return out
    }, isOptional),
})

const only = (accepts: (value: unknown) => boolean) => type((value) => (accepts(value) ? value : fail()))

/** Parses a part with its key on the path. */
const at = (key: string | number, of: Type, value: unknown): unknown => {
  path.push(key)
  const out = of.run(value)
  path.pop()
  return out
}

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>) // as: checked on the line above
    : fail()
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : fail())

export function safeParse(schema: Type, value: unknown) {
  path = []
  try {
    return { success: true, data: schema.run(value) }
  } catch {
    return { success: false, error: { issues: [{ path }] } }
  }
}

export const config = (): void => {}

export const string = () => only((value) => typeof value === 'string')
export const number = () => only(Number.isFinite)
export const int = () => only(Number.isSafeInteger)
export const boolean = () => only((value) => typeof value === 'boolean')
export const unknown = () => type((value) => value)
export const never = () => type(fail)
export const literal = (expected: unknown) => only((value) => value === expected)
export const optional = (of: Type) => type((value) => (value === undefined ? value : of.run(value)), true)
export const nullable = (of: Type) => type((value) => (value === null ? value : of.run(value)))
export const array = (of: Type) => type((value) => items(value).map((item, index) => at(index, of, item)))

export const strictObject = (shape: Readonly<Record<string, Type>>) => {
  const parts = Object.entries(shape)
  const object = type((value) => {
    const given = fields(value)
    const out: Record<string, unknown> = {}
    for (const [key, of] of parts) {
      const isGiven = hasOwn(given, key)
      if (isGiven || !of.isOptional) out[key] = at(key, of, isGiven ? given[key] : fail())
    }
    for (const key of Object.keys(given)) if (!hasOwn(shape, key)) at(key, never(), given)
    return out
  })
  return { ...object, shape }
}

export const record = (key: Type, of: Type) =>
  type((value) =>
    Object.fromEntries(Object.entries(fields(value)).map(([name, item]) => [key.run(name), at(name, of, item)])),
  )

export const tuple = (parts: readonly Type[]) =>
  type((value) => {
    const given = items(value)
    return given.length === parts.length ? parts.map((of, index) => at(index, of, given[index])) : fail()
  })

export const union = (choices: readonly Type[]) =>
  type((value) => {
    const depth = path.length
    for (const of of choices)
      try {
        return of.run(value)
      } catch {
        path.length = depth
      }
    return fail()
  })

const anyOf = (values: readonly unknown[]) => only((value) => values.includes(value))

export { anyOf as enum }

// Checks ------------------------------------------------------------------------------------------------------------

type Sized = string | readonly unknown[]
/** Counts code points, as zod does. */
const sizeOf = (value: Sized) => Array.from(value).length

export const regex = (pattern: RegExp) => (value: string) => pattern.test(value)
export const refine = (accepts: (value: never) => boolean) => accepts
export const minLength = (min: number) => (value: Sized) => value.length >= min
export const maxLength = (max: number) => (value: Sized) => value.length <= max || sizeOf(value) <= max
export const minimum = (min: number) => (value: number) => value >= min
export const maximum = (max: number) => (value: number) => value <= max
export const positive = () => (value: number) => value > 0
export const nonnegative = () => (value: number) => value >= 0

/** `Object.hasOwn` is younger than the browsers that are told that they are too old. */
const hasOwn = (object: object, key: string): boolean => Object.getOwnPropertyDescriptor(object, key) !== undefined
