/** Login by email, with the real app and the real store. */
import { walletEndpoints } from '@airlock/protocol/wallet-service/endpoints.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { production } from '../records.ts'
import { approve, codeIn, createDevice, linkIn, pick, signIn, start } from './device.ts'
import { hostOrigin, projectId, startTestService, type TestService } from './service.ts'

const otherWallet = 'https://wallet.other.example'

let service: TestService
beforeAll(async () => {
  service = await startTestService(
    { limits: { mailsFromNetworkPerHour: 1000, codesFromNetworkPerMinute: 1000 } },
    { projects: [production, { ...production, projectId: 'other', walletOrigin: otherWallet }] },
  )
})
afterAll(() => service.stop())

describe('a new user', () => {
  test('approves the device from the mailbox, types the code, and is signed in', async () => {
    const device = await createDevice(service.app)
    const started = await start(device, 'Newcomer@Example.org')
    expect(started).toMatchObject({ action: 'VERIFY_DEVICE', expiresIn: 900, resendAfter: 30 })
    const letter = await service.mailbox.next('newcomer@example.org')
    expect(letter.text).toContain('Firefox on Linux')
    expect(letter.text).toContain('shop.example')
    const page = await (await service.app.request(linkIn(letter.text))).text()
    expect(page).toContain(`value="${started.matchNumber}"`)
    expect((await pick(service.app, linkIn(letter.text), started.matchNumber ?? 0)).status).toBe(200)
    expect(await device.ask('emailFlow', {}, { params: { flowId: started.flowId } })).toEqual({
      status: 'approved',
      action: 'VERIFY_OTP',
      recovery: 'none',
    })
    const otp = codeIn((await service.mailbox.next('newcomer@example.org', 1)).text)
    const session = await device.ask('emailVerify', { flowId: started.flowId, otp })
    expect(session).toMatchObject({ accessExpiresIn: 600, refreshExpiresIn: 30 * 24 * 3600 })
    const user = await device.ask('user', {}, { accessToken: session.accessToken })
    expect(user).toEqual({ userId: session.userId, email: 'newcomer@example.org' })
    expect(service.mailbox.letters.filter(({ to }) => to === 'newcomer@example.org')).toHaveLength(2)
  })

  test('is notified of the approval while waiting', async () => {
    const device = await createDevice(service.app)
    const { flowId, matchNumber } = await start(device, 'waiting@example.org')
    const looked = device.ask('emailFlow', { wait: '25' }, { params: { flowId } })
    const letter = await service.mailbox.next('waiting@example.org')
    await pick(service.app, linkIn(letter.text), matchNumber ?? 0)
    expect((await looked).status).toBe('approved')
  })

  test('is refused with another number, for good', async () => {
    const device = await createDevice(service.app)
    const { flowId, matchNumber = 0 } = await start(device, 'wrong@example.org')
    const link = linkIn((await service.mailbox.next('wrong@example.org')).text)
    expect((await pick(service.app, link, matchNumber === 99 ? 98 : matchNumber + 1)).status).toBe(400)
    expect((await pick(service.app, link, matchNumber)).status).not.toBe(400)
    expect(await device.ask('emailFlow', {}, { params: { flowId } })).toMatchObject({ status: 'denied' })
    expect(service.mailbox.letters.filter(({ to }) => to === 'wrong@example.org')).toHaveLength(1)
  })

  test('can report that it was not them', async () => {
    const device = await createDevice(service.app)
    const { flowId } = await start(device, 'notme@example.org')
    const link = linkIn((await service.mailbox.next('notme@example.org')).text)
    expect(await (await pick(service.app, link, 'none')).text()).toContain('This device was refused')
    expect((await device.refused('emailResend', { flowId })).code).toBe('FLOW_DENIED')
  })

  test('cannot have a code checked before the approval', async () => {
    const device = await createDevice(service.app)
    const { flowId } = await start(device, 'early@example.org')
    expect(await device.refused('emailVerify', { flowId, otp: '000000' })).toMatchObject({
      code: 'FLOW_NOT_APPROVED',
      status: 403,
    })
  })
})

