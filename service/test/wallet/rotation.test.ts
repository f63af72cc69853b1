/** Wallets that are replaced by one with a new key, with the real app, store and outbox. */
import { randomBytes } from 'node:crypto'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { Lineage, Session } from '@airlock/protocol/wallet-service/shapes.ts'
import { successionText } from '@airlock/protocol/wallet-service/texts.ts'
import { describe, expect, test } from 'vitest'
import { activation, type Candidate, createRecipient, newCandidate, newSet, register, store } from './custodian.ts'
import { codeIn, codeText, type Device, signIn } from './device.ts'
import { hostOrigin, projectId, sharedTestService } from './service.ts'

const service = await sharedTestService({ limits: { mailsFromNetworkPerHour: 1000, codesFromNetworkPerMinute: 1000 } })
let people = 0

async function newPerson() {
  people += 1
  const email = `rotation${people}@example.org`
  const { device, session } = await signIn(service, email)
  const old = await register(device, session)
  return { email, device, session, old, more: { accessToken: session.accessToken } }
}

/** A fresh login on a device that is known. */
async function signInAgain(email: string, device: Device): Promise<Session> {
  service.advance(31_000)
  const seen = service.mailbox.count(email, codeText)
  const { flowId } = await device.ask('emailStart', { email, projectId, hostOrigin, withoutSession: true })
  const { text } = await service.mailbox.next(email, seen, codeText)
  return device.ask('emailVerify', { flowId, otp: codeIn(text) })
}

const idOf = ({ walletId, keyVersion, request: { addresses } }: Candidate) => ({ walletId, keyVersion, addresses })

/** A wallet in place of `old`, which its key has signed for. */
async function successorOf(old: Candidate, signer: Candidate = old): Promise<Candidate> {
  const fresh = await newCandidate()
  const keyVersion = old.keyVersion + 1
  const set = newSet(fresh.walletId, keyVersion)
  const successor = { ...fresh, keyVersion, set, request: { ...fresh.request, keyVersion, shareSet: set } }
  const signature = await signer.account.signMessage({ message: successionText(idOf(old), idOf(successor)) })
  const predecessors = [...(old.request.lineage?.predecessors ?? []), { ...idOf(old), signature: asHex(signature) }]
  const lineage: Lineage = { predecessors, former: randomBytes(44).toString('base64url') }
  return { ...successor, request: { ...successor.request, lineage } }
}
const asHex = (text: string): `0x${string}` => `0x${text.slice(2)}`

async function replace(device: Device, session: Session, old: Candidate): Promise<Candidate> {
  const successor = await successorOf(old)
  const { stored } = await store(device, session, successor)
  const { request, more } = await activation(session, successor, stored.nonce)
  await device.ask('walletActivate', request, more)
  return successor
}

describe('a wallet with a new key', () => {
  test('takes the place of the old one when it is activated and not before; it is in the log and in an email', async () => {
    const { email, device, session, old, more } = await newPerson()
    const successor = await successorOf(old)
    const { stored } = await store(device, session, successor)
    expect(stored.echo).toMatchObject({ keyVersion: 2, lineage: successor.request.lineage })
    expect((await device.ask('wallets', {}, more)).wallet?.walletId).toBe(old.walletId)
    const { request, more: place } = await activation(session, successor, stored.nonce)
    await device.ask('walletActivate', request, place)
    // Asked again, as after a lost answer.
    await device.ask('walletActivate', request, place)
    await store(device, session, successor)
    const { wallet, shareSets } = await device.ask('wallets', {}, more)
    expect(wallet).toMatchObject({ ...idOf(successor), lineage: successor.request.lineage })
    expect(shareSets).toEqual([expect.objectContaining({ setId: successor.set.setId, isMine: true })])
    expect(await device.ask('user', {}, more)).toMatchObject({ addresses: successor.request.addresses })
    const { entries } = await device.ask('audit', {}, more)
    expect(entries.map(({ event }) => event)).toContain('wallet.replaced')
    expect((await service.mailbox.next(email, 2)).subject).toBe('Your wallet has a new key and new addresses')
  })

  test('signs out the other devices [C318]', async () => {
    const { email, device, session, old } = await newPerson()
    service.advance(31_000)
    const other = await signIn(service, email)
    const successor = await replace(device, session, old)
    expect(await other.device.refused('wallets', {}, { accessToken: other.session.accessToken })).toMatchObject({
      code: 'DEVICE_REVOKED',
    })
    expect(successor.keyVersion).toBe(2)
  })

  test('needs the signature of the old key, a fresh login, logins that have not changed, and the next version [C317] [C319]', async () => {
    const { device, session, old, more } = await newPerson()
    const stranger = await newCandidate()
    const { recipient } = await createRecipient()
    const right = await successorOf(old)
    const { lineage } = right.request
    if (!lineage) throw new Error('no lineage')
    const refused = async (request: Candidate['request']) =>
      (await device.refused('walletCreate', { ...request, recipient }, more)).code
    expect(await refused((await successorOf(old, stranger)).request)).toBe('SIGNATURE_INVALID')
    // Signed for other addresses than those that come.
    expect(await refused({ ...(await newCandidate()).request, keyVersion: 2, shareSet: right.set, lineage })).not.toBe(
      'OK',
    )
    const { lineage: _, ...without } = right.request
    expect(await refused(without)).toBe('WALLET_EXISTS')
    const set = newSet(right.walletId, 3)
    expect(await refused({ ...right.request, keyVersion: 3, shareSet: set })).toBe('KEY_VERSION_STALE')
    const other = await successorOf(stranger)
    expect(await refused(other.request)).toBe('WALLET_EXISTS')
    const [one] = lineage.predecessors
    if (!one) throw new Error('no predecessor')
    expect(await refused({ ...right.request, lineage: { ...lineage, predecessors: [one, one] } })).toBe(
      'CONTENT_MISMATCH',
    )
    service.advance(serviceLimits.freshProof * 1000 + 1)
    expect(await refused(right.request)).toBe('REAUTH_REQUIRED')
    expect((await device.ask('wallets', {}, more)).wallet?.walletId).toBe(old.walletId)
    expect(session.userId).toBeDefined()
  })

  test('one of two candidates takes the place, and the other is refused', async () => {
    const { device, session, old } = await newPerson()
    const both = [await successorOf(old), await successorOf(old)]
    const nonces = await Promise.all(both.map(async (each) => (await store(device, session, each)).stored.nonce))
    const [first, second] = await Promise.all(both.map((each, at) => activation(session, each, nonces[at] ?? '')))
    if (!first || !second) throw new Error('no candidates')
    await device.ask('walletActivate', first.request, first.more)
    expect(await device.refused('walletActivate', second.request, second.more)).toMatchObject({ code: 'WALLET_EXISTS' })
  })
})

