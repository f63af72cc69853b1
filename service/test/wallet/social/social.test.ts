/** Social login against a published OpenID provider, with the real app and the real store. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenIdProvider, startOpenIdProvider } from '../../../../e2e/world/openid-provider.ts'
import { createSocialProviders } from '../../../src/wallet/social/providers.ts'
import { production } from '../../records.ts'
import { codeIn, createDevice, type Device, signIn } from '../device.ts'
import { hostOrigin, publicUrl, startTestService, type TestService } from '../service.ts'
import { signInAt } from './at-provider.ts'
import { comeBack, formOf, leave, pickNumber, social, startSocial } from './device.ts'

const names = ['google', 'acme'] as const
let providers: readonly OpenIdProvider[]
let service: TestService

beforeAll(async () => {
  providers = await Promise.all(
    names.map((name) => startOpenIdProvider({ redirectUris: [`${publicUrl}/oauth/callback/${name}`] })),
  )
  const settings = names.map((id, index) => {
    const provider = providers[index]
    if (!provider) throw new Error('No provider')
    return { id, name: id === 'google' ? 'Google' : 'Acme', issuer: provider.issuer, ...provider.client }
  })
  service = await startTestService(
    {
      limits: { socialsFromNetworkPerMinute: 1000, approvalsFromNetworkPerMinute: 1000, mailsFromNetworkPerHour: 100 },
    },
    {
      socials: createSocialProviders(settings),
      projects: [
        {
          ...production,
          walletServiceUrl: publicUrl,
          socials: [{ id: 'google' }, { id: 'acme', name: 'Acme' }, { id: 'github' }],
        },
      ],
    },
  )
})
afterAll(async () => {
  await service.stop()
  await Promise.all(providers.map((provider) => provider.stop()))
})

/** From the press to the session, on a device that may be new. */
async function signInWith(device: Device, provider: string, login: string) {
  const started = await startSocial(device, provider)
  const callback = await signInAt(await leave(service.app, started.ticket), login)
  const page = await comeBack(service.app, callback)
  expect(page.status).toBe(200)
  const { status } = await device.ask('socialFlow', {}, { params: { flowId: started.flowId } })
  if (status === 'confirm')
    expect((await pickNumber(service.app, await formOf(page), started.matchNumber)).status).toBe(200)
  const { flowId, verifier } = started
  return { session: await device.ask('socialComplete', { flowId, verifier }), asked: status, callback, started }
}

/** Up to the pick of the number, on a device that is new to the account. */
async function prove(device: Device, provider: string, login: string) {
  const { ticket, matchNumber, flowId, verifier } = await startSocial(device, provider)
  const page = await comeBack(service.app, await signInAt(await leave(service.app, ticket), login))
  await pickNumber(service.app, await formOf(page), matchNumber)
  return { flowId, verifier }
}