describe('a returning user', () => {
  test('needs a code alone on the same device, and none while the session lives', async () => {
    const email = 'again@example.org'
    const { device, session } = await signIn(service, email)
    expect((await start(device, email)).action).toBe('CONNECT')
    await device.ask('signOut', {}, { accessToken: session.accessToken })
    expect((await device.refused('user', {}, { accessToken: session.accessToken })).code).toBe('TOKEN_INVALID')
    service.advance(31_000)
    const seen = service.mailbox.letters.filter(({ to }) => to === email).length
    const { flowId, action, matchNumber } = await start(device, email)
    expect({ action, matchNumber }).toEqual({ action: 'VERIFY_OTP', matchNumber: undefined })
    const otp = codeIn((await service.mailbox.next(email, seen)).text)
    expect((await device.ask('emailVerify', { flowId, otp })).userId).toBe(session.userId)
  })

  test('gets a code on request if the session answer was lost', async () => {
    const email = 'lost@example.org'
    const { device } = await signIn(service, email)
    service.advance(31_000)
    const request = { email, projectId, hostOrigin }
    expect(await device.ask('emailStart', request)).toMatchObject({ action: 'CONNECT' })
    const { action, flowId } = await device.ask('emailStart', { ...request, withoutSession: true })
    expect(action).toBe('VERIFY_OTP')
    const otp = codeIn((await service.mailbox.next(email, 2)).text)
    expect(await device.ask('emailVerify', { flowId, otp })).toHaveProperty('accessToken')
  })

  test('refreshes an expired token and continues', async () => {
    const { device, session } = await signIn(service, 'asleep@example.org')
    service.advance(11 * 60_000)
    const { accessToken, refreshToken } = session
    expect(await device.refused('user', {}, { accessToken })).toMatchObject({ code: 'TOKEN_EXPIRED', status: 401 })
    const next = await device.ask('tokenRefresh', { refreshToken })
    expect(await device.ask('user', {}, { accessToken: next.accessToken })).toHaveProperty('userId', session.userId)
  })

  test('is the same user on another device', async () => {
    const one = await signIn(service, 'two@example.org')
    service.advance(31_000)
    const two = await signIn(service, 'two@example.org')
    expect(two.session.userId).toBe(one.session.userId)
    expect(two.session.deviceId).not.toBe(one.session.deviceId)
    const { devices } = await two.device.ask('devices', {}, { accessToken: two.session.accessToken })
    expect(devices.map(({ isCurrent, label, hostOrigin: host }) => ({ isCurrent, label, host }))).toEqual(
      expect.arrayContaining([
        { isCurrent: true, label: 'Firefox on Linux', host: hostOrigin },
        { isCurrent: false, label: 'Firefox on Linux', host: hostOrigin },
      ]),
    )
  })

  test('removes a device, which is gone at once and stays gone', async () => {
    const email = 'revoke@example.org'
    const lost = await signIn(service, email)
    service.advance(31_000)
    const kept = await signIn(service, email)
    const { accessToken } = kept.session
    await kept.device.ask('deviceRevoke', {}, { accessToken, params: { deviceId: lost.session.deviceId } })
    const told = { code: 'DEVICE_REVOKED', status: 403 }
    expect(await lost.device.refused('user', {}, { accessToken: lost.session.accessToken })).toMatchObject(told)
    const { refreshToken } = lost.session
    expect(await lost.device.refused('tokenRefresh', { refreshToken })).toMatchObject(told)
    // Another device with its tokens does not learn the reason.
    expect((await kept.device.refused('tokenRefresh', { refreshToken })).code).toBe('TOKEN_INVALID')
    expect((await kept.device.refused('user', {}, { accessToken: lost.session.accessToken })).code).toBe(
      'TOKEN_INVALID',
    )
    const { entries } = await kept.device.ask('audit', {}, { accessToken })
    expect(entries[0]).toMatchObject({ event: 'device.revoked', deviceId: kept.session.deviceId })
  })
})

