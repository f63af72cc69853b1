import { readFileSync } from 'node:fs'
import { AirlockError } from '@airlock/protocol/errors.ts'
import fc from 'fast-check'
import { hashTypedData } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { EvmTypedData } from '../../signing/request.ts'
import { isBlocked } from '../intent.ts'
import { readTypedData } from './typed-data.ts'
import { readTypedDataIntent } from './typed-data-intent.ts'

const account = '0xA000000000000000000000000000000000000001'
const surroundings = {
  account,
  chainId: 'eip155:1',
  origin: 'https://app.example',
  now: Date.UTC(2026, 10, 22),
} as const

// The corpus [A18] -----------------------------------------------------------------------------------------------------

const Expected = z.strictObject({
  kind: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  parts: z.number().optional(),
  blind: z.boolean().optional(),
  blocked: z.boolean().optional(),
  movesValue: z.boolean().optional(),
  notShown: z.array(z.string()).optional(),
})
const Corpus = z.strictObject({
  about: z.string(),
  forms: z.record(z.string(), z.record(z.string(), z.json())),
  cases: z.array(
    z.strictObject({
      name: z.string(),
      of: z.string(),
      set: z.record(z.string(), z.json()).optional(),
      drop: z.array(z.string()).optional(),
      expect: z.union([z.literal('refused'), Expected]),
    }),
  ),
})
const corpus = Corpus.parse(
  JSON.parse(readFileSync(new URL('../../../../test/corpus/typed-data.json', import.meta.url), 'utf8')),
)

const child = (at: object, key: string): object => Object(Reflect.get(at, key)) as object // as: `Object` makes one

function build({ of, set = {}, drop = [] }: (typeof corpus.cases)[number]): unknown {
  const form: unknown = structuredClone(corpus.forms[of])
  if (form === undefined) throw new Error(`no form is called ${of}`)
  const parentOf = (path: string): [object, string] => {
    const steps = path.split('.')
    const last = steps.pop() ?? ''
    return [steps.reduce(child, Object(form) as object), last] // as: `Object` makes one
  }
  for (const path of drop) {
    const [parent, key] = parentOf(path)
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else Reflect.deleteProperty(parent, key)
  }
  for (const [path, value] of Object.entries(set)) {
    const [parent, key] = parentOf(path)
    Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true })
  }
  return withDomainType(form)
}

const domainTypes = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
}

/** The type of the domain as libraries add it. */
function withDomainType(form: unknown): unknown {
  const { types, domain } = z.object({ types: z.looseObject({}), domain: z.looseObject({}) }).parse(form)
  if (Object.hasOwn(types, 'EIP712Domain')) return form
  const fields = Object.entries(domainTypes).filter(([name]) => Object.hasOwn(domain, name))
  const own = fields.map(([name, type]) => ({ name, type }))
  return { ...Object(form), types: { ...types, EIP712Domain: own } }
}

describe('malicious and honest typed data [A18]', () => {
  test.each(corpus.cases.map((one) => [one.name, one] as const))('%s', (_, one) => {
    const given = build(one)
    if (one.expect === 'refused') {
      expect(() => readTypedData(given)).toThrow(AirlockError)
      return
    }
    const { notShown = [], blocked, parts, warnings, ...rest } = one.expect
    const intent = readTypedDataIntent({ typedData: readTypedData(given), ...surroundings })
    expect(intent).toMatchObject(rest)
    if (warnings) expect([...intent.warnings].sort()).toEqual([...warnings].sort())
    expect(isBlocked(intent)).toBe(blocked ?? false)
    if (parts !== undefined) expect(intent.parts).toHaveLength(parts)
    const shown = JSON.stringify(intent, (__, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
    for (const text of notShown) expect(shown).not.toContain(text)
  })

  test('the text of JSON is read like the object, and what is no JSON is refused', () => {
    const given = build({ name: '', of: 'permit', expect: 'refused' })
    expect(readTypedData(JSON.stringify(given))).toEqual(readTypedData(given))
    expect(() => readTypedData('{')).toThrow(AirlockError)
    expect(() => readTypedData(`${'['.repeat(5000)}${']'.repeat(5000)}`)).toThrow(AirlockError)
  })

  test('a domain without a type is refused, as libraries do not agree on it', () => {
    const given = Corpus.shape.forms.parse(corpus.forms)['dai']
    expect(() => readTypedData(given)).toThrow(/EIP712Domain/)
  })

  test('an error names the place and never the value', () => {
    const given = build({ name: '', of: 'permit', set: { 'message.value': 'secret' }, expect: 'refused' })
    expect(() => readTypedData(given)).toThrow(/message\.value/)
    expect(() => readTypedData(given)).not.toThrow(/secret/)
  })
})

// Properties -----------------------------------------------------------------------------------------------------------

type Field = { name: string; type: string }
interface Made {
  readonly types: Record<string, Field[]>
  readonly value: unknown
}

const hexOf = (bytes: number) => fc.uint8Array({ minLength: bytes, maxLength: bytes }).map(toHex)
const toHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
const width = fc.integer({ min: 1, max: 32 }).map((count) => count * 8)

/** A type with a value in one of the spellings that wallets meet. */
const atom: fc.Arbitrary<{ type: string; value: unknown }> = fc.oneof(
  fc.boolean().map((value) => ({ type: 'bool', value })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ type: 'string', value })),
  hexOf(20).map((value) => ({ type: 'address', value })),
  fc.uint8Array({ maxLength: 80 }).map((bytes) => ({ type: 'bytes', value: toHex(bytes) })),
  fc.integer({ min: 1, max: 32 }).chain((size) => hexOf(size).map((value) => ({ type: `bytes${size}`, value }))),
  width.chain((bits) =>
    fc
      .tuple(fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }), fc.constantFrom('text', 'hex', 'number'))
      .map(([value, form]) => ({ type: `uint${bits}`, value: spell(value, form) })),
  ),
  width.chain((bits) =>
    fc
      .bigInt({ min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n })
      .map((value) => ({ type: `int${bits}`, value: spell(value, 'number') })),
  ),
)

