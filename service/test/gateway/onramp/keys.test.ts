/** The keys that the gateway signs with, at a provider and at a checkout of the operator's own. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isQuestion, readOrder, signOrder, signQuestion } from '../../../src/gateway/onramp/checkout/signature.ts'
import { readCdpKey } from '../../../src/gateway/onramp/coinbase/jwt.ts'

const secret = randomBytes(32)
const other = `0x${'1'.repeat(40)}`

describe('keys', () => {
  test('Coinbase: both forms are read; anything else is refused without its text', () => {
    const pair = generateKeyPairSync('ed25519')
    const seed = pair.privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32)
    const point = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
    expect(readCdpKey('k', Buffer.concat([seed, point]).toString('base64')).alg).toBe('EdDSA')
    for (const text of [
      '',
      'hunter2-hunter2',
      randomBytes(32).toString('base64'),
      '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----',
    ])
      expect(() => readCdpKey('k', text)).toThrow(/^is no secret API key/)
  })
  test('a signed order is valid only for its text, its time and its secret [C172]', () => {
    const fields = fc.record(
      Object.fromEntries(
        ['reference', 'address', 'network', 'asset', 'amount', 'currency', 'method'].map((name) => [
          name,
          fc.string({ minLength: 1 }),
        ]),
      ) as Record<
        'reference' | 'address' | 'network' | 'asset' | 'amount' | 'currency' | 'method',
        fc.Arbitrary<string>
      >, // as: the keys above
    )
    fc.assert(
      fc.property(fields, fc.nat(2_000), (order, later) => {
        const url = new URL(signOrder('https://pay.example/?shop=1', order, secret, 1_000))
        const read = readOrder(url.searchParams, secret, 1_000 + later)
        expect(read).toEqual(later <= 900 ? order : undefined)
        expect(readOrder(url.searchParams, randomBytes(32), 1_000)).toBeUndefined()
        url.searchParams.append('address', other)
        expect(readOrder(url.searchParams, secret, 1_000)).toBeUndefined()
      }),
    )
  })
  test('a signed request is valid for a minute, for its path and its body', () => {
    const header = signQuestion('/purchases?address=1', '', secret, 1_000)
    expect(isQuestion(header, '/purchases?address=1', '', secret, 1_060)).toBe(true)
    expect(isQuestion(header, '/purchases?address=1', '', secret, 1_061)).toBe(false)
    expect(isQuestion(header, '/purchases?address=2', '', secret, 1_000)).toBe(false)
    expect(isQuestion(header, '/purchases?address=1', 'x', secret, 1_000)).toBe(false)
    expect(isQuestion('', '/purchases?address=1', '', secret, 1_000)).toBe(false)
  })
})
