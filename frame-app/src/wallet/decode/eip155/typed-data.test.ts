import { readFileSync } from 'node:fs'
import { AirlockError } from '@airlock/protocol/errors.ts'
import fc from 'fast-check'
import { concat, getAddress, type Hex, hashTypedData, keccak256, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { implementations } from '../../signing/implementations.ts'
import { EvmTypedData } from '../../signing/request.ts'
import { isBlocked, needsOwnWindow } from '../intent.ts'
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

/** Adds the domain type as libraries do. */
function withDomainType(form: unknown): unknown {
  const { types, domain } = z.object({ types: z.looseObject({}), domain: z.looseObject({}) }).parse(form)
  if (Object.hasOwn(types, 'EIP712Domain')) return form
  const fields = Object.entries(domainTypes).filter(([name]) => Object.hasOwn(domain, name))
  const own = fields.map(([name, type]) => ({ name, type }))
  return { ...Object(form), types: { ...types, EIP712Domain: own } }
}

/** A form of the corpus with changes. */
const changed = (of: string, set: Record<string, z.core.util.JSONType> = {}, drop: string[] = []) =>
  build({ name: '', of, set, drop, expect: 'refused' })

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

  test('an error names the place and never the value', () => {
    const given = build({ name: '', of: 'permit', set: { 'message.value': 'secret' }, expect: 'refused' })
    expect(() => readTypedData(given)).toThrow(/message\.value/)
    expect(() => readTypedData(given)).not.toThrow(/secret/)
  })
})

describe('typed data for a service [C76]', () => {
  const intentOf = (given: unknown) => readTypedDataIntent({ typedData: readTypedData(given), ...surroundings })

  test('a vote or a login names neither contract nor chain: it says so, and needs the own window', () => {
    const vote = {
      types: {
        Vote: [
          { name: 'space', type: 'string' },
          { name: 'choice', type: 'uint32' },
        ],
      },
      primaryType: 'Vote',
      domain: { name: 'snapshot', version: '0.1.4' },
      message: { space: 'airlock.eth', choice: 1 },
    }
    const intent = intentOf(vote)
    expect(intent).toMatchObject({ kind: 'signData', warnings: ['forService'], blind: false })
    expect(intent.facts.map(({ label }) => label)).toEqual(['asks', 'purpose', 'field', 'field'])
    expect(needsOwnWindow(intent)).toBe(true)
  })

  test('counts as typed data for a contract if it has a chain or a contract', () => {
    expect(intentOf(changed('login', { 'domain.chainId': 1 })).warnings).toEqual(['noContract', 'unreadable'])
    const contract = '0xb000000000000000000000000000000000000002'
    expect(intentOf(changed('login', { 'domain.verifyingContract': contract })).warnings).toEqual([
      'noChain',
      'unreadable',
    ])
  })
})

test.each([
  ['a user operation of the account', implementations['simple7702-0.8'].entryPoint, 'hiddenTransaction'],
  ['a delegation of the account', '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3', 'hiddenTransaction'],
  ['a user operation for the code of the account', account, 'contractIsAccount'],
])('%s is blocked, also under another name [C269]', (_, verifyingContract, warning) => {
  for (const primaryType of ['PackedUserOperation', 'Mail']) {
    const given = {
      types: { [primaryType]: [{ name: 'sender', type: 'address' }] },
      primaryType,
      domain: { name: 'ERC4337', version: '1', chainId: 1, verifyingContract },
      message: { sender: account },
    }
    const intent = readTypedDataIntent({ typedData: readTypedData(given), ...surroundings })
    expect(intent.warnings[0]).toBe(warning)
    expect(isBlocked(intent)).toBe(true)
  }
})

describe('a permit without limit [C72]', () => {
  const permitOf = (value: bigint, contract?: string) =>
    readTypedDataIntent({
      typedData: readTypedData(
        changed('permit', {
          'message.value': value.toString(),
          ...(contract === undefined ? {} : { 'domain.verifyingContract': contract }),
        }),
      ),
      ...surroundings,
    })

  test.each([2n ** 128n, 2n ** 159n, 2n ** 160n - 2n])('is one of %s units of any token', (value) =>
    expect(permitOf(value).warnings).toContain('unlimited'),
  )

  test('is one of more than there is of a token of our table', () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    expect(permitOf(2n ** 96n, usdc)).toMatchObject({ kind: 'signAllowance' })
    expect(permitOf(2n ** 96n, usdc).warnings).toContain('unlimited')
    expect(permitOf(10n ** 21n, usdc).warnings).not.toContain('unlimited')
  })
})

