/** Registration, shares and recovery, with the real app and the real store. */
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { methodPlaceText, sealingInfo } from '@airlock/protocol/wallet-service/texts.ts'
import { describe, expect, test } from 'vitest'
import { custodyLevel } from '../../src/wallet/domain/custody-level.ts'
import { addDevice, shareSet as setOf } from '../store/records.ts'
import {
  activation,
  createCommitment,
  createRecipient,
  newCandidate,
  newMethod,
  newSet,
  openShare,
  register,
  sign,
  store,
} from './custodian.ts'
import { signIn } from './device.ts'
import { sharedTestService, startTestService } from './service.ts'

const service = await sharedTestService({ limits: { mailsFromNetworkPerHour: 1000, codesFromNetworkPerMinute: 1000 } })
let people = 0

const newPerson = () => {
  people += 1
  return signIn(service, `person${people}@example.org`)
}
/** The same user on another site. */
const otherDevice = async (email: string) => {
  service.advance(31_000)
  return signIn(service, email)
}

describe('registration', () => {
  test('answers what it has stored, and gives no address before the key has signed', async () => {
    const { device, session } = await newPerson()
    const { accessToken } = session
    const candidate = await newCandidate()
    const { stored, share } = await store(device, session, candidate)
    expect(stored.status).toBe('PENDING')
    expect(await share()).toBe(candidate.set.authShare)
    expect(stored.echo).toMatchObject({
      recoverySealed: candidate.set.recoverySealed,
      ciphertext: candidate.request.ciphertext,
      addresses: candidate.request.addresses,
    })
    expect(await device.ask('user', {}, { accessToken })).not.toHaveProperty('addresses')
    expect(await device.ask('wallets', {}, { accessToken })).toEqual({ shareSets: [], methods: [] })

    const { request, more } = await activation(session, candidate, stored.nonce)
    await device.ask('walletActivate', request, more)
    await device.ask('walletActivate', request, more)
    const user = await device.ask('user', {}, { accessToken })
    expect(user).toMatchObject({ addresses: candidate.request.addresses, custodyLevel: 'L0' })
    const { wallet, shareSets, methods } = await device.ask('wallets', {}, { accessToken })
    expect(wallet?.walletId).toBe(candidate.walletId)
    expect(shareSets).toEqual([expect.objectContaining({ setId: candidate.set.setId, status: 'ACTIVE', isMine: true })])
    expect(methods.map(({ kind }) => kind)).toEqual(['escrow'])
  })

  test('asked again with the same content answers the same; with other content it is refused', async () => {
    const { device, session } = await newPerson()
    const candidate = await newCandidate()
    const first = await store(device, session, candidate)
    const again = await store(device, session, candidate)
    expect(again.stored.nonce).toBe(first.stored.nonce)
    expect(await again.share()).toBe(candidate.set.authShare)
    const { recipient } = await createRecipient()
    const changed = { ...candidate.request, ciphertext: 'A'.repeat(59), recipient }
    expect((await device.refused('walletCreate', changed, { accessToken: session.accessToken })).code).toBe(
      'CONTENT_MISMATCH',
    )
    const stranger = await newPerson()
    expect(
      (
        await stranger.device.refused(
          'walletCreate',
          { ...candidate.request, recipient },
          { accessToken: stranger.session.accessToken },
        )
      ).code,
    ).toBe('CONTENT_MISMATCH')
  })

  test('makes one of two candidates the wallet, in any order', async () => {
    const { device, session } = await newPerson()
    const candidates = await Promise.all(Array.from({ length: 8 }, () => newCandidate()))
    const outcomes = await Promise.all(
      candidates.map(async (candidate) => {
        const { stored } = await store(device, session, candidate)
        const { request, more } = await activation(session, candidate, stored.nonce)
        return device.ask('walletActivate', request, more).then(
          () => candidate.walletId,
          (error: unknown) => String(error),
        )
      }),
    )
    const won = outcomes.filter((outcome) => candidates.some(({ walletId }) => walletId === outcome))
    expect(won).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.includes('WALLET_EXISTS'))).toHaveLength(7)
    const { wallet } = await device.ask('wallets', {}, { accessToken: session.accessToken })
    expect(wallet?.walletId).toBe(won[0])
  })

  test('takes no signature of another key, for another purpose, or over another nonce', async () => {
    const { device, session } = await newPerson()
    const candidate = await newCandidate()
    const other = await newCandidate()
    const { stored } = await store(device, session, candidate)
    const { walletId, keyVersion, set } = candidate
    const subject = { purpose: 'wallet', walletId, setId: set.setId, keyVersion, nonce: stored.nonce } as const
    const more = { accessToken: session.accessToken, params: { walletId } }
    const wrong = [
      { signature: await sign(other, subject), nonce: stored.nonce },
      { signature: await sign(candidate, { ...subject, purpose: 'share-set' }), nonce: stored.nonce },
      { signature: await sign(candidate, { ...subject, keyVersion: 2 }), nonce: stored.nonce },
      { signature: await sign(candidate, { ...subject, nonce: 'n'.repeat(43) }), nonce: 'n'.repeat(43) },
      { signature: `0x${'00'.repeat(65)}`, nonce: stored.nonce },
    ]
    for (const request of wrong)
      expect(await device.refused('walletActivate', request, more)).toMatchObject({
        code: 'SIGNATURE_INVALID',
        status: 403,
      })
    await device.ask('walletActivate', { signature: await sign(candidate, subject), nonce: stored.nonce }, more)
  })

  test('stores no share that was changed on its way, no key of another address, no method that is not offered', async () => {
    const { device, session } = await newPerson()
    const { accessToken } = session
    const { request } = await newCandidate()
    const { recipient } = await createRecipient()
    const flipped = Buffer.from(request.shareSet.authShare, 'base64url')
    flipped[7] = (flipped[7] ?? 0) ^ 1
    const shareSet = { ...request.shareSet, authShare: flipped.toString('base64url') }
    const refused = async (changed: object) =>
      (await device.refused('walletCreate', { ...request, recipient, ...changed }, { accessToken })).code
    expect(await refused({ shareSet })).toBe('COMMITMENT_INVALID')
    expect(await refused({ evmPublicKey: (await newCandidate()).request.evmPublicKey })).toBe('BAD_REQUEST')
    expect(await refused({ methods: [newMethod('password')] })).toBe('RECOVERY_REFUSED')
    for (const params of [{}, { halves: '3' }, { halves: '' }])
      expect(await refused({ methods: [newMethod(), newMethod('escrow', params)] })).toBe('RECOVERY_REFUSED')
    expect(await refused({ recipient: 'B'.repeat(87) })).toBe('BAD_REQUEST')
    expect(await refused({ extra: 1 })).toBe('BAD_REQUEST')
  })
})

