/** Key derivation, checked with published vectors and other libraries. */
import { pbkdf2Sync } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { HDKey } from 'micro-key-producer/slip10.js'
import { hexToBytes, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { addressesOf, leafKeysOf } from './accounts.ts'
import { type Bytes, random } from './bytes.ts'
import { entropyLength, seedOf, wordsOf } from './mnemonic.ts'
import { deriveEd25519 } from './slip10.ts'

const bytes = (hex: string): Bytes => new Uint8Array(hexToBytes(`0x${hex}`))
const addressesFrom = async (entropy: Bytes) => addressesOf(await leafKeysOf(entropy))

describe('BIP-39', () => {
  test.each([
    ['00000000000000000000000000000000', 'abandon '.repeat(11).concat('about')],
    ['7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f', 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
    ['ffffffffffffffffffffffffffffffff', 'zoo '.repeat(11).concat('wrong')],
    [
      '9e885d952ad362caeb4efe34a8e91bd2',
      'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic',
    ],
  ])('entropy %s is written in its words', (entropy, words) => {
    expect(wordsOf(bytes(entropy))).toBe(words)
  })

  test('the seed is that of the words with an empty passphrase', async () => {
    const zero = new Uint8Array(entropyLength)
    expect(toHex(await seedOf(zero)).slice(2)).toBe(
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    )
    const entropy = random(entropyLength)
    const expected = pbkdf2Sync(wordsOf(entropy), 'mnemonic', 2048, 64, 'sha512')
    expect(Buffer.from(await seedOf(entropy))).toEqual(expected)
  })
})

describe('SLIP-10 on ed25519', () => {
  const seed = '000102030405060708090a0b0c0d0e0f'
  test.each([
    [[], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [[0, 1, 2], '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9'],
    [[0, 1, 2, 2], '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662'],
    [[0, 1, 2, 2, 1_000_000_000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
  ])('vector 1 at %j', async (path, key) => {
    expect(toHex(await deriveEd25519(bytes(seed), path)).slice(2)).toBe(key)
  })

  test('derives the same keys as another library', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 16, maxLength: 64 }),
        fc.array(fc.nat({ max: 2 ** 31 - 1 }), { maxLength: 5 }),
        async (raw, path) => {
          const theirs = HDKey.fromMasterSeed(raw).derive(['m', ...path.map((index) => `${index}'`)].join('/'))
          expect(toHex(await deriveEd25519(new Uint8Array(raw), path))).toBe(toHex(theirs.privateKey))
        },
      ),
      { numRuns: 30 },
    )
  })

  test.each([-1, 2 ** 31, 0.5])('%d is no step', async (index) => {
    await expect(deriveEd25519(random(16), [index])).rejects.toThrow(RangeError)
  })
})

describe('addresses', () => {
  test('the words of the test vectors give the addresses that other wallets show first', async () => {
    expect(await addressesFrom(new Uint8Array(entropyLength))).toEqual({
      eip155: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    })
  })

  test('libraries of others come to the same from the same words', async () => {
    for (let round = 0; round < 5; round++) {
      const entropy = random(entropyLength)
      const words = wordsOf(entropy)
      const theirs = HDKey.fromMasterSeed(pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')).derive("m/44'/501'/0'/0'")
      expect(await addressesFrom(entropy)).toEqual({
        eip155: mnemonicToAccount(words).address,
        solana: base58.encode(ed25519.getPublicKey(theirs.privateKey)),
      })
    }
  })
})
