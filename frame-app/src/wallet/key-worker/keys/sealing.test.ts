/** HPKE as in RFC 9180, and the data that a recovery secret opens. */
import { hexToBytes, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { outcome } from '../../../../test/support/refusals.ts'
import { type Bytes, random, utf8 } from './bytes.ts'
import {
  createRecoverySecret,
  joinEscrow,
  recoveryKeyPair,
  splitEscrow,
  unwrapWithKey,
  unwrapWithPrf,
  wrapWithKey,
  wrapWithPrf,
} from './recovery.ts'
import { joinSealed, openSealed, sealTo, splitSealed, suite, writePublicKey } from './sealing.ts'

const bytes = (hex: string): Bytes => new Uint8Array(hexToBytes(`0x${hex}`))
const purpose = { info: 'airlock/test/1', place: 'wallet|set|1' }

/** RFC 9180, appendix A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode. */
const vector = {
  info: '4f6465206f6e2061204772656369616e2055726e',
  ikmR: '668b37171f1072f3cf12ea8a236a45df23fc13b82af3609ad1e354f6ef817550',
  pkRm: '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  enc: '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  aad: '436f756e742d30',
  ct: '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
  pt: '4265617574792069732074727574682c20747275746820626561757479',
}

test('the vector of the standard: key pair and opening', async () => {
  const pair = await suite.kem.deriveKeyPair(bytes(vector.ikmR))
  expect(toHex(await writePublicKey(pair)).slice(2)).toBe(vector.pkRm)
  const opened = await openSealed(
    pair.privateKey,
    { enc: bytes(vector.enc), ciphertext: bytes(vector.ct) },
    { info: Buffer.from(vector.info, 'hex').toString(), place: Buffer.from(vector.aad, 'hex').toString() },
  )
  expect(toHex(opened).slice(2)).toBe(vector.pt)
})

describe('sealed', () => {
  test('opens with its key and purpose alone, and not with a byte changed', async () => {
    const pair = await recoveryKeyPair(createRecoverySecret())
    const sealed = await sealTo(await writePublicKey(pair), utf8('share'), purpose)
    expect(await openSealed(pair.privateKey, splitSealed(joinSealed(sealed)), purpose)).toEqual(utf8('share'))

    const stranger = await recoveryKeyPair(createRecoverySecret())
    const attempts = [
      openSealed(stranger.privateKey, sealed, purpose),
      openSealed(pair.privateKey, sealed, { ...purpose, info: 'airlock/other/1' }),
      openSealed(pair.privateKey, sealed, { ...purpose, place: 'wallet|set|2' }),
      ...[...joinSealed(sealed)].map((_, at) => {
        const changed = joinSealed(sealed).map((byte, index) => (index === at ? byte ^ 1 : byte))
        return openSealed(pair.privateKey, splitSealed(changed), purpose)
      }),
    ]
    expect(await outcome(attempts)).toBe('UNREADABLE')
  })

  test('only to a point of the curve', async () => {
    for (const key of [random(65), new Uint8Array(65), random(10)])
      await expect(sealTo(key, utf8('share'), purpose)).rejects.toMatchObject({ code: 'UNREADABLE' })
  })
})

describe('the recovery secret', () => {
  test('gives the same key pair for ever', async () => {
    const fixed = await recoveryKeyPair(new Uint8Array(32).fill(7))
    expect(toHex(await writePublicKey(fixed))).toMatchInlineSnapshot(
      `"0x048e3ce9ec89982d6a62c791d66ecab91f2892c80d8f96b43703932b8df1ef622a909b6a068f922ac461cbd10bc90d0192f51e93a82ade40303a29091906265712"`,
    )
    expect(fixed.privateKey.usages).toEqual(['deriveBits'])
  })

  test('comes back from both halves of the escrow and from no other two', () => {
    const secret = createRecoverySecret()
    const [one, other] = splitEscrow(secret)
    expect(joinEscrow(one, other)).toEqual(secret)
    expect(joinEscrow(one, splitEscrow(secret)[1])).not.toEqual(secret)
    expect(() => joinEscrow(one, other.slice(1))).toThrow(expect.objectContaining({ code: 'WRONG_RECOVERY' }))
  })

  test('comes back from its passkey, for its wallet, addresses and credential alone [C68]', async () => {
    const [secret, prf] = [createRecoverySecret(), random(32)]
    const addresses = { eip155: '0x01', solana: 'one' } as const
    const context = { walletId: 'wallet', addresses, credentialId: 'credential' }
    const wrapped = await wrapWithPrf(secret, prf, context)
    expect(await unwrapWithPrf(wrapped, prf, context)).toEqual(secret)
    const attempts = [
      unwrapWithPrf(wrapped, random(32), context),
      unwrapWithPrf(wrapped, prf, { ...context, walletId: 'other' }),
      unwrapWithPrf(wrapped, prf, { ...context, credentialId: 'other' }),
      unwrapWithPrf(wrapped, prf, { ...context, addresses: { ...addresses, eip155: '0x02' } }),
      unwrapWithPrf(wrapped, prf, { ...context, addresses: { ...addresses, solana: 'two' } }),
      unwrapWithPrf(wrapped, prf.slice(1), context),
      ...[...wrapped].map((_, at) =>
        unwrapWithPrf(
          wrapped.map((byte, index) => (index === at ? byte ^ 1 : byte)),
          prf,
          context,
        ),
      ),
    ]
    expect(await outcome(attempts)).toBe('WRONG_RECOVERY')
  })

  test('kept under the wallet’s key it opens by that key, for that wallet and version, and by nothing else', async () => {
    const [secret, key] = [createRecoverySecret(), random(32)]
    const wallet = { walletId: 'wallet', keyVersion: 1 }
    const wrapped = await wrapWithKey(secret, key, wallet)
    expect(await unwrapWithKey(wrapped, key, wallet)).toEqual(secret)
    const attempts = [
      unwrapWithKey(wrapped, random(32), wallet),
      unwrapWithKey(wrapped, key, { ...wallet, walletId: 'other' }),
      unwrapWithKey(wrapped, key, { ...wallet, keyVersion: 2 }),
      unwrapWithKey(
        wrapped.map((byte, index) => (index === 20 ? byte ^ 1 : byte)),
        key,
        wallet,
      ),
    ]
    expect(await outcome(attempts)).toBe('WRONG_RECOVERY')
  })
})