describe('a further device', () => {
  test('opens the wallet of another one, stores a split of its own, and is a device like the first', async () => {
    const email = 'further@example.org'
    const one = await signIn(service, email)
    const candidate = await register(one.device, one.session)
    const { walletId } = candidate
    const two = await otherDevice(email)
    const { accessToken } = two.session
    const more = { accessToken, params: { walletId } }
    expect(
      (await two.device.refused('walletShare', { recipient: (await createRecipient()).recipient }, more)).code,
    ).toBe('SHARE_SET_UNKNOWN')
    const { recipient, open } = await createRecipient()
    const opened = await two.device.ask('recoveryOpen', { recipient }, more)
    expect(await openShare(opened.set, open)).toBe(candidate.set.authShare)
    const [method] = opened.methods
    if (!method) throw new Error('No method')
    const place = methodPlaceText(walletId, method.methodId)
    expect(await open(method.sealedR, sealingInfo.wrappedR, place)).toBe(candidate.methods[0]?.wrappedR)
    expect(method.params).toEqual({ halves: '2' })

    const shareSet = newSet(walletId)
    const stored = await two.device.ask('shareSetCreate', { keyVersion: 1, shareSet, recipient }, more)
    expect(stored.status).toBe('PENDING')
    const { setId } = shareSet
    const subject = { purpose: 'share-set', walletId, setId, keyVersion: 1, nonce: stored.nonce } as const
    const setMore = { accessToken, params: { walletId, setId } }
    expect(
      (
        await two.device.refused(
          'shareSetActivate',
          { signature: `0x${'11'.repeat(65)}`, nonce: stored.nonce },
          setMore,
        )
      ).code,
    ).toBe('SIGNATURE_INVALID')
    const signature = await sign(candidate, subject)
    await two.device.ask('shareSetActivate', { signature, nonce: stored.nonce }, setMore)
    const mine = await two.device.ask('walletShare', { recipient }, more)
    expect(await openShare(mine, open)).toBe(shareSet.authShare)
    // The first device still has its own share.
    const first = await createRecipient()
    const ofFirst = await one.device.ask(
      'walletShare',
      { recipient: first.recipient },
      { accessToken: one.session.accessToken, params: { walletId } },
    )
    expect(await openShare(ofFirst, first.open)).toBe(candidate.set.authShare)
  })

  test('needs a login of the last five minutes to open or to add anything', async () => {
    const { device, session } = await newPerson()
    const { walletId } = await register(device, session)
    service.advance(5 * 60_000 + 1000)
    const { recipient } = await createRecipient()
    const more = { accessToken: session.accessToken, params: { walletId } }
    const refusals = [
      await device.refused('recoveryOpen', { recipient }, more),
      await device.refused('shareSetCreate', { keyVersion: 1, shareSet: newSet(walletId), recipient }, more),
      await device.refused('recoveryMethodAdd', newMethod('passkey'), more),
    ]
    expect(refusals.map(({ code }) => code)).toEqual(['REAUTH_REQUIRED', 'REAUTH_REQUIRED', 'REAUTH_REQUIRED'])
    await device.ask('walletShare', { recipient }, more)
  })

  test('opens a wallet at most five times an hour', async () => {
    const { device, session } = await newPerson()
    const { walletId } = await register(device, session)
    const { recipient } = await createRecipient()
    const more = { accessToken: session.accessToken, params: { walletId } }
    for (let opened = 0; opened < 5; opened += 1) await device.ask('recoveryOpen', { recipient }, more)
    expect(await device.refused('recoveryOpen', { recipient }, more)).toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
    })
  })

  test('leaves no share behind when it is removed, except the last one, which stays until another device has its own', async () => {
    const email = 'removed@example.org'
    const one = await signIn(service, email)
    const candidate = await register(one.device, one.session)
    const { walletId } = candidate
    const two = await otherDevice(email)
    const more = { accessToken: two.session.accessToken, params: { walletId, deviceId: one.session.deviceId } }
    const setsNow = async () => (await two.device.ask('wallets', {}, more)).shareSets.map(({ setId }) => setId)
    await two.device.ask('deviceRevoke', {}, more)
    expect(await setsNow()).toEqual([candidate.set.setId])
    expect((await two.device.ask('devices', {}, more)).devices).toHaveLength(1)
    const { recipient, open } = await createRecipient()
    const opened = await two.device.ask('recoveryOpen', { recipient }, more)
    expect(await openShare(opened.set, open)).toBe(candidate.set.authShare)

    const shareSet = newSet(walletId)
    const { setId } = shareSet
    const { nonce } = await two.device.ask('shareSetCreate', { keyVersion: 1, shareSet, recipient }, more)
    const signature = await sign(candidate, { purpose: 'share-set', walletId, setId, keyVersion: 1, nonce })
    const setMore = { accessToken: two.session.accessToken, params: { walletId, setId } }
    await two.device.ask('shareSetActivate', { signature, nonce }, setMore)
    expect(await setsNow()).toEqual([setId])
  })
})

