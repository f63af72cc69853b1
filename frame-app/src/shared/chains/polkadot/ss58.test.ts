import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { ss58PrefixOf } from '@airlock/protocol/scalars/ss58.ts'
import { checkAddressChecksum, decodeAddress, encodeAddress } from '@polkadot/util-crypto'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasAddressForm } from '../address-form.ts'
import { accountKey, addressOn, readSs58, writeSs58 } from './ss58.ts'

const polkadot: Caip2 = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const kusama: Caip2 = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
const westend: Caip2 = 'polkadot:e143f23803ac50e8f6f8e62695d1ce9e'
/** Alice, from the documentation of Polkadot's tools. */
const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'

const accountId = fc.uint8Array({ minLength: 32, maxLength: 32 })
const prefix = fc.integer({ min: 0, max: 16_383 }).filter((one) => one !== 46 && one !== 47)

test('one account on three networks has the addresses of Polkadot’s own library', () => {
  expect(addressOn(polkadot, alice)).toBe(encodeAddress(alice, 0))
  expect(addressOn(kusama, alice)).toBe('HNZata7iMYWmk5RvZRTiAsSDhV8366zq2YGb3tLH5Upf74F')
  expect(addressOn(westend, alice)).toBe(alice)
  expect([polkadot, kusama, westend].map(ss58PrefixOf)).toEqual([0, 2, 42])
  expect(new Set([polkadot, kusama].map((chain) => accountKey(addressOn(chain, alice) ?? ''))).size).toBe(1)
})

test('on a network that is not known an address stays as it is', () => {
  expect(ss58PrefixOf('polkadot:1bf2a2ecb4a868de66ea8610f2ce7c8c')).toBeUndefined()
  expect(ss58PrefixOf('polkadot:constructor')).toBeUndefined()
  expect(addressOn('polkadot:1bf2a2ecb4a868de66ea8610f2ce7c8c', alice)).toBe(alice)
})

test('an address is written as by Polkadot’s own library, and read back', () => {
  fc.assert(
    fc.property(accountId, prefix, (id, of) => {
      const address = writeSs58({ prefix: of, accountId: id })
      expect(address).toBe(encodeAddress(id, of))
      expect(readSs58(address)).toEqual({ prefix: of, accountId: id })
      expect(decodeAddress(address)).toEqual(id)
      expect(hasAddressForm('polkadot', address)).toBe(true)
    }),
  )
})

describe('a text that is no address is not read [C202]', () => {
  test('an address with any byte changed', () => {
    fc.assert(
      fc.property(accountId, prefix, fc.nat(), fc.integer({ min: 1, max: 255 }), (id, of, at, change) => {
        const bytes = base58.decode(writeSs58({ prefix: of, accountId: id }))
        const place = at % bytes.length
        bytes[place] = (bytes[place] ?? 0) ^ change
        const [isValid] = checkAddressChecksum(bytes)
        // Two bytes of checksum let one change in 65,536 pass; then both libraries agree that it is an address.
        expect(readSs58(base58.encode(bytes)) !== undefined).toBe(isValid && isRead(bytes))
      }),
    )
  })

  test('both libraries agree about any text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => base58.encode(bytes)),
      fc.tuple(accountId, prefix).map(([id, of]) => encodeAddress(id, of)),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const read = readSs58(text)
        if (read) expect(decodeAddress(text)).toEqual(read.accountId)
      }),
    )
  })

  test.each([
    ['nothing', ''],
    ['an account index', encodeAddress(new Uint8Array(8).fill(1), 0)],
    ['a 33-byte key', encodeAddress(new Uint8Array(33).fill(1), 0)],
    ['an Ethereum address', `0x${'11'.repeat(20)}`],
    ['an address with a space', `${alice} `],
    ['a very long text', alice.repeat(1000)],
    ['a Solana address', '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
  ])('%s', (_, text) => {
    expect(readSs58(text)).toBeUndefined()
    expect(addressOn(polkadot, text)).toBeUndefined()
    expect(accountKey(text)).toBeUndefined()
  })

  test.each([46, 47, 16_384, -1, 1.5])('a prefix of %s is not written', (of) => {
    expect(() => writeSs58({ prefix: of, accountId: new Uint8Array(32) })).toThrow(RangeError)
  })
})

/** Whether Polkadot's own library reads an account id from these bytes. */
function isRead(bytes: Uint8Array): boolean {
  try {
    return decodeAddress(base58.encode(bytes)).length === 32
  } catch {
    return false
  }
}
