/** Change of the email address with two codes, and its undo, with the real app, store and outbox. */
import { ServiceError } from '@airlock/protocol/wallet-service/errors.ts'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { loginEndpoints as endpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import type { Session } from '@airlock/protocol/wallet-service/shapes.ts'
import { describe, expect, test } from 'vitest'
import { createRecipient, newMethod, register } from './custodian.ts'
import { approve, codeIn, codeText, createDevice, type Device, linkIn, signIn } from './device.ts'
import { hostOrigin, projectId, publicUrl, sharedTestService } from './service.ts'

const limits = { mailsFromNetworkPerHour: 10_000, mailsFromWideNetworkPerHour: 10_000 }
const service = await sharedTestService({ limits: { ...limits, codesFromNetworkPerMinute: 10_000 } })
let people = 0

type Person = {
  readonly email: string
  readonly device: Device
  readonly session: Session
  readonly more: { readonly accessToken: string }
}

async function newPerson(): Promise<Person> {
  people += 1
  const email = `old${people}@example.org`
  const { device, session } = await signIn(service, email)
  return { email, device, session, more: { accessToken: session.accessToken } }
}
function newAddress(): string {
  people += 1
  return `new${people}@example.org`
}
const lettersTo = (to: string) => service.mailbox.letters.filter((letter) => letter.to === to)
/** The next email after those that the address has. */
async function nextMail(to: string, work: () => Promise<unknown>, wanted?: RegExp): Promise<string> {
  const seen = service.mailbox.count(to, wanted)
  await work()
  const { subject, text } = await service.mailbox.next(to, seen, wanted)
  return `${subject}\n${text}`
}

async function start({ device, email, more }: Person, newEmail: string) {
  let flowId = ''
  const mail = await nextMail(
    email,
    async () => {
      const started = await device.ask('emailUpdateStart', { newEmail }, more)
      expect(started).toMatchObject({ action: 'VERIFY_PRIMARY_OTP', expiresIn: serviceLimits.flowLifetime })
      flowId = started.flowId
    },
    codeText,
  )
  return { flowId, oldCode: codeIn(mail) }
}
async function toSecondary(person: Person, newEmail: string) {
  const { flowId, oldCode } = await start(person, newEmail)
  const mail = await nextMail(newEmail, () =>
    person.device.ask('emailUpdateVerifyPrimary', { flowId, otp: oldCode }, person.more),
  )
  return { flowId, oldCode, mail }
}
/** Changes the address. @returns the email to the old one */
async function change(person: Person, newEmail: string): Promise<string> {
  const { flowId, mail } = await toSecondary(person, newEmail)
  return nextMail(person.email, async () => {
    const otp = codeIn(mail)
    expect(await person.device.ask('emailUpdateVerifySecondary', { flowId, otp }, person.more)).toEqual({
      email: newEmail,
    })
  })
}
const userOf = ({ device, more }: Person) => device.ask('user', {}, more)
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const eventsOf = async ({ device, more }: Person) =>
  (await device.ask('audit', {}, more)).entries.map(({ event }) => event)
const press = (link: string, headers: Record<string, string> = { Origin: publicUrl }) =>
  Promise.resolve(
    service.app.request('/v1/logins/undo', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ token: link.slice(link.lastIndexOf('/') + 1) }).toString(),
    }),
  )

