/** Records of smart sessions, with the real app and store. */
import { expect, test } from 'vitest'
import { register } from './custodian.ts'
import { signIn } from './device.ts'
import { hostOrigin, sharedTestService } from './service.ts'

const service = await sharedTestService()
let people = 0

async function newPerson() {
  people += 1
  const { device, session } = await signIn(service, `sessions${people}@example.org`)
  await register(device, session)
  const { wallet } = await device.ask('wallets', {}, { accessToken: session.accessToken })
  if (!wallet) throw new Error('no wallet')
  const account = `eip155:31337:${wallet.addresses.eip155}`
  const on = (of: string) => ({ accessToken: session.accessToken, params: { account: of } })
  return { device, account, more: on(account), on, userId: session.userId }
}
const soon = () => Math.floor(service.now() / 1000) + 600
const asked = (change: object = {}) => ({
  expiry: soon(),
  permissions: [{ type: 'native-token-transfer', data: { allowance: '0x5', recipients: [`0x${'c3'.repeat(20)}`] } }],
  policies: [],
  context: '0x1234' as const,
  url: hostOrigin,
  ...change,
})

test('a session is recorded, listed in the form of the hosted API, and marked as revoked once', async () => {
  const { device, more, userId } = await newPerson()
  expect(await device.ask('smartSessions', {}, more)).toEqual({ pcis: [] })
  const { url, ...rest } = asked()
  const { pci } = await device.ask('smartSessionAdd', { ...rest, url }, more)
  const { pcis } = await device.ask('smartSessions', {}, more)
  expect(pcis).toEqual([
    {
      ...rest,
      project: { id: expect.any(String) as string, name: new URL(url).host, url, iconUrl: null },
      pci,
      createdAt: expect.any(Number) as number,
      revokedAt: null,
    },
  ])
  await device.ask('smartSessionRevoke', { pci }, more)
  const [{ revokedAt } = { revokedAt: null }] = (await device.ask('smartSessions', {}, more)).pcis
  expect(Math.abs((revokedAt ?? 0) - service.now() / 1000)).toBeLessThan(60)
  service.advance(120_000)
  await device.ask('smartSessionRevoke', { pci }, more)
  expect((await device.ask('smartSessions', {}, more)).pcis).toMatchObject([{ pci, revokedAt }])
  const events = (await service.store.audit.ofUser(userId, { limit: 20 })).map(({ event }) => event)
  expect(events).toContain('smart-session.added')
  expect(events).toContain('smart-session.revoked')
})

test('an account neither reads nor ends the sessions of another one, and a page outside the project gets none [C313]', async () => {
  const [mine, theirs] = [await newPerson(), await newPerson()]
  const { pci } = await theirs.device.ask('smartSessionAdd', asked(), theirs.more)
  expect(await mine.device.refused('smartSessions', {}, theirs.on(theirs.account))).toMatchObject({
    code: 'TOKEN_INVALID',
  })
  for (const name of ['smartSessions', 'smartSessionAdd', 'smartSessionRevoke'] as const) {
    const request = { smartSessions: {}, smartSessionAdd: asked(), smartSessionRevoke: { pci } }[name]
    expect(await mine.device.refused(name, request, mine.on(theirs.account))).toMatchObject({ code: 'WALLET_UNKNOWN' })
    expect(await mine.device.refused(name, request, mine.on('solana:abc:def'))).toMatchObject({ code: 'BAD_REQUEST' })
  }
  expect(await mine.device.refused('smartSessionRevoke', { pci }, mine.more)).toMatchObject({ code: 'NOT_FOUND' })
  const elsewhere = asked({ url: 'https://evil.example' })
  expect(await mine.device.refused('smartSessionAdd', elsewhere, mine.more)).toMatchObject({
    code: 'ORIGIN_NOT_ALLOWED',
  })
  expect((await theirs.device.ask('smartSessions', {}, theirs.more)).pcis).toMatchObject([{ pci, revokedAt: null }])
  // Another network of the same account has its own list.
  const other = theirs.on(theirs.account.replace(':31337:', ':1:'))
  expect(await theirs.device.ask('smartSessions', {}, other)).toEqual({ pcis: [] })

  // One that has ended leaves the list after a month.
  await service.store.purge(service.now() + 30 * 24 * 60 * 60 * 1000)
  expect((await theirs.device.ask('smartSessions', {}, theirs.more)).pcis).toMatchObject([{ pci }])
  await service.store.purge(service.now() + 31 * 24 * 60 * 60 * 1000)
  expect(await theirs.device.ask('smartSessions', {}, theirs.more)).toEqual({ pcis: [] })
})
