/** The contract of the wallet service: what a table cannot say about itself. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Endpoint, healthEndpoints, recoveryEndpoints, walletEndpoints } from '../src/wallet-service/endpoints.ts'
import { commonErrors, isServiceErrorCode, proofErrors, serviceErrors } from '../src/wallet-service/errors.ts'
import { exportEndpoints } from '../src/wallet-service/export-endpoints.ts'
import { farcasterEndpoints } from '../src/wallet-service/farcaster-endpoints.ts'
import { loginEndpoints } from '../src/wallet-service/login-endpoints.ts'
import { sessionEndpoints } from '../src/wallet-service/session-endpoints.ts'
import { base64url } from '../src/wallet-service/shapes.ts'
import { socialEndpoints } from '../src/wallet-service/social-endpoints.ts'
import { activationText, commitmentText, sharePlaceText } from '../src/wallet-service/texts.ts'

const tables: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  wallet: {
    ...healthEndpoints,
    ...walletEndpoints,
    ...socialEndpoints,
    ...farcasterEndpoints,
    ...exportEndpoints,
    ...loginEndpoints,
    ...sessionEndpoints,
  },
  recovery: { ...healthEndpoints, ...recoveryEndpoints },
}

describe.each(Object.entries(tables))('%s endpoints', (_name, table) => {
  test('no two have the same method and path', () => {
    const methodsAndPaths = Object.values(table).map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
    expect(new Set(methodsAndPaths).size).toBe(methodsAndPaths.length)
  })

  test('name no error twice: what all of them answer stands in the common lists', () => {
    for (const [name, { errors }] of Object.entries(table))
      for (const code of errors) expect([...commonErrors, ...proofErrors], name).not.toContain(code)
  })

  test('take no request with a field that they do not know', () => {
    for (const [name, { request }] of Object.entries(table)) {
      const parsed = request.safeParse({ unexpected: true })
      expect(
        parsed.error?.issues.map(({ code }) => code),
        name,
      ).toContain('unrecognized_keys')
    }
  })
})

test('every error is one that an endpoint or any endpoint answers, with a status of its kind', () => {
  const answered = new Set<string>([
    ...commonErrors,
    ...proofErrors,
    'TOKEN_INVALID',
    'TOKEN_EXPIRED',
    'DEVICE_REVOKED',
    ...Object.values(tables).flatMap((table) => Object.values(table).flatMap(({ errors }) => errors)),
  ])
  expect([...answered].sort()).toEqual(Object.keys(serviceErrors).sort())
  for (const [status] of Object.values(serviceErrors)) expect(status).toBeGreaterThanOrEqual(400)
  expect(isServiceErrorCode('toString')).toBe(false)
})

test('base64url takes exactly the encodings of so many bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 30, maxLength: 36 }), (bytes) => {
      const text = Buffer.from(bytes).toString('base64url')
      expect(base64url(33).safeParse(text).success).toBe(bytes.length === 33)
      expect(base64url(33).safeParse(`${text}=`).success).toBe(false)
    }),
  )
})

test('texts to sign and places of shares differ if any field differs', () => {
  const place = { walletId: 'w', setId: 's', keyVersion: 1 }
  const texts = [
    activationText({ ...place, purpose: 'wallet', nonce: 'n' }),
    activationText({ ...place, purpose: 'share-set', nonce: 'n' }),
    activationText({ ...place, purpose: 'wallet', nonce: 'm' }),
    activationText({ ...place, purpose: 'wallet', nonce: 'n', setId: 't' }),
    activationText({ ...place, purpose: 'wallet', nonce: 'n', walletId: 'x' }),
    activationText({ ...place, purpose: 'wallet', nonce: 'n', keyVersion: 2 }),
    commitmentText(place),
    commitmentText({ ...place, keyVersion: 11 }),
    sharePlaceText(place),
    sharePlaceText({ ...place, setId: 's|1' }),
  ]
  expect(new Set(texts).size).toBe(texts.length)
})
