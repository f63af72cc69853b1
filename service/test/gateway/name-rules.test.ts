/** The rules of names: their form, look-alikes, forbidden names, and coin types. */
import fc from 'fast-check'
import { encodeAbiParameters, encodeFunctionData, type Hex, namehash, parseAbi, toHex, zeroAddress } from 'viem'
import { normalize, packetToBytes } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { createAllowed } from '../../src/gateway/names/allowed.ts'
import { answerQuestion } from '../../src/gateway/names/answers.ts'
import { chainIdOf, isKnownChainId } from '../../src/gateway/names/coin-types.ts'
import { isZone, readName, requireAttributes } from '../../src/gateway/names/rules.ts'
import { skeletonOf } from '../../src/gateway/names/skeleton.ts'
import { GatewayRefusal } from '../../src/gateway/refusal.ts'

const zone = 'shop.example'
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789-'.split('')
const label = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 70 })
const isRefused = (work: () => unknown): boolean => {
  try {
    work()
    return false
  } catch (error) {
    expect(error).toBeInstanceOf(GatewayRefusal)
    return true
  }
}
const isName = (name: string) => !isRefused(() => readName(name, zone))

describe('the form of a name', () => {
  test('is a label of 3 to 64 characters and the zone, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          label,
          label.map((one) => `${one}.${zone}`),
        ),
        (name) => {
          const form = /^(?!..--)(?=-*[a-z0-9])[a-z0-9-]{3,64}\.shop\.example$/
          expect(isName(name)).toBe(form.test(name))
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('is always valid in ENS', () => {
    fc.assert(
      fc.property(label, (one) => {
        fc.pre(isName(`${one}.${zone}`))
        expect(normalize(`${one}.${zone}`)).toBe(`${one}.${zone}`)
      }),
    )
  })

  test.each([
    ['reown.id', true],
    ['id', true],
    ['a.b.example', true],
    ['', false],
    ['.id', false],
    ['reown.id.', false],
    ['Reown.id', false],
    ['reown id', false],
    ['-reown.id', false],
  ])('the zone %j: %j', (text, is) => {
    expect(isZone(text)).toBe(is)
  })
})

describe('names that look alike', () => {
  test.each([
    ['alice', 'a1ice', 'al1ce', 'allce', 'a-l-i-c-e', 'alic3', '4lice'],
    ['modern', 'modem', 'm0dern', 'mo-dem'],
    ['wave', 'vvave', 'v-vave'],
    ['bob', 'b0b', '8o8', '6ob'],
  ])('%s has the skeleton of each of its doubles', (one, ...doubles) => {
    for (const double of doubles) expect(skeletonOf(double), double).toBe(skeletonOf(one))
  })

  test('others have different skeletons', () => {
    const words = ['alice', 'alina', 'bob', 'rob', 'carol', 'karl', 'dose', 'close', 'max', 'marx', 'team', 'beam']
    expect(new Set(words.map(skeletonOf)).size).toBe(words.length)
  })

  test('a skeleton is its own, and hyphens never count', () => {
    fc.assert(
      fc.property(label, (one) => {
        expect(skeletonOf(skeletonOf(one))).toBe(skeletonOf(one))
        expect(skeletonOf(one.split('').join('-'))).toBe(skeletonOf(one))
      }),
    )
  })
})

describe('forbidden names', () => {
  const isAllowed = createAllowed(['captain'])
  test.each(['fuck', 'fvck', 'f-u-c-k', 'sh1t', 'n1gg3r', 'admin', 'adm1n', 'sup-port', 'captain', 'capta1n'])(
    '%s',
    (one) => {
      expect(isAllowed(one)).toBe(false)
    },
  )
  test.each(['alice', 'scunthorpe', 'dickens', 'essex', 'therapist', 'cocktail', 'captains', 'administer'])(
    'not forbidden: %s',
    (one) => {
      expect(isAllowed(one)).toBe(true)
    },
  )
})

test('attributes: a short text, of letters and a few signs', () => {
  const refused = (attributes: Readonly<Record<string, string>>) => isRefused(() => requireAttributes(attributes))
  expect(refused({})).toBe(false)
  expect(refused({ bio: 'Me & you: a/b?c=d+e @home, no'.replace(',', '') })).toBe(false)
  for (const bio of ['', 'a'.repeat(256), 'a\nb', '<b>', 'é', '\u202e']) expect(refused({ bio }), bio).toBe(true)
  for (const key of ['avatar', '__proto__', 'constructor', 'toString', ''])
    expect(refused(Object.fromEntries([[key, 'a']])), key).toBe(true)
})

describe('coin types', () => {
  test.each([
    [60, 1],
    [2147483649, 1],
    [2147483785, 137],
    [2147483748, 100],
    [2147492101, 8453],
    [2147525809, 42161],
  ])('%i is of network %i', (coinType, id) => {
    expect(chainIdOf(coinType)).toBe(id)
    expect(isKnownChainId(id)).toBe(true)
  })

  test('lead back to every network below 2^31', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (id) => chainIdOf(2 ** 31 + id) === id))
  })

  test('other numbers are of no network', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (coinType) => {
        const id = chainIdOf(coinType)
        expect(id === undefined || (Number.isInteger(id) && id > 0 && id < 2 ** 31)).toBe(true)
      }),
    )
    for (const coinType of [0, 59, 61, 501, 2 ** 31, 2 ** 32, 2 ** 53]) expect(chainIdOf(coinType)).toBeUndefined()
  })
})

describe('a question to the resolver', () => {
  const names = {
    register: () => Promise.reject(new Error('not asked')),
    change: () => Promise.reject(new Error('not asked')),
    findByAddress: () => Promise.reject(new Error('not asked')),
    heldOf: () => Promise.reject(new Error('not asked')),
    find: () => Promise.resolve(undefined),
  }
  const answer = (question: Hex) => answerQuestion(names, zone, question)

  test('is answered or refused, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        for (const question of [toHex(bytes), `0x9061b923${toHex(bytes).slice(2)}`] as const)
          await answer(question).catch((error: unknown) => expect(error).toBeInstanceOf(GatewayRefusal))
      }),
    )
  })

  test('about an unregistered name in the zone has an empty answer', async () => {
    const abi = parseAbi(['function resolve(bytes, bytes)', 'function addr(bytes32)'])
    const nobody = encodeAbiParameters([{ type: 'address' }], [zeroAddress])
    await fc.assert(
      fc.asyncProperty(label, async (one) => {
        fc.pre(one.length < 64)
        const name = `${one}.${zone}`
        const data = encodeFunctionData({ abi, functionName: 'addr', args: [namehash(name)] })
        const args = [toHex(packetToBytes(name)), data] as const
        expect(await answer(encodeFunctionData({ abi, functionName: 'resolve', args }))).toBe(nobody)
      }),
    )
  })
})
