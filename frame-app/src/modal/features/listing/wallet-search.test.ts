/** Which searches may be sent to the listing. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWalletName } from './wallet-search.ts'

const phrase = 'abandon ability able about above absent absorb abstract absurd abuse access accident'

test.each([
  phrase,
  phrase.replaceAll(' ', ','),
  phrase.replaceAll(' ', '-'),
  phrase.replaceAll(' ', '\n'),
  phrase.replaceAll(' ', '.'),
  phrase.replaceAll(' ', ''),
  phrase.split(' ').slice(0, 4).join(' '),
  '的 一 是 在 不 了 有 和 人 这 中 大',
  '的一是在不了有和人这中大',
  'あいこくしん　あいさつ　あいだ　あおぞら',
  '+44 20 7946 0958',
  '02079460958',
  '4111 1111 1111 1111',
  '４１１１１１１１１１１１１１１１',
  '123456',
  '0xab',
  'ab12cd34',
  'c0ffee00',
  'wc:topic@2',
  'https://a.example',
  'ada@example.com',
  'Tr0ub4dor',
  'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3',
])('%s is never sent [C64]', (search) => {
  expect(isWalletName(search)).toBe(false)
})

const hex = fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdefABCDEF')), minLength: 40, maxLength: 128 })
const base58 = fc.string({
  unit: fc.constantFrom(...Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')),
  minLength: 32,
  maxLength: 88,
})
const around = fc.string({ unit: fc.constantFrom(' ', '.', '"', '(', '-', 'a'), maxLength: 8 })

test('no key is ever sent, in hex or base58, and no part of one that shows digits between letters [C64]', () => {
  fc.assert(
    fc.property(around, fc.oneof(hex, base58), around, (before, key, after) => {
      expect(isWalletName(before + key + after)).toBe(false)
    }),
  )
  const part = fc
    .tuple(fc.oneof(hex, base58), fc.integer({ min: 8, max: 30 }))
    .map(([key, length]) => key.slice(0, length))
  fc.assert(
    fc.property(part, (key) => {
      if (/\d\D+\d/.test(key)) expect(isWalletName(key)).toBe(false)
    }),
  )
})

test.each([
  '',
  'MetaMask',
  'Trust Wallet',
  'Crypto.com DeFi Wallet',
  'Crypto.com | Onchain',
  '1inch Wallet',
  'Web3Auth',
  'D’CENT',
  'Wallet 9',
  '3S Wallet',
  'Blockchain.com',
  '欧易',
  'imToken',
  'Café Wallet',
])('%s may be the name of a wallet', (search) => {
  expect(isWalletName(search)).toBe(true)
})
