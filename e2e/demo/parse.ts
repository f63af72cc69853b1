/** Parsers for data from other documents, workers, servers and storage. Each returns the typed value or throws a `TypeError`. */

export type Parser<T> = (value: unknown) => T
export type Parsed<P> = P extends Parser<infer T> ? T : never

export type Hex = `0x${string}`
export type Address = `0x${string}`

export const text: Parser<string> = (value) => {
  if (typeof value === 'string' && value.length <= 100_000) return value
  throw new TypeError('expected a text')
}

export const flag: Parser<boolean> = (value) => {
  if (typeof value === 'boolean') return value
  throw new TypeError('expected true or false')
}

export const wholeNumber: Parser<number> = (value) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new TypeError('expected a whole number')
}

export const anything: Parser<unknown> = (value) => value

export const hex: Parser<Hex> = matching<Hex>(/^0x(?:[0-9a-fA-F]{2})*$/, 'hex bytes')
export const address: Parser<Address> = matching<Address>(/^0x[0-9a-fA-F]{40}$/, 'an address')
/** A JSON-RPC quantity of at most 256 bits. */
export const quantity: Parser<Hex> = matching<Hex>(/^0x[0-9a-fA-F]{1,64}$/, 'a hex quantity')

export const literal =
  <const T extends string>(...allowed: readonly T[]): Parser<T> =>
  (value) => {
    const found = allowed.find((one) => one === value)
    if (found !== undefined) return found
    throw new TypeError(`expected one of ${allowed.join(', ')}`)
  }

export const optional =
  <T>(parser: Parser<T>): Parser<T | undefined> =>
  (value) =>
    value === undefined ? undefined : parser(value)

export const list =
  <T>(parser: Parser<T>, { max = 200 }: { max?: number } = {}): Parser<T[]> =>
  (value) => {
    if (Array.isArray(value) && value.length <= max) return value.map((one) => parser(one))
    throw new TypeError('expected a list')
  }

/** Keeps only the named fields. The message of an error starts with the field's name. */
export const object =
  <S extends Record<string, Parser<unknown>>>(shape: S): Parser<{ [K in keyof S]: Parsed<S[K]> }> =>
  (value) => {
    const fields = record(value)
    const entries = Object.entries(shape).map(([name, parser]) => {
      try {
        return [name, parser(fields[name])] as const
      } catch (error) {
        throw new TypeError(`${name}: ${error instanceof Error ? error.message : 'not valid'}`)
      }
    })
    // as: `Object.fromEntries` loses the mapped type; each field was parsed above
    return Object.fromEntries(entries) as { [K in keyof S]: Parsed<S[K]> }
  }

export const record: Parser<Record<string, unknown>> = (value) => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new TypeError('expected an object')
}

/** The parsed value, or undefined if the parser refuses it: for messages that may not be ours. */
export function readWith<T>(parser: Parser<T>, value: unknown): T | undefined {
  try {
    return parser(value)
  } catch {
    return undefined
  }
}

function matching<T extends string>(pattern: RegExp, what: string): Parser<T> {
  return (value) => {
    // as: the pattern matches the template type
    if (typeof value === 'string' && pattern.test(value)) return value as T
    throw new TypeError(`expected ${what}`)
  }
}