function spell(value: bigint, form: string): string | number {
  if (form === 'hex') return `0x${value.toString(16)}`
  const isSafe = value <= BigInt(Number.MAX_SAFE_INTEGER) && value >= BigInt(Number.MIN_SAFE_INTEGER)
  return form === 'number' && isSafe ? Number(value) : value.toString()
}

/** A struct with fields, lists and further structs. */
const struct = (name: string, depth: number): fc.Arbitrary<Made> =>
  fc
    .tuple(
      fc.array(fc.oneof(atom.map(one), atom.map(listed)), { minLength: 1, maxLength: 4 }),
      depth > 0 ? fc.option(nested(name, depth), { nil: undefined }) : fc.constant(undefined),
    )
    .map(([atoms, inner]) => {
      const members = inner ? [...atoms, inner, { ...listed(inner), types: inner.types }] : atoms
      const fields = members.map(({ type }, index) => ({ name: `f${index}`, type }))
      const value = Object.fromEntries(members.map((member, index) => [`f${index}`, member.value]))
      const types: Record<string, Field[]> = { ...inner?.types, [name]: fields }
      return { types, value }
    })
const one = (made: { type: string; value: unknown }) => ({ ...made, types: {} })
const listed = ({ type, value }: { type: string; value: unknown }) => ({
  type: `${type}[]`,
  value: [value, value],
  types: {},
})
const nested = (name: string, depth: number) =>
  struct(`${name}N`, depth - 1).map(({ types, value }) => ({ type: `${name}N`, value, types }))

const domain = fc
  .record(
    {
      name: fc.string(),
      version: fc.string(),
      chainId: fc.nat(),
      verifyingContract: hexOf(20),
      salt: hexOf(32),
    },
    { requiredKeys: [] },
  )
  .filter((fields) => Object.keys(fields).length > 0)

describe('the canonical form', () => {
  const made = fc
    .tuple(struct('Root', 2), domain)
    .map(([{ types, value }, given]) => withDomainType({ types, primaryType: 'Root', domain: given, message: value }))

  test('has the digest of what was given, and is its own canonical form', () => {
    fc.assert(
      fc.property(made, (given) => {
        const canonical = readTypedData(given)
        // as: any typed data; viem's types infer from literals, ours is made at random.
        expect(hashTypedData(canonical as never)).toBe(hashTypedData(given as never))
        expect(readTypedData(canonical)).toEqual(canonical)
      }),
    )
  })

  test('fits the schema of what the Key Worker is asked', () => {
    fc.assert(
      fc.property(made, (given) => {
        const request = { kind: 'evmTypedData', signer: account, typedData: readTypedData(given) }
        expect(z.safeParse(EvmTypedData, request).success).toBe(true)
      }),
    )
  })

  test('no JSON at all makes the readers do anything but answer or refuse', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue({ maxDepth: 6 }), fc.string(), made), (given) => {
        try {
          readTypedDataIntent({ typedData: readTypedData(given), ...surroundings })
        } catch (error) {
          expect(error).toBeInstanceOf(AirlockError)
        }
      }),
    )
  })
})
