/**
 * A wallet service that lies to a new device: it knows the public recovery key, every sealed share and half of the recovery secret, and
 * invents everything else. The device has never seen the wallet, and must accept only the wallet of its recovery secret.
 */
import { methodPlaceText, sealingInfo, sharePlaceText } from '@airlock/protocol/wallet-service/texts.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { installIndexedDb } from '../../../test/support/indexed-db.ts'
import { startCalls } from '../../../test/support/key-worker.ts'
import { createTestService, registerTestWallet } from '../../../test/support/wallet-service.ts'
import type { KeyWorkerCalls, NewRecovery, OpenRecovery } from '../key-link/surface.ts'
import { fromText, toText } from './encoding.ts'
import { addressesOf, leafKeysOf } from './keys/accounts.ts'
import { type Bytes, random } from './keys/bytes.ts'
import { createRecoverySecret } from './keys/recovery.ts'
import { sealRecoveryShare } from './keys/recovery-share.ts'
import { joinSealed, sealTo } from './keys/sealing.ts'
import { splitKey } from './keys/shares.ts'
import { sealEntropy } from './keys/wallet-key.ts'
import { serve } from './serve.ts'
import { openVault } from './vault.ts'

installIndexedDb()

const userId = 'user-0000000000001'
const passkey = { credentialId: toText(random(16)), prf: toText(random(32)) }
const ways: Readonly<Record<'escrow' | 'passkey', NewRecovery>> = {
  escrow: { kind: 'escrow' },
  passkey: { kind: 'passkey', passkey },
}
const kinds = ['escrow', 'passkey'] as const

let partitions = 0
const newDevice = () => startCalls(openVault(`planted-${partitions++}`))
let service = createTestService()
beforeEach(() => {
  service = createTestService()
})

/** The data that the service gives a new device about the wallet. The service can choose all of it. */
interface Told {
  readonly walletId: string
  readonly setId: string
  readonly keyVersion: number
  readonly addresses: { readonly eip155: `0x${string}`; readonly solana: string }
  readonly ciphertext: string
  readonly authShare: string
  readonly recoverySealed: string
}

/** Creates the user's wallet, and returns the service's data of it. */
async function register(kind: 'escrow' | 'passkey') {
  const { created } = await registerTestWallet(service, newDevice(), { userId, recovery: [ways[kind]] })
  const [method] = created.methods
  if (!method) throw new Error('no method')
  const { walletId, keyVersion, addresses, ciphertext, shareSet } = created
  const { setId, authShare, recoverySealed } = shareSet
  const told: Told = { walletId, setId, keyVersion, addresses, ciphertext, authShare, recoverySealed }
  const { recoveryPublicKey } = created
  return { told, method, recoveryPublicKey, half: created.recoveryShares[0]?.share }
}
type Registered = Awaited<ReturnType<typeof register>>

/** Enrols a new device with any given data; the service seals its own parts to the device as in the contract. */
async function enrol(calls: KeyWorkerCalls, { method, half }: Registered, told: Told) {
  const { recipient } = await calls.recipient({})
  const seal = async (secret: string, info: string, place: string) => {
    const { enc, ciphertext } = await sealTo(fromText(recipient), fromText(secret), { info, place })
    return { enc: toText(enc), ciphertext: toText(ciphertext) }
  }
  const { authShare, ...open } = told
  const place = methodPlaceText(told.walletId, method.methodId)
  const sealedR = await seal(method.wrappedR, sealingInfo.wrappedR, place)
  const { methodId } = method
  const recovery: OpenRecovery =
    half === undefined
      ? { kind: 'passkey', methodId, sealedR, passkey }
      : { kind: 'escrow', methodId, sealedR, sealedShare: await seal(half, sealingInfo.recoveryShare, place) }
  const sealedAuthShare = await seal(authShare, sealingInfo.authShare, sharePlaceText(told))
  return calls.enrol({ userId, set: { ...open, status: 'ACTIVE', sealedAuthShare }, recovery })
}

/** A wallet made by the service, with the given id and version. The attack is in how its recovery share is sealed. */
async function ownWallet(like: Told, sealShare: (share: Bytes, wallet: Told) => Promise<Bytes>): Promise<Told> {
  const { walletId, keyVersion, setId } = like
  const [key, entropy] = [random(32), random(16)]
  const ciphertext = toText(await sealEntropy(key, entropy, { walletId, keyVersion }))
  const addresses = addressesOf(await leafKeysOf(entropy))
  const { auth, recovery } = await splitKey(key)
  const planted = { walletId, keyVersion, setId, addresses, ciphertext, authShare: toText(auth), recoverySealed: '' }
  return { ...planted, recoverySealed: toText(await sealShare(recovery, planted)) }
}
const bound = (told: Told) => ({ ...told, ciphertext: fromText(told.ciphertext) })