describe('texts of typed data [C77]', () => {
  const warningsOf = (set: Record<string, z.core.util.JSONType>) =>
    readTypedDataIntent({ typedData: readTypedData(changed('login', set)), ...surroundings }).warnings

  test('a field, a name or a type that is not shown whole says so', () => {
    expect(warningsOf({ 'message.who': 'me\u034f' })).toContain('hiddenText')
    expect(warningsOf({ 'domain.name': 'app\u{e0100}' })).toContain('hiddenText')
    expect(warningsOf({ 'message.who': 'm'.repeat(161) })).toContain('cutShort')
    expect(warningsOf({ 'message.who': `${'m'.repeat(160)}` })).toEqual(['forService'])
    const long = 'Login'.repeat(20)
    expect(warningsOf({ primaryType: long, [`types.${long}`]: [{ name: 'who', type: 'string' }] })).toContain(
      'cutShort',
    )
  })

  test('need the extra tick if they are cut, also for a service [C77]', () => {
    const ofFields = (count: number) => {
      const names = Array.from({ length: count }, (_, index) => `f${index}`)
      const typedData = readTypedData({
        types: { Vote: names.map((name) => ({ name, type: 'uint8' })) },
        primaryType: 'Vote',
        domain: { name: 'snapshot' },
        message: Object.fromEntries(names.map((name) => [name, 1])),
      })
      return readTypedDataIntent({ typedData, ...surroundings })
    }
    expect(ofFields(40)).toMatchObject({ warnings: ['forService'], blind: false })
    for (const count of [41, 60])
      expect(ofFields(count)).toMatchObject({ warnings: ['forService', 'cutShort'], blind: true })
  })

  test('a text of several lines is shown in lines', () => {
    const intent = readTypedDataIntent({
      typedData: readTypedData(changed('login', { 'message.who': 'one\n two' })),
      ...surroundings,
    })
    expect(intent.facts.at(-1)).toEqual({ label: 'field', name: 'who', value: { type: 'lines', text: 'one\n two' } })
    expect(intent.warnings).toEqual(['forService'])
  })
})

describe('empty lists of typed data [C357]', () => {
  const limits = {
    types: {
      Grant: [
        { name: 'conditions', type: 'string[]' },
        { name: 'limits', type: 'Limit[]' },
      ],
      Limit: [{ name: 'most', type: 'uint256' }],
    },
    primaryType: 'Grant',
    domain: { name: 'grants' },
    message: { conditions: [], limits: [] },
  }

  test('are shown: a right without conditions and limits is not a right with some', () => {
    const intent = readTypedDataIntent({ typedData: readTypedData(limits), ...surroundings })
    const fields = intent.facts.filter(({ label }) => label === 'field')
    expect(fields.map(({ name, value }) => [name, value])).toEqual([
      ['conditions', { type: 'text', text: '[]' }],
      ['limits', { type: 'text', text: '[]' }],
    ])
  })
})

describe('addresses with a wrong checksum [C83]', () => {
  const right = getAddress('0x90f79bf6eb2c4f870365e785982e1f101e93b906')
  const wrong = right.replace('90F79', '90f79')

  test.each(['message.owner', 'message.spender', 'domain.verifyingContract'])(
    '%s is refused, as libraries do',
    (path) => {
      expect(wrong).not.toBe(right)
      const given = changed('permit', { [path]: wrong })
      expect(() => readTypedData(given)).toThrow(path)
      expect(() => hashTypedData(given as never)).toThrow() // as: any typed data
      for (const spelling of [right, right.toLowerCase(), `0x${right.slice(2).toUpperCase()}`])
        expect(readTypedData(changed('permit', { [path]: spelling }))).toEqual(
          readTypedData(changed('permit', { [path]: right })),
        )
    },
  )
})