describe('the old wallet', () => {
  test('still opens for its device and by its recovery, changes no more, and gives no ticket [C318]', async () => {
    const { device, session, old, more } = await newPerson()
    await replace(device, session, old)
    const { recipient } = await createRecipient()
    const place = { ...more, params: { walletId: old.walletId } }
    expect(await device.ask('walletShare', { recipient }, place)).toMatchObject({
      setId: old.set.setId,
      status: 'ACTIVE',
    })
    expect((await device.ask('recoveryOpen', { recipient }, place)).set.setId).toBe(old.set.setId)
    const shareSet = newSet(old.walletId)
    const added = { keyVersion: 1, shareSet, recipient }
    expect(await device.refused('shareSetCreate', added, place)).toMatchObject({ code: 'WALLET_UNKNOWN' })
    const asked = { walletId: old.walletId, what: 'words', recipient } as const
    expect(await device.refused('exportTicket', asked, more)).toMatchObject({ code: 'WALLET_UNKNOWN' })
    expect(await device.refused('walletCreate', { ...old.request, recipient }, more)).toMatchObject({
      code: 'WALLET_EXISTS',
    })
  })

  test('is gone once the user has ended it, and no old request brings it back [A8] [C318]', async () => {
    const { email, device, session, old, more } = await newPerson()
    const successor = await replace(device, session, old)
    const place = { ...more, params: { walletId: successor.walletId } }
    const { recipient } = await createRecipient()
    // Another change has to wait for it.
    const next = await successorOf(successor)
    expect(await device.refused('walletCreate', { ...next.request, recipient }, more)).toMatchObject({
      code: 'FORMER_OPEN',
    })
    service.advance(serviceLimits.freshProof * 1000 + 1)
    expect(await device.refused('formerEnd', {}, place)).toMatchObject({ code: 'REAUTH_REQUIRED' })
    const again = await signInAgain(email, device)
    const fresh = { accessToken: again.accessToken, params: place.params }
    await device.ask('formerEnd', {}, fresh)
    await device.ask('formerEnd', {}, fresh)
    const { wallet } = await device.ask('wallets', {}, fresh)
    expect(wallet?.lineage).toEqual({ predecessors: successor.request.lineage?.predecessors })
    const there = { accessToken: fresh.accessToken, params: { walletId: old.walletId } }
    for (const ask of ['walletShare', 'recoveryOpen'] as const)
      expect(await device.refused(ask, { recipient }, there)).toMatchObject({ code: 'WALLET_UNKNOWN' })
    expect(await device.refused('walletCreate', { ...old.request, recipient }, fresh)).toMatchObject({
      code: 'WALLET_EXISTS',
    })
    expect((await service.mailbox.next(email, 4)).subject).toBe('Your old account was ended')
    // And now the key can change again.
    const ended = { ...successor, request: { ...successor.request, lineage: wallet?.lineage } }
    await replace(device, again, ended)
    expect((await device.ask('wallets', {}, fresh)).wallet).toMatchObject({ keyVersion: 3 })
  })
})
