/** Several logins of one account: list and removal, with the real app, store and outbox. */
import { randomUUID } from 'node:crypto'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import type { NewRecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'
import { expect, test } from 'vitest'
import { newMethod, register } from './custodian.ts'
import { codeIn, codeText, linkIn, signIn } from './device.ts'
import { hostOrigin, projectId, sharedTestService } from './service.ts'

const limits = { mailsFromNetworkPerHour: 10_000, mailsFromWideNetworkPerHour: 10_000 }
const service = await sharedTestService({ limits: { ...limits, codesFromNetworkPerMinute: 10_000 } })
let people = 0

/** Signed in by email a moment ago, with a second login that was added long before. */
async function newPerson(second: { readonly email?: string; readonly methods?: readonly NewRecoveryMethod[] } = {}) {
  people += 1
  const email = `logins${people}@example.org`
  const { device, session } = await signIn(service, email)
  if (second.methods) await register(device, session, second.methods)
  service.advance(1000)
  await addLogin(session.userId, second.email)
  service.advance(serviceLimits.undoLifetime * 1000)
  const seen = service.mailbox.count(email, codeText)
  const { flowId } = await device.ask('emailStart', { email, projectId, hostOrigin, withoutSession: true })
  const otp = codeIn((await service.mailbox.next(email, seen, codeText)).text)
  const { accessToken, userId } = await device.ask('emailVerify', { flowId, otp })
  const more = { accessToken }
  const list = async () => (await device.ask('logins', {}, more)).logins
  const [first, other] = await list()
  if (!first || !other) throw new Error('A login is missing')
  const remove = (loginId: string) => device.ask('loginRemove', {}, { ...more, params: { loginId } })
  const refused = (loginId: string) => device.refused('loginRemove', {}, { ...more, params: { loginId } })
  return { email, device, userId, more, list, first, other, remove, refused }
}

async function addLogin(userId: string, email = `${randomUUID()}@id.example`) {
  await service.store.accounts.addIdentity({
    kind: 'openid',
    issuer: 'https://id.example',
    subjectHash: randomUUID(),
    display: new TextEncoder().encode(JSON.stringify({ provider: 'acme', email, name: 'Nadia' })),
    userId,
    identityId: randomUUID(),
    max: 10,
    now: service.now(),
  })
}

test('the logins are listed, and one is removed behind a fresh login: it is in the log, and both addresses are told', async () => {
  const { email, device, userId, more, list, first, other, remove } = await newPerson()
  expect(first).toMatchObject({ email })
  expect(first).not.toHaveProperty('provider')
  expect(other).toMatchObject({ provider: 'acme', userName: 'Nadia' })
  const gone = other.email ?? ''

  const session = await signIn(service, email)
  expect(await remove(other.loginId)).toEqual({ logins: [first] })
  expect(await list()).toEqual([first])
  const { entries } = await device.ask('audit', {}, more)
  expect(entries[0]).toMatchObject({ event: 'identity.removed' })
  expect(await session.device.refused('user', {}, { accessToken: session.session.accessToken })).toMatchObject({
    code: 'TOKEN_INVALID',
  })
  const letter = await service.mailbox.next(gone, 0, /no longer opens/)
  expect(letter.subject).toBe('A login of your wallet was removed')
  expect(service.mailbox.letters.filter(({ to }) => to === email).at(-1)?.subject).toBe(letter.subject)

  const answer = await service.app.request('/v1/logins/undo', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: linkIn(letter.text).split('/').at(-1) ?? '' }).toString(),
  })
  expect(answer.status).toBe(200)
  expect((await service.store.accounts.identities(userId)).map(({ kind }) => kind)).toEqual(['email', 'openid'])
})

test('a login that is older than five minutes removes none [C291]', async () => {
  const { other, refused } = await newPerson()
  service.advance(serviceLimits.freshProof * 1000 + 1)
  expect(await refused(other.loginId)).toMatchObject({ code: 'REAUTH_REQUIRED', status: 403 })
})

test('a login that was just added does not remove the older ones, but goes itself [C291]', async () => {
  const { userId, first, other, list, refused, remove } = await newPerson()
  await addLogin(userId)
  expect(await refused(first.loginId)).toMatchObject({ code: 'COOLING_OFF', retryAfter: serviceLimits.exportWait })
  expect(await refused(other.loginId)).toMatchObject({ code: 'COOLING_OFF' })
  const added = (await list())[2]
  expect(await remove(added?.loginId ?? '')).toMatchObject({ logins: [first, other] })
  expect(await remove(other.loginId)).toMatchObject({ logins: [first] })
})

test('the last login stays, also when two removals come at once [C290]', async () => {
  const { device, userId, more, first, other, refused, remove } = await newPerson()
  const both = await Promise.all(
    [first, other].map(({ loginId }) =>
      remove(loginId)
        .then(() => loginId)
        .catch(() => undefined),
    ),
  )
  const removed = both.filter((each) => each !== undefined)
  expect(removed).toHaveLength(1)
  expect(await service.store.accounts.identities(userId)).toHaveLength(1)
  service.advance(1000)
  const left = removed[0] === first.loginId ? other : first
  expect((await refused(left.loginId)).code).toBe('LAST_LOGIN')
  service.advance(serviceLimits.exportWait * 1000)
  expect(await device.refused('loginRemove', {}, { ...more, params: { loginId: left.loginId } })).toMatchObject({
    status: 401,
  })
  const alone = await signIn(service, `alone${people}@example.org`)
  const own = { accessToken: alone.session.accessToken }
  const [only] = (await alone.device.ask('logins', {}, own)).logins
  expect(
    await alone.device.refused('loginRemove', {}, { ...own, params: { loginId: only?.loginId ?? '' } }),
  ).toMatchObject({ code: 'LAST_LOGIN', status: 409 })
})

test('the logins of another account are not found', async () => {
  const theirs = await newPerson()
  const mine = await newPerson()
  expect(await mine.refused(theirs.other.loginId)).toMatchObject({ code: 'NOT_FOUND' })
  expect(await service.store.accounts.identities(theirs.userId)).toHaveLength(2)
})

test('the address that the recovery service asks stays, unless another login has it or only passkeys recover', async () => {
  const asked = await newPerson({ methods: [newMethod('escrow')] })
  expect(await asked.refused(asked.first.loginId)).toMatchObject({ code: 'RECOVERY_ADDRESS', status: 409 })
  expect(await asked.remove(asked.other.loginId)).toMatchObject({ logins: [asked.first] })
  const same = await newPerson({ email: `Logins${people + 1}@example.org`, methods: [newMethod('escrow')] })
  expect(await same.remove(same.first.loginId)).toMatchObject({ logins: [same.other] })
  const apart = await newPerson({ methods: [newMethod('passkey')] })
  expect(await apart.remove(apart.first.loginId)).toMatchObject({ logins: [apart.other] })
})