describe.each(kinds)('a new device that recovers by %s', (kind) => {
  test('takes the wallet that its recovery secret was made for', async () => {
    const kept = await register(kind)
    expect(await enrol(newDevice(), kept, kept.told)).toMatchObject({ walletId: kept.told.walletId })
  })

  test('refuses a wallet whose key the service has made and sealed to the public recovery key [A20] [C68]', async () => {
    const kept = await register(kind)
    const recoveryKey = fromText(kept.recoveryPublicKey)
    const place = sharePlaceText(kept.told)
    const whole = async (wallet: Told) => {
      const hash = await crypto.subtle.digest('SHA-256', fromText(wallet.ciphertext))
      return [place, wallet.addresses.eip155, wallet.addresses.solana, `0x${Buffer.from(hash).toString('hex')}`].join(
        '|',
      )
    }
    const seals: ((share: Bytes, wallet: Told) => Promise<Bytes>)[] = [
      // As before shares were bound: only to the set, without proof of the sender.
      async (share) => joinSealed(await sealTo(recoveryKey, share, { info: 'airlock/device-recovery-share/1', place })),
      // With everything but the secret: without a pre-shared key, or with one of its own.
      async (share, wallet) =>
        joinSealed(
          await sealTo(recoveryKey, share, { info: 'airlock/device-recovery-share/2', place: await whole(wallet) }),
        ),
      async (share, wallet) => {
        const purpose = { info: 'airlock/device-recovery-share/2', place: await whole(wallet), psk: random(32) }
        return joinSealed(await sealTo(recoveryKey, share, purpose))
      },
      // With a recovery secret of its own.
      (share, wallet) => sealRecoveryShare(createRecoverySecret(), share, bound(wallet)),
    ]
    for (const seal of seals) {
      const planted = await ownWallet(kept.told, seal)
      const calls = newDevice()
      await expect(enrol(calls, kept, planted)).rejects.toMatchObject({ code: 'WRONG_WALLET' })
      expect(await calls.known({ userId })).toMatchObject({ sets: [], unlocked: false })
    }
    // With the user's recovery secret, the same wallet would be accepted, so only the secret makes the difference.
    const secret = createRecoverySecret()
    const rightful = await ownWallet(kept.told, (share, wallet) => sealRecoveryShare(secret, share, bound(wallet)))
    const [one, other] = [random(32), new Uint8Array(32)]
    one.forEach((byte, at) => {
      other[at] = byte ^ (secret[at] ?? 0)
    })
    const withSecret = { ...kept, method: { ...kept.method, wrappedR: toText(one) }, half: toText(other) }
    expect(await enrol(newDevice(), withSecret, rightful)).toMatchObject({ walletId: kept.told.walletId })
  })

  test('refuses its own wallet with any of its fields changed [A19] [C68]', async () => {
    const [kept, calls] = [await register(kind), newDevice()]
    const { told } = kept
    const changed = (text: string) =>
      fc.tuple(fc.nat(fromText(text).length - 1), fc.integer({ min: 1, max: 255 })).map(([at, by]) => {
        return toText(fromText(text).map((byte, index) => (index === at ? byte ^ by : byte)))
      })
    const hex = fc.stringMatching(/^[0-9a-f]{40}$/)
    const change: fc.Arbitrary<Partial<Told>> = fc.oneof(
      fc.record({ walletId: fc.uuid() }),
      fc.record({ setId: fc.uuid() }),
      fc.record({ keyVersion: fc.integer({ min: 2, max: 1_000_000 }) }),
      fc.record({ addresses: hex.map((text) => ({ ...told.addresses, eip155: `0x${text}` as const })) }),
      fc.record({
        addresses: fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{43}$/).map((solana) => ({ ...told.addresses, solana })),
      }),
      fc.record({ ciphertext: changed(told.ciphertext) }),
      fc.record({ recoverySealed: changed(told.recoverySealed) }),
    )
    await fc.assert(
      fc.asyncProperty(change, async (fields) => {
        await expect(enrol(calls, kept, { ...told, ...fields })).rejects.toMatchObject({ code: 'WRONG_WALLET' })
      }),
      { numRuns: 60 },
    )
    // The service's own share is not bound, but with another one nothing opens.
    await expect(enrol(calls, kept, { ...told, authShare: toText(random(33)) })).rejects.toMatchObject({
      code: 'WRONG_SHARES',
    })
  })
})

test('a recovery secret that the service has whole opens nothing: the half of the recovery service is part of the call [C68]', async () => {
  const { told, method } = await register('escrow')
  const calls = newDevice()
  const { recipient } = await calls.recipient({})
  const sealed = await sealTo(fromText(recipient), createRecoverySecret(), {
    info: sealingInfo.wrappedR,
    place: methodPlaceText(told.walletId, method.methodId),
  })
  const sealedR = { enc: toText(sealed.enc), ciphertext: toText(sealed.ciphertext) }
  const session = service.as(userId, (await calls.device({})).thumbprint)
  const { set } = await session.openRecovery(told.walletId, { recipient })
  const recovery = { kind: 'escrow', methodId: method.methodId, sealedR }
  expect(await serve(calls).enrol({ userId, set, recovery })).toEqual({ ok: false, code: 'BAD_CALL' })
})