describe('a newcomer', () => {
  test('signs in at the provider, picks the number, and has an account', async () => {
    const device = await createDevice(service.app)
    const started = await startSocial(device, 'google')
    const authorization = await leave(service.app, started.ticket)
    expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${publicUrl}/oauth/callback/google`,
    })
    const page = await comeBack(service.app, await signInAt(authorization, 'Nadia'))
    const text = await page.clone().text()
    expect(text).toContain('shop.example')
    expect(text).toContain('Firefox on Linux')
    expect(text).toContain(`value="${started.matchNumber}"`)
    const { flowId, verifier } = started
    const waiting = device.ask('socialFlow', { wait: '25', seen: 'confirm' }, { params: { flowId } })
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('FLOW_NOT_APPROVED')
    await pickNumber(service.app, await formOf(page), started.matchNumber)
    // Whose it is comes with the proof.
    expect(await waiting).toEqual({ status: 'proven' })
    const session = await device.ask('socialComplete', { flowId, verifier })
    expect(await device.ask('user', {}, { accessToken: session.accessToken })).toEqual({
      userId: session.userId,
      email: 'nadia@mail.example',
      userName: 'Nadia',
      provider: 'google',
    })
  })

  test('is the same user with the same provider on another device, and another with another provider', async () => {
    const one = await signInWith(await createDevice(service.app), 'google', 'Otto')
    const two = await signInWith(await createDevice(service.app), 'google', 'Otto')
    const other = await signInWith(await createDevice(service.app), 'acme', 'Otto')
    expect(two.session.userId).toBe(one.session.userId)
    expect(other.session.userId).not.toBe(one.session.userId)
  })

  test('picks no number again on a device that the account knows', async () => {
    const device = await createDevice(service.app)
    expect((await signInWith(device, 'google', 'Paula')).asked).toBe('confirm')
    expect((await signInWith(device, 'google', 'Paula')).asked).toBe('proven')
    expect((await signInWith(device, 'google', 'Quentin')).asked).toBe('confirm')
  })

  test('may open the window before the login is registered', async () => {
    const device = await createDevice(service.app)
    const { ticket, request } = social('google')
    const opened = leave(service.app, ticket)
    await device.ask('socialStart', request)
    expect((await opened).origin).toBe(providers[0]?.issuer)
  })

  test('hears that they have declined at the provider', async () => {
    const device = await createDevice(service.app)
    const { flowId, ticket, verifier } = await startSocial(device, 'google')
    const page = await comeBack(service.app, await signInAt(await leave(service.app, ticket), undefined))
    expect(page.status).toBe(403)
    expect(await device.ask('socialFlow', {}, { params: { flowId } })).toEqual({ status: 'declined' })
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('FLOW_DENIED')
  })

  test('is told of a provider that the project or the installation does not have', async () => {
    const device = await createDevice(service.app)
    for (const provider of ['github', 'facebook'])
      expect(await device.refused('socialStart', social(provider).request)).toMatchObject({
        code: 'PROVIDER_OFF',
        status: 400,
      })
    const config = await device.ask('config', { projectId: production.projectId })
    expect(config.socials).toEqual(['google', 'acme'])
  })
})

describe('after a full-page redirect', () => {
  const returnTo = `${hostOrigin}/cart?step=2#top`
  /** From the address to which the page comes back. */
  const resultIn = (page: Response) => {
    const back = new URL(page.headers.get('location') ?? '')
    const [flowId = '', returnCode = ''] = back.searchParams.get('airlock_social')?.split('.') ?? []
    return { back, flowId, returnCode }
  }

  test('a new device needs the number, and then the result in the page’s address', async () => {
    const device = await createDevice(service.app)
    const { ticket, verifier, matchNumber } = await startSocial(device, 'google', { returnTo })
    const page = await comeBack(service.app, await signInAt(await leave(service.app, ticket), 'Rita'))
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${hostOrigin};`)
    const picked = await pickNumber(service.app, await formOf(page), matchNumber)
    expect(picked.status).toBe(303)
    const { back, flowId, returnCode } = resultIn(picked)
    expect(`${back.origin}${back.pathname}${back.hash}`).toBe(`${hostOrigin}/cart#top`)
    expect(back.searchParams.get('step')).toBe('2')
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('VERIFIER_MISMATCH')
    expect(await device.ask('socialComplete', { flowId, verifier, returnCode })).toHaveProperty('accessToken')
  })

  test('a device that the account knows comes back at once', async () => {
    const device = await createDevice(service.app)
    await signInWith(device, 'google', 'Sven')
    const { ticket, verifier } = await startSocial(device, 'google', { returnTo })
    const page = await comeBack(service.app, await signInAt(await leave(service.app, ticket), 'Sven'))
    expect(page.status).toBe(303)
    const { flowId, returnCode } = resultIn(page)
    expect(await device.ask('socialComplete', { flowId, verifier, returnCode })).toHaveProperty('accessToken')
  })

  test.each(['none', 'another number'])(
    'the answer “%s” denies the login and leads back to the page',
    async (answer) => {
      const device = await createDevice(service.app)
      const { flowId, ticket, matchNumber } = await startSocial(device, 'google', { returnTo })
      const page = await comeBack(service.app, await signInAt(await leave(service.app, ticket), 'Theo'))
      const wrong = matchNumber === 99 ? 98 : matchNumber + 1
      const text = await (await pickNumber(service.app, await formOf(page), answer === 'none' ? 'none' : wrong)).text()
      expect(text).toContain(`href="${hostOrigin}/cart?step=2&amp;airlock_social=${flowId}#top"`)
      expect(text).toContain('Go back to shop.example')
      expect(await device.ask('socialFlow', {}, { params: { flowId } })).toEqual({ status: 'denied' })
    },
  )
})

describe('a sign-in on a device that the account does not know', () => {
  /** Waits for the emails of a user who signs in later, which are sent after any others. */
  const settled = async () => {
    service.advance(31_000)
    await signIn(service, 'later@mail.example')
  }
  const heard = /Somebody signed in with your account on shop\.example: Firefox on Linux/

  test('is told to every address of the account, once [C350]', async () => {
    const mailbox = await signIn(service, 'una@mail.example')
    const own = await createDevice(service.app)
    const { flowId, verifier } = await prove(own, 'google', 'Una')
    await own.refused('socialComplete', { flowId, verifier })
    service.advance(31_000)
    const { session } = await signIn(service, 'una@mail.example', own)
    // The mailbox has had the emails of its own sign-ins, and needs no other.
    expect(service.mailbox.count('una@mail.example', heard)).toBe(0)
    await own.ask('socialLink', { flowId, verifier }, { accessToken: session.accessToken })
    expect((await signInWith(await createDevice(service.app), 'google', 'Una')).session.userId).toBe(
      mailbox.session.userId,
    )
    await settled()
    expect(service.mailbox.count('una@mail.example', heard)).toBe(1)
    const known = await createDevice(service.app)
    await signInWith(known, 'google', 'Una')
    await settled()
    expect(service.mailbox.count('una@mail.example', heard)).toBe(2)
    await signInWith(known, 'google', 'Una')
    await settled()
    expect(service.mailbox.count('una@mail.example', heard)).toBe(2)
  })

  test('is told to the address of a social login, from its first sign-in on [C350]', async () => {
    await signInWith(await createDevice(service.app), 'google', 'Vito')
    await settled()
    const letters = service.mailbox.letters.filter(({ to }) => to === 'vito@mail.example')
    expect(letters.map(({ subject }) => subject)).toEqual(['A new device signed in on shop.example'])
  })
})

describe('an address that has an account', () => {
  test('does not open it: the login is refused until both are proven, and then belongs to it', async () => {
    const mailbox = await signIn(service, 'sara@mail.example')
    const device = await createDevice(service.app)
    const { flowId, verifier } = await prove(device, 'google', 'Sara')
    expect(await device.refused('socialComplete', { flowId, verifier })).toMatchObject({
      code: 'EMAIL_KNOWN',
      status: 409,
      email: 'sara@mail.example',
    })
    service.advance(31_000)
    const { session } = await signIn(service, 'sara@mail.example', device)
    expect(session.userId).toBe(mailbox.session.userId)
    await device.ask('socialLink', { flowId, verifier }, { accessToken: session.accessToken })
    expect((await signInWith(await createDevice(service.app), 'google', 'Sara')).session.userId).toBe(session.userId)
  })

  test('may have a separate account beside it, if the user says so', async () => {
    const mailbox = await signIn(service, 'tom@mail.example')
    const device = await createDevice(service.app)
    const { flowId, verifier } = await prove(device, 'acme', 'Tom')
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('EMAIL_KNOWN')
    const own = await device.ask('socialComplete', { flowId, verifier, isSeparate: true })
    expect(own.userId).not.toBe(mailbox.session.userId)
  })

  test('[C247] counts as none if the provider has not verified it', async () => {
    await signIn(service, 'unverified-uma@mail.example')
    const { session } = await signInWith(await createDevice(service.app), 'google', 'Unverified-Uma')
    const device = await createDevice(service.app)
    const user = await signInWith(device, 'google', 'Unverified-Uma')
    expect(user.session.userId).toBe(session.userId)
    expect(await device.ask('user', {}, { accessToken: user.session.accessToken })).not.toHaveProperty('email')
  })

  test('[C346] a login that was begun to sign in is not added to the user who signs in next on the device', async () => {
    await signIn(service, 'xenia@mail.example')
    const device = await createDevice(service.app)
    const { flowId, verifier } = await prove(device, 'google', 'Xenia')
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('EMAIL_KNOWN')
    service.advance(31_000)
    const { session } = await signIn(service, 'bystander@mail.example', device)
    const more = { accessToken: session.accessToken }
    expect((await device.refused('socialLink', { flowId, verifier }, more)).code).toBe('FLOW_UNKNOWN')
  })

  test('a login of another account is not taken over', async () => {
    await signInWith(await createDevice(service.app), 'google', 'Vera')
    const { device, session } = await signIn(service, 'vera@mail.example')
    const { accessToken } = session
    const { flowId, verifier } = await prove(device, 'google', 'Vera')
    expect((await device.refused('socialLink', { flowId, verifier }, { accessToken })).code).toBe('IDENTITY_TAKEN')
    service.advance(6 * 60_000)
    expect((await device.refused('socialLink', { flowId, verifier }, { accessToken })).code).toBe('REAUTH_REQUIRED')
  })
})

describe('an account without an email login', () => {
  test('gets one by a code to it, after a fresh login; then both open it [C285]', async () => {
    const device = await createDevice(service.app)
    const { session } = await signInWith(device, 'google', 'Yara')
    const more = { accessToken: session.accessToken }
    const newEmail = 'yara@letters.example'
    service.advance(6 * 60_000)
    expect(await device.refused('emailUpdateStart', { newEmail }, more)).toMatchObject({ code: 'REAUTH_REQUIRED' })
    const again = { accessToken: (await signInWith(device, 'google', 'Yara')).session.accessToken }
    const { flowId, action } = await device.ask('emailUpdateStart', { newEmail }, again)
    expect(action).toBe('VERIFY_SECONDARY_OTP')
    const otp = codeIn((await service.mailbox.next(newEmail)).text)
    expect(await device.refused('emailUpdateVerifyPrimary', { flowId, otp }, again)).toMatchObject({
      code: 'OTP_EXPIRED',
    })
    expect(await device.ask('emailUpdateVerifySecondary', { flowId, otp }, again)).toEqual({ email: newEmail })
    const added = await service.mailbox.next('yara@mail.example', 0, /one more login/)
    expect(added.subject).toBe('A login was added to your wallet')
    const { logins } = await device.ask('logins', {}, again)
    expect(logins.map(({ provider, email }) => [provider, email])).toEqual([
      ['google', 'yara@mail.example'],
      [undefined, newEmail],
    ])
    service.advance(31_000)
    expect((await signIn(service, newEmail)).session.userId).toBe(session.userId)
    expect((await signInWith(await createDevice(service.app), 'google', 'Yara')).session.userId).toBe(session.userId)
  })
})

test('the log of the account names the logins, and no log holds a code, a token or an address', async () => {
  const device = await createDevice(service.app)
  const { session, callback } = await signInWith(device, 'google', 'Wanda')
  const { entries } = await device.ask('audit', {}, { accessToken: session.accessToken })
  expect(entries.map(({ event }) => event)).toContain('login.done')
  const written = service.logs.join('\n')
  for (const secret of [callback.searchParams.get('code'), callback.searchParams.get('state'), 'wanda@'])
    expect(written).not.toContain(secret)
})