describe('a domain without a type [C91]', () => {
  const mail = {
    types: {
      Person: [
        { name: 'name', type: 'string' },
        { name: 'wallet', type: 'address' },
      ],
      Mail: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person' },
        { name: 'contents', type: 'string' },
      ],
    },
    primaryType: 'Mail',
    domain: {
      // Not in the order of EIP-712.
      verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
      version: '1',
      chainId: 1,
      name: 'Ether Mail',
    },
    message: {
      from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
      to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
      contents: 'Hello, Bob!',
    },
  } as const

  test('gets the type that libraries give it: the example of EIP-712 has its digest with and without', () => {
    const digest = '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2'
    for (const given of [mail, withDomainType(mail)]) expect(digestOf(readTypedData(given))).toBe(digest)
    expect(digestOf(mail)).toBe(digest)
    expect(readTypedData(mail).types['EIP712Domain']?.map(({ name }) => name)).toEqual([
      'name',
      'version',
      'chainId',
      'verifyingContract',
    ])
  })

  test('is shown and judged by what it names', () => {
    const read = (domain: object) =>
      readTypedDataIntent({ typedData: readTypedData({ ...mail, domain }), ...surroundings }).warnings
    expect(read(mail.domain)).toEqual(['unreadable'])
    expect(read({ ...mail.domain, chainId: 137 })).toContain('wrongChain')
    expect(read({})).toEqual(['forService'])
  })

  test.each<[string, object]>([
    ['a chain as text', { chainId: '1' }],
    ['an empty version', { version: '' }],
    ['a contract without a value', { verifyingContract: null }],
    ['a field of another name', { memo: 'x' }],
  ])('is refused if it has a field that only some libraries count: %s', (_, more) => {
    expect(() => readTypedData({ ...mail, domain: { ...mail.domain, ...more } })).toThrow(AirlockError)
  })
})

