import { namespaces } from '@airlock/protocol/scalars/caip.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressKey, hasAddressForm } from './address-form.ts'

const samples = {
  eip155: ['0x52908400098527886E0F7030069857D2E4169EE7', `0x${'ab'.repeat(20)}`],
  solana: ['7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv', '11111111111111111111111111111111'],
  bip122: [
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    'bc1p5d7rjq7g6rdk2yhzks9smlaqtedr4dekq08ge8ztwac72sfr9rusxg3297',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  ],
  polkadot: ['15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
} as const

test.each(namespaces)('addresses of %s are known by their form', (namespace) => {
  for (const address of samples[namespace]) expect(hasAddressForm(namespace, address), address).toBe(true)
})

test('an address with another character in it, before it or after it is invalid', () => {
  const strange = fc.constantFrom('\u202e', '\u200b', '\u0000', ' ', '\n', ':', '/', '<', 'а', '０')
  fc.assert(
    fc.property(fc.constantFrom(...namespaces), fc.nat(), strange, fc.nat(), (namespace, which, letter, where) => {
      const address = samples[namespace][which % samples[namespace].length] ?? ''
      const at = where % (address.length + 1)
      expect(hasAddressForm(namespace, `${address.slice(0, at)}${letter}${address.slice(at)}`)).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...namespaces), fc.string({ maxLength: 24 }), (namespace, text) => {
      expect(hasAddressForm(namespace, text)).toBe(false)
    }),
  )
})

test('addresses are case-sensitive, except on EVM chains', () => {
  expect(addressKey('eip155', '0xAB')).toBe(addressKey('eip155', '0xab'))
  expect(addressKey('solana', 'AB')).not.toBe(addressKey('solana', 'ab'))
})
