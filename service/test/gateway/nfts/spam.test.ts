/** The patterns for spam, which run over texts that anybody can write. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lure, lureInText } from '../../../src/gateway/nfts/spam.ts'

test.each([lure, lureInText])('a pattern repeats nothing without a bound [C359]', ({ source }) => {
  expect(source).not.toMatch(/[+*]|\{\d+,\}/)
})

test('a domain is recognised in any text, however long the name before it', () => {
  const label = fc.string({ unit: fc.constantFrom('a', 'b', 'z', '0', '9'), minLength: 2, maxLength: 30 })
  const space = fc.string({ unit: fc.constantFrom(' ', 'é', '!', '\n'), maxLength: 20 })
  fc.assert(
    fc.property(label, space, (name, before) => {
      expect(lure.test(`${before}${name}.com`)).toBe(true)
      expect(lureInText.test(`Claim ${before}${name}.xyz`)).toBe(true)
      expect(lureInText.test(`${before}${name}.xyz`)).toBe(false)
    }),
  )
})

test('the word and the address may be apart, but not far', () => {
  expect(lureInText.test(`claim ${'x '.repeat(30)}here.com`)).toBe(true)
  expect(lureInText.test(`claim ${'x '.repeat(60)}here.com`)).toBe(false)
  expect(lureInText.test('an artist who does not claim anything')).toBe(false)
})