test('an enrolment that was given up for an hour, and whose place was taken since, is not activated [C86]', async () => {
  const email = 'crowded@example.org'
  const one = await signIn(service, email)
  const candidate = await register(one.device, one.session)
  const { walletId } = candidate
  const { device, session } = await otherDevice(email)
  const { recipient } = await createRecipient()
  const shareSet = newSet(walletId)
  const { setId } = shareSet
  const more = { accessToken: session.accessToken, params: { walletId, setId } }
  const { nonce } = await device.ask('shareSetCreate', { keyVersion: 1, shareSet, recipient }, more)
  service.advance(60 * 60_000 + 1000)

  // Fills all other places of the wallet with devices, directly in the store.
  const { userId } = one.session
  const now = service.now()
  const wallet = await service.store.wallets.findNamed(userId, walletId)
  for (let others = 1; others < serviceLimits.devicesPerWallet; others += 1) {
    const added = await addDevice(service.store, userId)
    const set = { ...setOf(added.id), walletId: wallet?.id ?? '' }
    const max = serviceLimits.devicesPerWallet
    expect(await service.store.shareSets.add({ ...set, max, now })).toBe('ADDED')
    expect(await service.store.shareSets.activate({ setId: set.id, walletId: set.walletId, max })).toBe('ACTIVATED')
  }
  const signature = await sign(candidate, { purpose: 'share-set', walletId, setId, keyVersion: 1, nonce })
  const { accessToken } = await device.ask('tokenRefresh', { refreshToken: session.refreshToken })
  const refused = await device.refused('shareSetActivate', { signature, nonce }, { ...more, accessToken })
  expect(refused).toMatchObject({ code: 'TOO_MANY', status: 409 })
})