describe('version 3', () => {
  const mail = {
    types: {
      EIP712Domain: [{ name: 'name', type: 'string' }],
      Person: [{ name: 'wallet', type: 'address' }],
      Mail: [
        { name: 'to', type: 'Person' },
        { name: 'contents', type: 'string' },
      ],
    },
    primaryType: 'Mail',
    domain: { name: 'Ether Mail' },
    message: { to: { wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' }, contents: 'Hello, Bob!' },
  }
  const withTypes = (types: object, message: object) => ({
    ...mail,
    types: { ...mail.types, ...types },
    message: { ...mail.message, ...message },
  })

  test('reads its own types as version 4 does', () => {
    expect(readTypedData(mail, 'v3')).toEqual(readTypedData(mail))
    expect(digestOf(readTypedData(mail, 'v3'))).toBe(digestOf(mail))
    const idle = withTypes({ Group: [{ name: 'members', type: 'Person[]' }] }, {})
    expect(readTypedData(idle, 'v3')).toEqual(readTypedData(mail))
  })

  test.each([
    ['of values', { Mail: [{ name: 'contents', type: 'string[]' }] }, { contents: ['a'] }],
    ['of a fixed length', { Mail: [{ name: 'contents', type: 'bytes32[2]' }] }, { contents: [] }],
    ['of structs', { Mail: [{ name: 'to', type: 'Person[]' }] }, { to: [mail.message.to] }],
    ['deeper', { Person: [{ name: 'wallet', type: 'address[]' }] }, { to: { wallet: [] } }],
  ])('has no lists, which libraries sign in different ways: %s [C98]', (_, types, message) => {
    const given = withTypes(types, message)
    expect(() => readTypedData(given, 'v3')).toThrow(/list.*eth_signTypedData_v4/)
    expect(() => readTypedData(given, 'v3')).toThrow(AirlockError)
  })

  test.each([
    ['itself', { Person: [{ name: 'friend', type: 'Person' }] }],
    ['one that holds it', { Person: [{ name: 'last', type: 'Mail' }] }],
  ])('has no struct within %s [C98]', (_, types) => {
    expect(() => readTypedData(withTypes(types, {}), 'v3')).toThrow(/itself.*eth_signTypedData_v4/)
  })

  test('may have a struct twice', () => {
    const Mail = [...mail.types.Mail, { name: 'from', type: 'Person' }]
    expect(() => readTypedData(withTypes({ Mail }, { from: mail.message.to }), 'v3')).not.toThrow()
  })

  test('looks at each struct once, although each holds the next one twice', () => {
    const types: Record<string, Field[]> = { EIP712Domain: mail.types.EIP712Domain }
    for (let index = 0; index < 60; index++)
      types[`Level${index}`] = ['a', 'b'].map((name) => ({ name, type: index === 59 ? 'bool' : `Level${index + 1}` }))
    const given = { ...mail, types, primaryType: 'Level0' }
    expect(() => readTypedData({ ...given, message: {} }, 'v3')).toThrow(/message\.a/)
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

/** A type and a value, in one of the spellings that wallets receive. */
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

/** A struct with fields, lists and nested structs. */
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
      version: fc.string({ minLength: 1 }),
      chainId: fc.nat(),
      verifyingContract: hexOf(20),
      salt: hexOf(32),
    },
    { requiredKeys: [] },
  )
  .filter((fields) => Object.keys(fields).length > 0)

// as: any typed data; viem infers its types from literals, and ours is random.
const digestOf = (given: unknown) => hashTypedData(given as never)

/** Names that Solidity allows for structs and fields: some share a prefix, and some contain characters that EIP-712 does not allow. */
const solidityName = fc.oneof(
  fc.stringMatching(/^[A-Za-z_$][\w$]{0,8}$/),
  fc.constantFrom('Foo', 'Foo$Bar', 'Foo$', '$Foo', 'Foo_Bar', 'interest', 'Root'),
)
const utf8 = (text: string): Hex => toHex(new TextEncoder().encode(text)) as Hex // as: it begins with 0x
/** The hash of a struct with one number, computed as EIP-712 defines it. */
const hashOf = (type: string, encoded: Hex) => keccak256(concat([keccak256(utf8(type)), encoded]))

describe('names [C78]', () => {
  test('every name that is taken gives the digest of EIP-712, and a `$` is in none of them', () => {
    fc.assert(
      fc.property(solidityName, solidityName, solidityName, solidityName, (outer, inner, field, member) => {
        fc.pre(outer !== inner)
        const given = {
          types: {
            EIP712Domain: [],
            [outer]: [{ name: field, type: inner }],
            [inner]: [{ name: member, type: 'uint256' }],
          },
          primaryType: outer,
          domain: {},
          message: { [field]: { [member]: 7 } },
        }
        let canonical: unknown
        try {
          canonical = readTypedData(given)
        } catch (error) {
          expect(error).toBeInstanceOf(AirlockError)
          return
        }
        expect([outer, inner, field, member].join('')).not.toContain('$')
        const innerType = `${inner}(uint256 ${member})`
        const message = hashOf(
          `${outer}(${inner} ${field})${innerType}`,
          hashOf(innerType, numberToHex(7, { size: 32 })),
        )
        const digest = keccak256(concat(['0x1901', hashOf('EIP712Domain()', '0x'), message]))
        expect([digestOf(canonical), digestOf(given)]).toEqual([digest, digest])
      }),
      { numRuns: 1000 },
    )
  })

  test.each(['Foo$Bar', '$Foo', 'Foo$'])(
    'a struct called %s, which libraries leave out of the digest, is refused',
    (name) => {
      const given = {
        types: { EIP712Domain: [], Root: [{ name: 'a', type: name }], [name]: [{ name: 'b', type: 'uint256' }] },
        primaryType: 'Root',
        domain: {},
        message: { a: { b: 7 } },
      }
      expect(() => readTypedData(given)).toThrow(name)
      expect(() => readTypedData({ ...given, primaryType: name, message: { b: 7 } })).toThrow(AirlockError)
    },
  )

  test('an accepted name is also accepted as the type of lists', () => {
    const made = (name: string) => ({
      types: { EIP712Domain: [], Root: [{ name: 'a', type: `${name}[]` }], [name]: [{ name: 'b', type: 'uint256' }] },
      primaryType: 'Root',
      domain: {},
      message: { a: [{ b: 7 }] },
    })
    expect(readTypedData(made('Foo_Bar')).types).toHaveProperty('Foo_Bar')
    expect(() => readTypedData(made('Foo$Bar'))).toThrow(AirlockError)
  })
})

describe('the canonical form', () => {
  const made = fc.tuple(struct('Root', 2), domain, fc.boolean()).map(([{ types, value }, given, hasDomainType]) => {
    const form = { types, primaryType: 'Root', domain: given, message: value }
    return hasDomainType ? withDomainType(form) : form
  })

  test('has the digest of what was given, with and without a type of the domain, and is its own canonical form [C91]', () => {
    fc.assert(
      fc.property(made, (given) => {
        const canonical = readTypedData(given)
        expect(digestOf(canonical)).toBe(digestOf(given))
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

  test('any JSON is read or refused, without another error', () => {
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
