import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coinTypeOf, defaultSuffix, isLabel, nameMessage, readLabel, readSuffix } from './name-rules.ts'

const read = (typed: string) => readLabel(typed, defaultSuffix)

describe('the label in the field', () => {
  test.each([
    ['alice', 'alice'],
    ['Alice-01', 'alice-01'],
    ['  alice ', 'alice'],
    ['ALICE.REOWN.ID', 'alice'],
    ['z'.repeat(64), 'z'.repeat(64)],
  ])('%j is %j, which is what is shown, signed and sent', (typed, label) => {
    expect(read(typed)).toEqual({ label })
  })

  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['ali', 'short'],
    ['.reown.id', 'short'],
    ['a'.repeat(65), 'long'],
    ['alice!', 'characters'],
    ['alice bob', 'characters'],
    ['alice.eth', 'characters'],
    ['alice_1', 'characters'],
    // Cyrillic а, and the Kelvin sign, whose lower case is a plain k.
    ['аlice', 'characters'],
    ['ali\u212ae', 'characters'],
    ['ali\u0130e', 'characters'],
    ['ali\u200bce', 'characters'],
  ])('%j is refused: %s', (typed, problem) => {
    expect(read(typed)).toEqual({ problem })
  })

  test('a key or a recovery phrase is no name, so that it is not looked up [C130]', () => {
    const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident'
    const secrets = ['ab'.repeat(32), `0x${'AB'.repeat(32)}`, 'ab'.repeat(64), phrase.replaceAll(' ', '-')]
    for (const secret of secrets) expect(read(secret)).toEqual({ problem: 'secret' })
    expect(read(phrase)).toEqual({ problem: 'characters' })
  })

  test('any accepted text has only the characters that registries take', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.string({ unit: fc.constantFrom('a', 'Z', '0', '-', '.', '\u212a') }),
        ),
        (typed) => {
          const result = read(typed)
          if ('label' in result) expect(result.label).toMatch(/^[a-z0-9-]{4,64}$/)
        },
      ),
    )
  })

  test('a label that is typed again is the same', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9-]{4,20}$/), (typed) => {
        const result = read(typed)
        if ('label' in result) expect(read(`${result.label}${defaultSuffix}`)).toEqual(result)
      }),
    )
  })
})

describe('the suffix', () => {
  test.each([
    ['alice.reown.id', '.reown.id'],
    ['alice.example', '.example'],
    ['alice.names.my-site.example', '.names.my-site.example'],
  ])('%s has the suffix %s', (name, suffix) => {
    expect(readSuffix(name, 'alice')).toBe(suffix)
  })

  test.each([
    'alice',
    'alice.',
    'bob.reown.id',
    'alicebob.reown.id',
    'alice..id',
    'alice.Reown.id',
    'alice.a b',
    'alice.а',
    `alice.${'x'.repeat(80)}`,
    'alice.a.b.c.d',
  ])('no suffix is read from %j, which is not about this label [C131]', (name) => {
    expect(readSuffix(name, 'alice')).toBeUndefined()
  })
})

test.each([
  [1, 60],
  [137, 2_147_483_785],
  [100, 2_147_483_748],
  [8453, 2_147_492_101],
  [42_161, 2_147_525_809],
])('network %d has the coin type %d', (id, coinType) => {
  expect(coinTypeOf(id)).toBe(coinType)
})

test.each([0, -1, 1.5, 2 ** 31, Number.NaN, 2 ** 53])('network %d has none', (id) => {
  expect(() => coinTypeOf(id)).toThrow('Invalid chainId')
})

test('the message is exactly what the registry checks', () => {
  expect(nameMessage('alice.reown.id', 1_746_122_531_999)).toBe(
    '{"name":"alice.reown.id","attributes":{},"timestamp":1746122531}',
  )
})

test('a free name of the registry may be as short as registries allow', () => {
  expect(['max', 'm-x', 'MAX', 'ma', 'max.reown'].map(isLabel)).toEqual([true, true, false, false, false])
})