test('the id of a wallet that the service has lost cannot be taken before its owner stores it again [C87]', async () => {
  const [owner, stranger] = [await newPerson(), await newPerson()]
  const lost = await newCandidate()
  const claim = await newCandidate()
  const { request } = claim
  const { walletId } = lost
  const { setId } = request.shareSet
  const commitment = createCommitment({ walletId, setId, keyVersion: 1 }, request.shareSet.authShare)
  const planted = {
    ...claim,
    walletId,
    request: { ...request, walletId, shareSet: { ...request.shareSet, commitment } },
  }
  await store(stranger.device, stranger.session, planted)
  const { stored } = await store(owner.device, owner.session, lost)
  const { request: signed, more } = await activation(owner.session, lost, stored.nonce)
  expect(await owner.device.ask('walletActivate', signed, more)).toEqual({ status: 'ACTIVE' })
  const { wallet, shareSets } = await owner.device.ask('wallets', {}, more)
  expect(wallet).toMatchObject({ walletId, addresses: lost.request.addresses })
  expect(shareSets).toMatchObject([{ walletId, setId: lost.set.setId }])
  // The claimant cannot use the owner's signature either.
  const theirs = { accessToken: stranger.session.accessToken, params: { walletId } }
  expect((await stranger.device.refused('walletActivate', signed, theirs)).code).toBe('SIGNATURE_INVALID')
})

test('a candidate returns the activation challenge to its own device again, and keeps its recovery where it is stored again [C88]', async () => {
  const { device, session } = await newPerson()
  const candidate = await newCandidate()
  await store(device, session, candidate)
  const { recipient } = await createRecipient()
  const more = { accessToken: session.accessToken, params: { walletId: candidate.walletId } }
  const { nonce = '', status } = await device.ask('walletShare', { recipient }, more)
  expect(status).toBe('PENDING')
  // Stored again with another set and a passkey, as from a device that the restored backup does not know.
  const passkey = { ...newMethod('passkey'), credentialId: 'AQID' }
  const set = newSet(candidate.walletId)
  const again = { ...candidate, set, request: { ...candidate.request, shareSet: set, methods: [passkey] } }
  const { stored } = await store(device, session, again)
  const { request } = await activation(session, again, stored.nonce)
  expect(stored.nonce).not.toBe(nonce)
  await device.ask('walletActivate', request, more)
  const { methods } = await device.ask('wallets', {}, more)
  expect(methods.map(({ kind }) => kind).sort()).toEqual(['escrow', 'passkey'])
  expect(await device.ask('walletShare', { recipient }, more)).not.toHaveProperty('nonce')
})