describe('a change of the address', () => {
  test('takes a code of the old address, then one of the new; both are told, and other sessions end', async () => {
    const person = await newPerson()
    const other = await signIn(service, person.email)
    service.advance(1000)
    const newEmail = newAddress()
    const told = await change(person, newEmail)
    expect(told).toContain('The address of your wallet was changed')
    expect(told).not.toContain(newEmail)
    expect((await service.mailbox.next(newEmail, 1)).subject).toBe('The address of your wallet was changed')

    const { userId } = person.session
    expect(await userOf(person)).toMatchObject({ userId, email: newEmail })
    expect(await eventsOf(person)).toEqual(expect.arrayContaining(['identity.replaced', 'email-change.started']))
    const gone = { accessToken: other.session.accessToken }
    expect(await other.device.refused('user', {}, gone)).toMatchObject({ code: 'TOKEN_INVALID' })

    const again = await signIn(service, newEmail)
    expect(again.session.userId).toBe(userId)
  })

  test('the old address opens nothing while the change can be undone, and a new account afterwards [C286]', async () => {
    const person = await newPerson()
    await change(person, newAddress())
    const device = await createDevice(service.app)
    service.advance(31_000)
    const first = await approve(service, device, person.email)
    const verify = (flow: typeof first) => device.refused('emailVerify', { flowId: flow.flowId, otp: flow.code })
    expect(await verify(first)).toMatchObject({ code: 'LOGIN_REMOVED', status: 409 })
    // Nor does a device that it had signed in on.
    const { flowId } = await person.device.ask('emailStart', { email: person.email, projectId, hostOrigin })
    expect(await person.device.refused('emailVerify', { flowId, otp: '000000' })).toMatchObject({
      code: 'FLOW_NOT_APPROVED',
    })
    service.advance(serviceLimits.undoLifetime * 1000)
    const { session } = await signIn(service, person.email)
    expect(session.userId).not.toBe(person.session.userId)
    const { userId } = person.session
    expect((await service.store.accounts.identities(userId)).map(({ kind }) => kind)).toEqual(['email'])
  })

  test('needs the old mailbox: a session alone changes nothing, nor does the new mailbox [C285] [A21]', async () => {
    const victim = await newPerson()
    const mine = newAddress()
    // The thief has the session and the new mailbox, and guesses the code of the old one.
    const { flowId, oldCode } = await start(victim, mine)
    const guess = { flowId, otp: wrong(oldCode) }
    expect(await victim.device.refused('emailUpdateVerifySecondary', guess, victim.more)).toMatchObject({
      code: 'OTP_EXPIRED',
    })
    for (let left = serviceLimits.otpTries - 1; left >= 0; left -= 1)
      expect(await victim.device.refused('emailUpdateVerifyPrimary', guess, victim.more)).toMatchObject({
        code: 'OTP_INVALID',
        left,
      })
    const right = { flowId, otp: oldCode }
    expect(await victim.device.refused('emailUpdateVerifyPrimary', right, victim.more)).toMatchObject({
      code: 'OTP_LOCKED',
    })
    expect(lettersTo(mine)).toEqual([])
    expect(await userOf(victim)).toMatchObject({ email: victim.email })
    expect(await eventsOf(victim)).toContain('email-change.failed')

    // Somebody else's account is not changed by the owner of its future address.
    const thief = await newPerson()
    service.advance(31_000)
    const { flowId: foreign, oldCode: code } = await start(victim, thief.email)
    expect(
      await thief.device.refused('emailUpdateVerifyPrimary', { flowId: foreign, otp: code }, thief.more),
    ).toMatchObject({ code: 'OTP_EXPIRED' })
    expect(await thief.device.refused('emailUpdateStart', { newEmail: mine })).toMatchObject({ code: 'TOKEN_INVALID' })
  })

  test('needs the new mailbox: its code is asked even after the old one agreed [C285]', async () => {
    const person = await newPerson()
    const { flowId, oldCode, mail } = await toSecondary(person, newAddress())
    const otp = oldCode === codeIn(mail) ? wrong(oldCode) : oldCode
    expect(await person.device.refused('emailUpdateVerifySecondary', { flowId, otp }, person.more)).toMatchObject({
      code: 'OTP_INVALID',
    })
    expect(await userOf(person)).toMatchObject({ email: person.email })
  })

  test('ten wrong codes a day, of both addresses together, and no more [C288]', async () => {
    const person = await newPerson()
    const { flowId, mail } = await toSecondary(person, newAddress())
    const guess = { flowId, otp: wrong(codeIn(mail)) }
    for (let each = 0; each < 5; each += 1)
      await person.device.refused('emailUpdateVerifySecondary', guess, person.more)
    service.advance(31_000)
    const second = await start(person, newAddress())
    const more = { flowId: second.flowId, otp: wrong(second.oldCode) }
    for (let each = 0; each < 5; each += 1) await person.device.refused('emailUpdateVerifyPrimary', more, person.more)
    service.advance(31_000)
    expect(await person.device.refused('emailUpdateStart', { newEmail: newAddress() }, person.more)).toMatchObject({
      code: 'RATE_LIMITED',
    })
  })

  test('a code counts once, for its own change, before its time is over [C288]', async () => {
    const person = await newPerson()
    const newEmail = newAddress()
    const { flowId, oldCode, mail } = await toSecondary(person, newEmail)
    const primary = { flowId, otp: oldCode }
    expect(await person.device.refused('emailUpdateVerifyPrimary', primary, person.more)).toMatchObject({
      code: 'OTP_EXPIRED',
    })
    // The same session, on another device.
    const stranger = await createDevice(service.app)
    const secondary = { flowId, otp: codeIn(mail) }
    expect(await stranger.refused('emailUpdateVerifySecondary', secondary, person.more)).toMatchObject({ status: 401 })
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        person.device.send(endpoints.emailUpdateVerifySecondary, { ...person.more, body: secondary }),
      ),
    )
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)

    service.advance(31_000)
    const first = await start({ ...person, email: newEmail }, newAddress())
    service.advance(31_000)
    const next = await start({ ...person, email: newEmail }, newAddress())
    const replaced = { flowId: first.flowId, otp: first.oldCode }
    expect(await person.device.refused('emailUpdateVerifyPrimary', replaced, person.more)).toMatchObject({
      code: 'OTP_EXPIRED',
    })
    service.advance(serviceLimits.otpLifetime * 1000)
    const fresh = await person.device.ask('tokenRefresh', { refreshToken: person.session.refreshToken })
    const late = { flowId: next.flowId, otp: next.oldCode }
    expect(
      await person.device.refused('emailUpdateVerifyPrimary', late, { accessToken: fresh.accessToken }),
    ).toMatchObject({ code: 'OTP_EXPIRED' })
  })

  test('no answer tells whether the new address has an account; its owner is told by an email [C287]', async () => {
    const owner = await newPerson()
    const takenMail: string[] = []
    const answers = []
    for (const newEmail of [owner.email, newAddress()]) {
      const person = await newPerson()
      const { flowId, oldCode } = await start(person, newEmail)
      const ask = async (name: 'emailUpdateVerifyPrimary' | 'emailUpdateVerifySecondary', otp: string) => {
        const response = await person.device.send(endpoints[name], { ...person.more, body: { flowId, otp } })
        const body = response.status === 200 ? {} : ServiceError.parse(await response.json())
        return { status: response.status, ...body, requestId: '' }
      }
      const seen = lettersTo(newEmail).length
      const first = await ask('emailUpdateVerifyPrimary', oldCode)
      takenMail.push((await service.mailbox.next(newEmail, seen)).text)
      const tries = []
      for (let each = 0; each <= serviceLimits.otpTries; each += 1)
        tries.push(await ask('emailUpdateVerifySecondary', `99999${each}`))
      answers.push({ first, tries })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(takenMail[0]).toContain('It opens a wallet already')
    expect(takenMail[0]).not.toMatch(/\b\d{6}\b/)
    expect(takenMail[1]).toMatch(/\b\d{6}\b/)
    expect(lettersTo(owner.email).at(-1)?.subject).toBe('This address has a wallet')
  })

  test('an address that another account takes meanwhile is not taken over', async () => {
    const person = await newPerson()
    const newEmail = newAddress()
    const { flowId, mail } = await toSecondary(person, newEmail)
    service.advance(31_000)
    const { session } = await signIn(service, newEmail)
    const otp = codeIn(mail)
    expect(await person.device.refused('emailUpdateVerifySecondary', { flowId, otp }, person.more)).toMatchObject({
      code: 'IDENTITY_TAKEN',
    })
    expect(await userOf(person)).toMatchObject({ email: person.email })
    expect(session.userId).not.toBe(person.session.userId)
    // Nor one that is held for the account from which it was removed.
    const other = await newPerson()
    await change(other, newAddress())
    const asked = await toSecondary(await newPerson(), other.email)
    expect(asked.mail).toContain('This address has a wallet')
  })

  test('the address that the account has is refused, however it is written', async () => {
    const person = await newPerson()
    expect(
      await person.device.refused('emailUpdateStart', { newEmail: person.email.toUpperCase() }, person.more),
    ).toMatchObject({ code: 'EMAIL_UNCHANGED' })
  })

  test('for a day after it, keys are not exported and the recovery does not change [C291]', async () => {
    const person = await newPerson()
    const { walletId } = await register(person.device, person.session)
    await change(person, newAddress())
    const { recipient } = await createRecipient()
    const wanted = { walletId, what: 'words' as const, recipient }
    expect(await person.device.refused('exportTicket', wanted, person.more)).toMatchObject({ code: 'COOLING_OFF' })
    const inWallet = { ...person.more, params: { walletId, methodId: newMethod().methodId } }
    for (const [name, request] of [
      ['recoveryMethodAdd', newMethod('passkey')],
      ['recoveryMethodDelete', {}],
    ] as const)
      expect(await person.device.refused(name, request, inWallet), name).toMatchObject({ code: 'COOLING_OFF' })
  })
})

