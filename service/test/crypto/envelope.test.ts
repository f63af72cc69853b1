import { randomBytes } from 'node:crypto'
import { keyIdOf, SealBrokenError, seal, unseal } from '@airlock/service/crypto/envelope.ts'
import { createKek } from '@airlock/service/crypto/kek.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const key = { id: new Uint8Array(randomBytes(16)), bytes: randomBytes(32) }
const place = { table: 'share_set', row: '["a","b"]', column: 'auth_share' }
const values = fc.uint8Array({ maxLength: 300 })

describe('sealed values', () => {
  test('open again with their key in their place', () => {
    fc.assert(
      fc.property(values, (open) => {
        const sealed = seal(key, place, open)
        expect(unseal(key, place, sealed)).toEqual(open)
        expect(keyIdOf(sealed)).toEqual(key.id)
      }),
    )
  })

  test('do not open with any one bit changed, or cut, or longer [A19]', () => {
    fc.assert(
      fc.property(values, fc.nat(7), (open, bit) => {
        const sealed = seal(key, place, open)
        for (let index = 0; index < sealed.length; index += 1) {
          const flipped = sealed.slice()
          flipped[index] = (flipped[index] ?? 0) ^ (1 << bit)
          expect(() => unseal(key, place, flipped)).toThrow(SealBrokenError)
        }
        expect(() => unseal(key, place, sealed.slice(0, -1))).toThrow(SealBrokenError)
        expect(() => unseal(key, place, Uint8Array.of(...sealed, 0))).toThrow(SealBrokenError)
      }),
      { numRuns: 20 },
    )
  })

  test('do not open anywhere else, nor with another key of the same id [A19]', () => {
    fc.assert(
      fc.property(values, fc.string(), (open, other) => {
        fc.pre(other !== place.table && other !== place.row && other !== place.column)
        const sealed = seal(key, place, open)
        for (const elsewhere of [{ table: other }, { row: other }, { column: other }])
          expect(() => unseal(key, { ...place, ...elsewhere }, sealed)).toThrow(SealBrokenError)
        expect(() => unseal({ id: key.id, bytes: randomBytes(32) }, place, sealed)).toThrow(SealBrokenError)
      }),
    )
  })

  test('any bytes that were not sealed are refused', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(() => unseal(key, place, bytes)).toThrow(SealBrokenError)
      }),
    )
  })

  test('the same value is never sealed to the same bytes', () => {
    const open = randomBytes(33)
    expect(new Set(Array.from({ length: 50 }, () => Buffer.from(seal(key, place, open)).toString('hex'))).size).toBe(50)
  })

  test('a wrapped data key opens for its own id, under its own KEK', async () => {
    const [kek, other] = [createKek(randomBytes(32)), createKek(randomBytes(32))]
    const dek = new Uint8Array(randomBytes(32))
    const wrapped = await kek.wrap(dek, 'aa')
    expect(await kek.unwrap(wrapped, 'aa')).toEqual(dek)
    await expect(kek.unwrap(wrapped, 'bb')).rejects.toThrow(SealBrokenError)
    await expect(other.unwrap(wrapped, 'aa')).rejects.toThrow(SealBrokenError)
    expect(kek.id).not.toBe(other.id)
  })
})
