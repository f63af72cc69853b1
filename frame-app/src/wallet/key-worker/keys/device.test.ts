/** The device's keys: proofs that another library accepts, and a share that only this device can read. */
import { createHash } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { outcome } from '../../../../test/support/refusals.ts'
import { random } from './bytes.ts'
import { createDeviceKeys, signProof, thumbprint, unwrapShare, wrapShare } from './device.ts'
import { shareLength } from './shares.ts'

const wallet = { walletId: 'wallet', keyVersion: 1 }

test('a proof says method, address, token and nonce, once, and verifies with the key in it', async () => {
  const keys = await createDeviceKeys()
  const url = 'https://wallet.example/v1/wallets?a=1#b'
  const request = { method: 'POST', url, accessToken: 'token', nonce: 'n' } as const
  const proof = await signProof(keys, request)
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt', algorithms: ['ES256'] })
  expect(payload).toEqual({
    htm: 'POST',
    htu: 'https://wallet.example/v1/wallets',
    ath: createHash('sha256').update('token').digest('base64url'),
    nonce: 'n',
    jti: expect.stringMatching(/^[\w-]{22}$/) as string,
    iat: expect.any(Number) as number,
  })
  expect(protectedHeader.jwk).toEqual(keys.jwk)
  expect(await thumbprint(keys.jwk)).toBe(await calculateJwkThumbprint({ ...keys.jwk }))
  const again = await jwtVerify(await signProof(keys, request), EmbeddedJWK)
  expect(again.payload.jti).not.toBe(payload.jti)
})

test('a proof without token and nonce claims neither', async () => {
  const proof = await signProof(await createDeviceKeys(), { method: 'GET', url: 'https://wallet.example/v1/user' })
  const { payload } = await jwtVerify(proof, EmbeddedJWK)
  expect(Object.keys(payload).sort()).toEqual(['htm', 'htu', 'iat', 'jti'])
})

test('[A7] neither key can be exported', async () => {
  const { proof, wrap } = await createDeviceKeys()
  for (const format of ['pkcs8', 'jwk'] as const)
    await expect(crypto.subtle.exportKey(format, proof.privateKey)).rejects.toThrow()
  for (const format of ['raw', 'jwk'] as const) await expect(crypto.subtle.exportKey(format, wrap)).rejects.toThrow()
})

test('the device share opens on its device and for its wallet alone', async () => {
  const [keys, share] = [await createDeviceKeys(), random(shareLength)]
  const wrapped = await wrapShare(keys, share, wallet)
  expect(await unwrapShare(keys, wrapped, wallet)).toEqual(share)
  const attempts = [
    unwrapShare(await createDeviceKeys(), wrapped, wallet),
    unwrapShare(keys, wrapped, { ...wallet, keyVersion: 2 }),
    unwrapShare(keys, wrapped, { ...wallet, walletId: 'other' }),
    ...[...wrapped].map((_, at) =>
      unwrapShare(
        keys,
        wrapped.map((byte, index) => (index === at ? byte ^ 1 : byte)),
        wallet,
      ),
    ),
  ]
  expect(await outcome(attempts)).toBe('WRONG_SHARES')
})