describe('an email', () => {
  test('cannot be asked for again within thirty seconds, and then has the same link', async () => {
    const device = await createDevice(service.app)
    const { flowId } = await start(device, 'resend@example.org')
    const first = await service.mailbox.next('resend@example.org')
    const refused = await device.refused('emailResend', { flowId })
    expect(refused).toMatchObject({ code: 'COOLDOWN', status: 429 })
    expect(refused.retryAfter).toBeGreaterThan(0)
    expect(refused.retryAfter).toBeLessThanOrEqual(30)
    service.advance(30_000)
    await device.ask('emailResend', { flowId })
    expect(linkIn((await service.mailbox.next('resend@example.org', 1)).text)).toBe(linkIn(first.text))
  })

  test('makes the earlier code invalid if it has a new one', async () => {
    const device = await createDevice(service.app)
    const { flowId, code } = await approve(service, device, 'newcode@example.org')
    service.advance(30_000)
    await device.ask('emailResend', { flowId })
    const fresh = codeIn((await service.mailbox.next('newcode@example.org', 2)).text)
    if (fresh !== code) expect((await device.refused('emailVerify', { flowId, otp: code })).code).toBe('OTP_INVALID')
    await device.ask('emailVerify', { flowId, otp: fresh })
  })

  test('comes at most five times an hour to one address, whoever asks', async () => {
    for (let sent = 0; sent < 5; sent += 1) await start(await createDevice(service.app), 'flood@example.org')
    const sixth = await createDevice(service.app)
    const refused = await sixth.refused('emailStart', { email: 'flood@example.org', projectId, hostOrigin })
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
    expect(refused.retryAfter).toBeGreaterThan(0)
    // A refused request still starts the wait until the next one.
    expect((await sixth.refused('emailStart', { email: 'flood@example.org', projectId, hostOrigin })).code).toBe(
      'COOLDOWN',
    )
  })
})

describe('a login request', () => {
  test('must come from a listed host of a known project, through the wallet’s origin', async () => {
    const device = await createDevice(service.app)
    const good = { email: 'origin@example.org', projectId, hostOrigin }
    const ofWallet = walletEndpoints.emailStart
    expect(await device.refused('emailStart', { ...good, projectId: 'nobody' })).toMatchObject({
      code: 'PROJECT_INVALID',
      status: 401,
    })
    for (const wrong of [
      { body: { ...good, hostOrigin: 'https://evil.example' } },
      { body: good, headers: { Origin: 'https://evil.example' } },
      { body: good, headers: { Origin: hostOrigin } },
      { body: good, headers: { Origin: 'null' } },
    ]) {
      const response = await device.send(ofWallet, wrong)
      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
    }
    await start(device, good.email)
  })

  test('is answered for a session only through the wallet’s origin of its own project [C341]', async () => {
    const { device, session } = await signIn(service, 'session@example.org')
    const { accessToken } = session
    await device.ask('user', {}, { accessToken })
    for (const origin of [otherWallet, hostOrigin, 'null'])
      expect(await device.refused('user', {}, { accessToken, headers: { Origin: origin } })).toMatchObject({
        code: 'ORIGIN_NOT_ALLOWED',
        status: 403,
      })
  })

  test('is answered only with the key that started the flow', async () => {
    const device = await createDevice(service.app)
    const { flowId } = await start(device, 'mine@example.org')
    const other = await createDevice(service.app)
    expect((await other.refused('emailFlow', {}, { params: { flowId } })).code).toBe('FLOW_UNKNOWN')
    expect((await other.refused('emailResend', { flowId })).code).toBe('FLOW_UNKNOWN')
    expect((await other.refused('emailVerify', { flowId, otp: '123456' })).code).toBe('OTP_EXPIRED')
  })
})

test('a login that took too long is over, and a clock that is set back does not revive it [F6]', async () => {
  const device = await createDevice(service.app)
  const { flowId, code } = await approve(service, device, 'late@example.org')
  service.advance(11 * 60_000)
  expect((await device.refused('emailVerify', { flowId, otp: code })).code).toBe('OTP_EXPIRED')
  service.advance(-11 * 60_000)
  expect((await device.refused('emailVerify', { flowId, otp: code })).code).toBe('OTP_EXPIRED')
})
