/** Tickets for the export of secrets, with the real app, store and outbox. */
import { randomUUID } from 'node:crypto'
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { exportPlaceText, sealingInfo } from '@airlock/protocol/wallet-service/texts.ts'
import { expect, test } from 'vitest'
import { createRecipient, newCandidate, register, store } from './custodian.ts'
import { codeIn, createDevice, signIn } from './device.ts'
import { hostOrigin, projectId, sharedTestService } from './service.ts'

const service = await sharedTestService({ limits: { mailsFromNetworkPerHour: 1000, codesFromNetworkPerMinute: 1000 } })
let people = 0

async function newPerson() {
  people += 1
  const email = `exports${people}@example.org`
  const { device, session } = await signIn(service, email)
  const candidate = await register(device, session)
  const { recipient, open } = await createRecipient()
  const request = { walletId: candidate.walletId, what: 'words' as const, recipient }
  return { email, device, session, candidate, request, open, more: { accessToken: session.accessToken } }
}

test('a fresh login gets a ticket for one device and one secret; it is in the log, and in an email', async () => {
  const { email, device, candidate, request, open, more } = await newPerson()
  const { ticket, expiresIn } = await device.ask('exportTicket', request, more)
  expect(expiresIn).toBe(serviceLimits.exportTicketLifetime)
  expect(ticket).toMatchObject({ walletId: candidate.walletId, setId: candidate.set.setId, what: 'words' })
  const info = sealingInfo.exportTicket
  expect(await open(ticket.sealedTicket, info, exportPlaceText(ticket, 'words'))).toBe(candidate.set.authShare)
  for (const [otherInfo, place] of [
    [sealingInfo.authShare, exportPlaceText(ticket, 'words')],
    [info, exportPlaceText(ticket, 'eip155')],
  ] as const)
    await expect(open(ticket.sealedTicket, otherInfo, place)).rejects.toThrow()

  const { entries } = await device.ask('audit', {}, more)
  expect(entries[0]).toMatchObject({ event: 'key.exported' })
  const mail = await service.mailbox.next(email, 2)
  expect(mail.subject).toContain('The keys of your wallet were shown')
  expect(mail.text).toContain('The secret words of your wallet were shown')
  expect(mail.text).not.toContain(candidate.set.authShare)
})

test('a kit is in the log and in an email as such, and the account says when the last one was made', async () => {
  const { email, device, request, more } = await newPerson()
  expect(await device.ask('user', {}, more)).not.toHaveProperty('kitMadeAt')
  await device.ask('exportTicket', request, more)
  expect(await device.ask('user', {}, more)).not.toHaveProperty('kitMadeAt')
  await device.ask('exportTicket', { ...request, what: 'kit' }, more)
  const { entries } = await device.ask('audit', {}, more)
  expect(entries[0]).toMatchObject({ event: 'kit.made' })
  service.advance(1000)
  expect(await device.ask('user', {}, more)).toMatchObject({ kitMadeAt: entries[0]?.at })
  const mails = [await service.mailbox.next(email, 2), await service.mailbox.next(email, 3)]
  expect(mails.map(({ subject }) => subject).join()).toContain('A recovery kit of your wallet was made')
})

test('a login that is older than five minutes gets no ticket [C274]', async () => {
  const { device, request, more } = await newPerson()
  service.advance(serviceLimits.freshProof * 1000 + 1)
  for (const what of ['words', 'kit'] as const)
    expect(await device.refused('exportTicket', { ...request, what }, more)).toMatchObject({
      code: 'REAUTH_REQUIRED',
      status: 403,
    })
  const { entries } = await device.ask('audit', {}, more)
  for (const event of ['key.exported', 'kit.made']) expect(entries.map((each) => each.event)).not.toContain(event)
})

test('another device, another user and a candidate get no ticket [C273]', async () => {
  const owner = await newPerson()
  const thief = await newPerson()
  const foreign = { ...thief.request, walletId: owner.candidate.walletId }
  expect(await thief.device.refused('exportTicket', foreign, thief.more)).toMatchObject({ code: 'WALLET_UNKNOWN' })
  const unknown = { ...thief.request, walletId: randomUUID() }
  expect(await thief.device.refused('exportTicket', unknown, thief.more)).toMatchObject({ code: 'WALLET_UNKNOWN' })
  // The token of the owner with the key of another device.
  const stranger = await createDevice(service.app)
  expect(await stranger.refused('exportTicket', owner.request, owner.more)).toMatchObject({ status: 401 })
  // Signed in to the same account, without a share set.
  service.advance(31_000)
  const second = await signIn(service, owner.email)
  const more = { accessToken: second.session.accessToken }
  expect(await second.device.refused('exportTicket', owner.request, more)).toMatchObject({ code: 'SHARE_SET_UNKNOWN' })

  const { device, session } = await signIn(service, 'pending@example.org')
  const candidate = await newCandidate()
  await store(device, session, candidate)
  const pending = { ...owner.request, walletId: candidate.walletId }
  expect(await device.refused('exportTicket', pending, { accessToken: session.accessToken })).toMatchObject({
    code: 'WALLET_UNKNOWN',
  })
})

test('for a day after a login was added to the account there is no ticket [C277]', async () => {
  const { email, device, session, request, more } = await newPerson()
  service.advance(1000)
  const login = {
    kind: 'openid' as const,
    issuer: 'https://id.example',
    subjectHash: 'subject',
    display: new TextEncoder().encode(JSON.stringify({ provider: 'id', email: 'second@example.org' })),
  }
  await service.store.transaction(async (tx) => {
    await tx.accounts.lock(session.userId)
    await tx.accounts.addIdentity({
      ...login,
      userId: session.userId,
      identityId: 'identity',
      max: 10,
      now: service.now(),
    })
  })
  const refused = await device.refused('exportTicket', request, more)
  expect(refused).toMatchObject({ code: 'COOLING_OFF', status: 423, retryAfter: serviceLimits.exportWait })

  service.advance((serviceLimits.exportWait - 60) * 1000)
  const { flowId } = await device.ask('emailStart', { email, projectId, hostOrigin, withoutSession: true })
  const { accessToken } = await device.ask('emailVerify', {
    flowId,
    otp: codeIn((await service.mailbox.next(email, 2)).text),
  })
  expect((await device.refused('exportTicket', request, { accessToken })).code).toBe('COOLING_OFF')
  service.advance(61_000)
  expect(await device.ask('exportTicket', request, { accessToken })).toHaveProperty('ticket')
  // Both addresses are told.
  expect((await service.mailbox.next('second@example.org')).subject).toContain('were shown')
})

test('an account gets ten tickets an hour and no more [C273]', async () => {
  const { device, request, more } = await newPerson()
  for (let each = 0; each < 10; each += 1) await device.ask('exportTicket', request, more)
  expect(await device.refused('exportTicket', request, more)).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
})