describe('recovery methods', () => {
  test('are added and removed, never the last one, and the level follows them', async () => {
    const { device, session } = await newPerson()
    const { walletId, methods } = await register(device, session)
    const [escrow] = methods
    const { accessToken } = session
    const more = { accessToken, params: { walletId, methodId: escrow?.methodId ?? '' } }
    expect((await device.refused('recoveryMethodDelete', {}, more)).code).toBe('LAST_METHOD')
    const passkey = { ...newMethod('passkey'), credentialId: 'AQID' }
    const added = await device.ask('recoveryMethodAdd', passkey, more)
    expect(added.methods.map(({ kind }) => kind)).toEqual(['escrow', 'passkey'])
    expect(JSON.stringify(added)).not.toContain(passkey.wrappedR)
    expect((await device.ask('user', {}, { accessToken })).custodyLevel).toBe('L0')
    await device.ask('recoveryMethodDelete', {}, more)
    expect((await device.ask('user', {}, { accessToken })).custodyLevel).toBe('L2')
  })

  test('are never one whole secret here, wherever the recovery role runs', async () => {
    const apart = await startTestService({ isRecoveryApart: true, recoveryUrl: 'https://recovery.example' })
    try {
      for (const [each, level] of [
        [apart, 'L1'],
        [service, 'L0'],
      ] as const) {
        const { device, session } = await signIn(each, 'whole@example.org')
        const { accessToken } = session
        const { recipient } = await createRecipient()
        const whole = newMethod('escrow', { halves: '1' })
        const { request } = await newCandidate([whole])
        expect((await device.refused('walletCreate', { ...request, recipient }, { accessToken })).code).toBe(
          'RECOVERY_REFUSED',
        )
        const { walletId } = await register(device, session)
        const more = { accessToken, params: { walletId } }
        expect((await device.refused('recoveryMethodAdd', whole, more)).code).toBe('RECOVERY_REFUSED')
        expect((await device.ask('user', {}, { accessToken })).custodyLevel).toBe(level)
      }
    } finally {
      await apart.stop()
    }
  })
})

describe('the level', () => {
  const escrow = (halves?: string) => ({ kind: 'escrow' as const, params: halves === undefined ? {} : { halves } })
  const passkey = { kind: 'passkey' as const, params: {} }
  test.each([
    [[], 'L2', 'L2'],
    [[passkey], 'L2', 'L2'],
    [[passkey, escrow('2')], 'L0', 'L1'],
    [[escrow('1')], 'L0', 'L0'],
    [[escrow('2'), passkey, escrow('1')], 'L0', 'L0'],
    // An escrow that does not say how many parts it has may be kept whole.
    [[escrow()], 'L0', 'L0'],
    [[escrow('3')], 'L0', 'L0'],
  ])('%o: %s with one operator, and %s where the recovery role is apart', (methods, together, apart) => {
    expect(custodyLevel({ methods, isRecoveryApart: false })).toBe(together)
    expect(custodyLevel({ methods, isRecoveryApart: true })).toBe(apart)
  })
})

test('the last share set of a wallet cannot be removed', async () => {
  const { device, session } = await newPerson()
  const { walletId, set } = await register(device, session)
  const more = { accessToken: session.accessToken, params: { walletId, setId: set.setId } }
  expect(await device.refused('shareSetDelete', {}, more)).toMatchObject({ code: 'LAST_SHARE_SET', status: 409 })
  const { recipient } = await createRecipient()
  expect(await device.ask('walletShare', { recipient }, more)).toMatchObject({ status: 'ACTIVE', setId: set.setId })
})

test('another user’s wallet is as unknown as one that does not exist', async () => {
  const owner = await newPerson()
  const { walletId, set } = await register(owner.device, owner.session)
  const { device, session } = await newPerson()
  const { recipient } = await createRecipient()
  const more = { accessToken: session.accessToken, params: { walletId, setId: set.setId } }
  for (const [name, request] of [
    ['walletShare', { recipient }],
    ['recoveryOpen', { recipient }],
    ['shareSetCreate', { keyVersion: 1, shareSet: newSet(walletId), recipient }],
    ['recoveryMethodAdd', newMethod()],
    ['shareSetDelete', {}],
  ] as const)
    expect(await device.refused(name, request, more), name).toMatchObject({ code: 'WALLET_UNKNOWN', status: 404 })
})