describe('undo', () => {
  test('the link of the old address puts it back, removes what came since, and signs everybody out [C289]', async () => {
    const victim = await newPerson()
    const mine = newAddress()
    const link = linkIn(await change(victim, mine))
    const { userId } = victim.session
    // The thief changes it once more, and adds a login.
    service.advance(31_000)
    const second = newAddress()
    await change({ ...victim, email: mine }, second)
    await service.store.accounts.addIdentity({
      kind: 'openid',
      issuer: 'https://id.example',
      subjectHash: `thief${people}`,
      display: new TextEncoder().encode(JSON.stringify({ provider: 'id' })),
      userId,
      identityId: `identity${people}`,
      max: 10,
      now: service.now(),
    })
    service.advance(serviceLimits.undoLifetime * 1000 - 60_000)
    const page = await service.app.request(new URL(link).pathname)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Undo the change')
    const done = await press(link)
    expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('The change is undone')])

    const identities = await service.store.accounts.identities(userId)
    expect(identities.map(({ kind, isPrimary }) => ({ kind, isPrimary }))).toEqual([{ kind: 'email', isPrimary: true }])
    const { refreshToken } = victim.session
    expect(await victim.device.refused('tokenRefresh', { refreshToken })).toMatchObject({ code: 'TOKEN_INVALID' })
    for (const to of [victim.email, second])
      await expect.poll(() => lettersTo(to).at(-1)?.subject).toBe('A change of the logins of your wallet was undone')
    expect((await signIn(service, victim.email)).session.userId).toBe(userId)
    expect((await signIn(service, mine)).session.userId).not.toBe(userId)
  })

  test('a thief who changes the address and changes it back has no link for later, and takes none from the owner [C354]', async () => {
    const victim = await newPerson()
    const { userId } = victim.session
    const [before] = await service.store.accounts.identities(userId)
    const theirs = newAddress()
    const link = linkIn(await change(victim, theirs))
    service.advance(31_000)
    const told = await change({ ...victim, email: theirs }, victim.email)
    expect(told).toContain('The address of your wallet was changed')
    expect(told).not.toContain('/logins/undo/')
    const now = async () =>
      (await service.store.accounts.identities(userId)).map(({ subjectHash, verifiedAt, isPrimary }) => ({
        subjectHash,
        verifiedAt,
        isPrimary,
      }))
    const asBefore = [{ subjectHash: before?.subjectHash, verifiedAt: before?.verifiedAt, isPrimary: true }]
    expect(await now()).toEqual(asBefore)
    service.advance(serviceLimits.undoLifetime * 1000 - 60_000)
    expect((await press(link)).status).toBe(200)
    expect(await now()).toEqual(asBefore)
  })

  test('the link of the owner removes a login that was added, removed and added again [C354]', async () => {
    const victim = await newPerson()
    const theirs = newAddress()
    await change(victim, theirs)
    service.advance(31_000)
    await change({ ...victim, email: theirs }, victim.email)
    service.advance(31_000)
    const link = linkIn(await change(victim, theirs))
    expect((await press(link)).status).toBe(200)
    expect((await signIn(service, victim.email)).session.userId).toBe(victim.session.userId)
    expect((await signIn(service, theirs)).session.userId).not.toBe(victim.session.userId)
  })

  test('starts the day again in which keys are not exported, and neither recovery nor logins change [C374]', async () => {
    const { email, device, session } = await newPerson()
    const person = { email, device, more: { accessToken: session.accessToken } }
    const { walletId } = await register(device, session)
    const link = linkIn(await change({ ...person, session }, newAddress()))
    service.advance(serviceLimits.exportWait * 1000)
    expect((await press(link)).status).toBe(200)
    const there = await signIn(service, email)
    const more = { accessToken: there.session.accessToken }
    const { recipient } = await createRecipient()
    const { methodId } = newMethod()
    const identityId = `late${people}`
    await service.store.accounts.addIdentity({
      kind: 'openid',
      issuer: 'https://id.example',
      subjectHash: identityId,
      display: new TextEncoder().encode(JSON.stringify({ provider: 'id' })),
      userId: session.userId,
      identityId,
      max: 10,
      now: service.now(),
    })
    const all = async () => [
      await there.device.refused('exportTicket', { walletId, what: 'words', recipient }, more),
      await there.device.refused('recoveryMethodDelete', {}, { ...more, params: { walletId, methodId } }),
      await there.device.refused('loginRemove', {}, { ...more, params: { loginId: identityId } }),
    ]
    expect((await all()).map(({ code }) => code)).toEqual(['COOLING_OFF', 'COOLING_OFF', 'COOLING_OFF'])
  })

  test.each(['identity.linked', 'identity.replaced', 'identity.removed', 'identity.restored'])(
    'for a day after %s, as the log has it, no key is exported, also if the login is an older one [C374]',
    async (event) => {
      const { device, session, more } = await newPerson()
      const { walletId } = await register(device, session)
      const { recipient } = await createRecipient()
      const { userId } = session
      const nobody = { deviceId: undefined, ipHash: undefined, uaHash: undefined, detail: {} }
      const request = { walletId, what: 'words', recipient } as const
      await service.store.audit.append({ ...nobody, at: service.now(), userId, event })
      expect(await device.refused('exportTicket', request, more)).toMatchObject({
        code: 'COOLING_OFF',
        retryAfter: serviceLimits.exportWait,
      })
    },
  )

  test('looking at the link changes nothing, and no other site presses its button [C289]', async () => {
    const person = await newPerson()
    const newEmail = newAddress()
    const link = linkIn(await change(person, newEmail))
    for (let each = 0; each < 10; each += 1) await service.app.request(new URL(link).pathname)
    expect((await press(link, { Origin: 'https://evil.example' })).status).toBe(403)
    expect((await press(link, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect(await userOf(person)).toMatchObject({ email: newEmail })
  })

  test('it works once, and not after three days [C289]', async () => {
    const person = await newPerson()
    const link = linkIn(await change(person, newAddress()))
    expect((await press(link)).status).toBe(200)
    const again = await press(link)
    expect([again.status, await again.text()]).toEqual([404, expect.stringContaining('no longer works')])

    const late = await newPerson()
    const newEmail = newAddress()
    const lateLink = linkIn(await change(late, newEmail))
    service.advance(serviceLimits.undoLifetime * 1000)
    expect((await press(lateLink)).status).toBe(404)
    expect((await service.app.request(new URL(lateLink).pathname)).status).toBe(404)
    expect((await signIn(service, newEmail)).session.userId).toBe(late.session.userId)
    expect((await press(`${publicUrl}/logins/undo/${'a'.repeat(43)}`)).status).toBe(404)
  })

  test('many presses at once undo it once', async () => {
    const person = await newPerson()
    const link = linkIn(await change(person, newAddress()))
    const all = await Promise.all(Array.from({ length: 8 }, () => press(link)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await service.store.accounts.identities(person.session.userId)).toHaveLength(1)
  })
})
