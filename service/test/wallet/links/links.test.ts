/** Further logins that a signed-in user adds. Attacks: `attacks.full.test.ts`. */
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { expect, test } from 'vitest'
import { createDevice, signIn } from '../device.ts'
import { look, signIn as signInByFarcaster } from '../farcaster/support.ts'
import { hostOrigin } from '../service.ts'
import { challengeOf, secret } from '../social/device.ts'
import { newPerson, prove, sharedLinkService, signInAtAcme, startFarcasterLink, startLink } from './support.ts'

const service = await sharedLinkService()

test('a login that is added opens the same account; every address is told, other devices are signed out, and it is in the log', async () => {
  const person = await newPerson(service)
  const { email, device, userId, more, list } = person
  const elsewhere = await signIn(service, email)
  const started = await startLink(person)
  const { asked, answered } = await prove(service, started, 'Nadia')
  expect(asked).toContain('You are about to let this Acme account open a wallet here:')
  expect(answered).toContain('Go back to your wallet')
  const { flowId } = started.proof
  expect(await device.ask('socialFlow', {}, { params: { flowId } })).toEqual({
    status: 'proven',
    email: 'nadia@mail.example',
    userName: 'Nadia',
  })
  expect(await device.ask('socialLink', started.proof, more)).toEqual({ ok: true })
  expect(await list()).toMatchObject([{ email }, { provider: 'acme', userName: 'Nadia' }])
  const { accessToken } = elsewhere.session
  expect((await elsewhere.device.refused('user', {}, { accessToken })).code).toBe('TOKEN_INVALID')
  const letters = service.mailbox.letters.filter(({ to }) => to === email)
  expect(letters.at(-1)?.subject).toBe('A login was added to your wallet')
  const { entries } = await device.ask('audit', {}, more)
  expect(entries.map(({ event }) => event)).toContain('identity.linked')
  expect((await signInAtAcme(service, await createDevice(service.app), 'Nadia')).userId).toBe(userId)
})

test('a Farcaster login opens the same account too, and is named as the relay names it', async () => {
  const person = await newPerson(service)
  const { device, userId, more, list } = person
  const app = await service.farcaster.app('otto')
  const { url, proof } = await startFarcasterLink(person)
  await app.scan(url)
  expect(await look(device, proof.flowId, '20')).toEqual({ status: 'proven', userName: 'otto' })
  await device.ask('farcasterLink', proof, more)
  expect((await list())[1]).toMatchObject({ provider: 'farcaster', userName: 'otto' })
  const again = await signInByFarcaster(await createDevice(service.app), (link) => app.scan(link))
  expect(again.userId).toBe(userId)
})

test('adding needs a login of the last five minutes when it begins, and the list says how long that lasts', async () => {
  const person = await newPerson(service)
  const { device, more } = person
  const { freshFor } = await device.ask('logins', {}, more)
  expect(freshFor).toBeLessThanOrEqual(serviceLimits.freshProof)
  expect(freshFor).toBeGreaterThan(serviceLimits.freshProof - 30)
  const started = await startLink(person)
  await prove(service, started, 'Paula')
  service.advance(serviceLimits.freshProof * 1000 + 1)
  expect((await device.ask('logins', {}, more)).freshFor).toBe(0)
  const challenge = challengeOf(secret())
  const request = { provider: 'acme', hostOrigin, ticket: secret(), challenge }
  expect((await device.refused('socialLinkStart', request, more)).code).toBe('REAUTH_REQUIRED')
  expect((await device.refused('farcasterLinkStart', { hostOrigin, challenge }, more)).code).toBe('REAUTH_REQUIRED')
  expect(await device.ask('socialLink', started.proof, more)).toEqual({ ok: true })
})
