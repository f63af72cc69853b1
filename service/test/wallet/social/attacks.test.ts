/**
 * Attacks on social login, with a provider that plays along with the attacker, and a published one that does not. Each is refused by the
 * service, and the login of the victim stays as it was.
 */
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenIdProvider, startOpenIdProvider } from '../../../../e2e/world/openid-provider.ts'
import { rateTable } from '../../../src/wallet/domain/rates.ts'
import type { SocialProvider } from '../../../src/wallet/social/provider.ts'
import { createSocialProviders } from '../../../src/wallet/social/providers.ts'
import { production } from '../../records.ts'
import { createDevice, type Device, signIn } from '../device.ts'
import { hostOrigin, publicUrl, startTestService, type TestService } from '../service.ts'
import { signInAt } from './at-provider.ts'
import { challengeOf, comeBack, formOf, leave, pickNumber, secret, social, startSocial } from './device.ts'
import { type Changes, type HostileProvider, hostileClient, startHostileProvider } from './hostile-provider.ts'

let honest: OpenIdProvider
let hostile: HostileProvider
let service: TestService

const callbackOf = (name: string) => `${publicUrl}/oauth/callback/${name}`

beforeAll(async () => {
  honest = await startOpenIdProvider({ redirectUris: [callbackOf('honest')] })
  hostile = await startHostileProvider()
  const settings = [
    { id: 'honest', name: 'Honest', issuer: honest.issuer, ...honest.client },
    { id: 'hostile', name: 'Hostile', issuer: hostile.issuer, ...hostileClient },
    { id: 'down', name: 'Down', issuer: 'http://127.0.0.1:1', ...hostileClient },
  ]
  const socials = settings.map(({ id, name }) => ({ id, name }))
  service = await startTestService(
    { limits: { socialsFromNetworkPerMinute: 1000, approvalsFromNetworkPerMinute: 1000 } },
    {
      socials: createSocialProviders(settings),
      projects: [{ ...production, walletServiceUrl: publicUrl, socials }],
    },
  )
})
beforeEach(() => hostile.change({}))
afterAll(async () => {
  await service.stop()
  await Promise.all([honest.stop(), hostile.stop()])
})

const returnTo = `${hostOrigin}/`
const statusOf = async (device: Device, flowId: string) =>
  (await device.ask('socialFlow', {}, { params: { flowId } })).status

/** The address with which the provider sends the victim back, without any forms. */
const answer = (name: string, state: string | null, more: Readonly<Record<string, string>> = {}) =>
  new URL(`${callbackOf(name)}?${new URLSearchParams({ code: 'code', state: state ?? '', ...more })}`)

describe('[C240] [A13] an attacker who sends a victim the address of their own login', () => {
  test('is not signed in as that user, who sees no number', async () => {
    const attacker = await createDevice(service.app)
    const { flowId, ticket, verifier, matchNumber } = await startSocial(attacker, 'honest')
    // The victim follows the link and signs in at the provider, as usual.
    const callback = await signInAt(await leave(service.app, ticket), 'Victim')
    const page = await comeBack(service.app, callback)
    const form = await formOf(page)
    expect((await attacker.refused('socialComplete', { flowId, verifier })).code).toBe('FLOW_NOT_APPROVED')
    // The attacker knows the state and the number, but not what the victim's browser was sent.
    const state = callback.searchParams.get('state') ?? ''
    expect((await pickNumber(service.app, { state, token: secret() }, matchNumber)).status).toBe(404)
    const again = await comeBack(service.app, callback)
    expect(again.status).toBe(409)
    expect(await again.text()).not.toContain(form.token)
    expect(await statusOf(attacker, flowId)).toBe('confirm')
    expect((await pickNumber(service.app, form, 'none')).status).toBe(200)
    expect(await statusOf(attacker, flowId)).toBe('denied')
    expect((await attacker.refused('socialComplete', { flowId, verifier })).code).toBe('FLOW_DENIED')
  })

  test('loses the login when another number is picked', async () => {
    const attacker = await createDevice(service.app)
    const { flowId, ticket, matchNumber } = await startSocial(attacker, 'honest')
    const form = await formOf(await comeBack(service.app, await signInAt(await leave(service.app, ticket), 'Victim')))
    expect((await pickNumber(service.app, form, matchNumber === 99 ? 98 : matchNumber + 1)).status).toBe(400)
    expect(await (await pickNumber(service.app, form, matchNumber)).text()).toContain('Nobody was signed in')
    expect(await statusOf(attacker, flowId)).toBe('denied')
  })

  test('gets nothing by full-page redirect either: the code goes to the page that the victim comes back to', async () => {
    const attacker = await createDevice(service.app)
    const { flowId, ticket, verifier, matchNumber } = await startSocial(attacker, 'honest', { returnTo })
    const page = await comeBack(service.app, await signInAt(await leave(service.app, ticket), 'Victim'))
    const picked = await pickNumber(service.app, await formOf(page), matchNumber)
    expect(picked.headers.get('location')).toContain('airlock_social')
    for (const returnCode of [undefined, secret()])
      expect((await attacker.refused('socialComplete', { flowId, verifier, returnCode })).code).toBe(
        'VERIFIER_MISMATCH',
      )
  })
})

describe('[C348] [A13] a page to which the user comes back, and which began the login itself', () => {
  test('gets no code unless the user picks its number, for a device that is not the user’s', async () => {
    const page = await createDevice(service.app)
    const { flowId, ticket, verifier } = await startSocial(page, 'honest', { returnTo })
    const answered = await comeBack(service.app, await signInAt(await leave(service.app, ticket), 'Victim'))
    expect(answered.status).toBe(200)
    expect(answered.headers.get('location')).toBeNull()
    expect(await answered.clone().text()).toContain('You are about to sign in with Honest here')
    expect((await page.refused('socialComplete', { flowId, verifier })).code).toBe('FLOW_NOT_APPROVED')
    const denied = await pickNumber(service.app, await formOf(answered), 'none')
    expect(denied.status).toBe(200)
    expect(await denied.text()).not.toMatch(/airlock_social=[^"]+\./)
    expect((await page.refused('socialComplete', { flowId, verifier })).code).toBe('FLOW_DENIED')
  })
})

describe('[C349] [A13] the device that began a login', () => {
  test.each([{}, { returnTo }])(
    'does not learn who came back from the provider without the proof (%o)',
    async (more) => {
      await signIn(service, 'wanted@mail.example')
      service.advance(31_000)
      const device = await createDevice(service.app)
      const { flowId, ticket, verifier, matchNumber } = await startSocial(device, 'honest', more)
      const page = await comeBack(service.app, await signInAt(await leave(service.app, ticket), 'Wanted'))
      const look = () => device.ask('socialFlow', {}, { params: { flowId } })
      expect(await look()).toEqual({ status: 'confirm' })
      await pickNumber(service.app, await formOf(page), matchNumber)
      expect(await look()).toEqual({ status: 'proven' })
      const refused = await device.refused('socialComplete', { flowId, verifier: secret() })
      expect(refused).not.toHaveProperty('email')
      if ('returnTo' in more)
        expect(await device.refused('socialComplete', { flowId, verifier })).not.toHaveProperty('email')
    },
  )
})

describe('[C241] [A13] one provider that answers for another', () => {
  test('its answer does not count: each provider has its own address here', async () => {
    const device = await createDevice(service.app)
    const { flowId, ticket, verifier } = await startSocial(device, 'honest')
    const state = (await leave(service.app, ticket)).searchParams.get('state')
    expect((await comeBack(service.app, answer('hostile', state))).status).toBe(404)
    expect((await comeBack(service.app, answer('toString', state))).status).toBe(404)
    expect(hostile.asked).toHaveLength(0)
    expect(await statusOf(device, flowId)).toBe('pending')
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('FLOW_NOT_APPROVED')
  })

  test('cannot name another issuer, in its answer or in its metadata', async () => {
    const device = await createDevice(service.app)
    const { flowId, ticket } = await startSocial(device, 'honest')
    const callback = await signInAt(await leave(service.app, ticket), 'Iris')
    callback.searchParams.set('iss', hostile.issuer)
    expect((await comeBack(service.app, callback)).status).toBe(502)
    expect(await statusOf(device, flowId)).toBe('failed')
    await expect(freshHostile({ metadata: { issuer: honest.issuer } }).authorize(ask)).rejects.toThrow()
  })
})

describe('[C242] [A13] an answer that is used again', () => {
  test('counts once: at the callback, and at the end', async () => {
    const device = await createDevice(service.app)
    const { flowId, ticket, verifier, matchNumber } = await startSocial(device, 'hostile')
    const state = (await leave(service.app, ticket)).searchParams.get('state')
    const nonce = (await leave(service.app, ticket)).searchParams.get('nonce')
    hostile.change({ claims: { nonce, sub: 'once' } })
    const before = hostile.asked.length
    const pages = await Promise.all([1, 2, 3, 4].map(() => comeBack(service.app, answer('hostile', state))))
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(pages.filter(({ status }) => status === 409)).toHaveLength(3)
    expect(hostile.asked.length - before).toBe(1)
    const page = pages.find(({ status }) => status === 200)
    if (!page) throw new Error('No page')
    await pickNumber(service.app, await formOf(page), matchNumber)
    const ends = await Promise.all(
      [1, 2, 3].map(() => device.send(socialEndpoints.socialComplete, { body: { flowId, verifier } })),
    )
    expect(ends.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(ends.filter(({ status }) => status === 409)).toHaveLength(2)
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('ALREADY_USED')
    await expect(leave(service.app, ticket)).rejects.toThrow('409')
  })

  test('after its time counts as nothing', async () => {
    const device = await createDevice(service.app)
    const { flowId, ticket, verifier } = await startSocial(device, 'honest')
    const callback = await signInAt(await leave(service.app, ticket), 'Late')
    service.advance(601_000)
    expect((await comeBack(service.app, callback)).status).toBe(410)
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('FLOW_EXPIRED')
  })
})

describe('[C243] [A13, A14] a stolen state, ticket or id of a login', () => {
  test('completes nothing without the device key and the verifier', async () => {
    const device = await createDevice(service.app)
    const { flowId, ticket, verifier, matchNumber } = await startSocial(device, 'honest')
    const callback = await signInAt(await leave(service.app, ticket), 'Kira')
    await pickNumber(service.app, await formOf(await comeBack(service.app, callback)), matchNumber)
    const thief = await createDevice(service.app)
    for (const stolen of [verifier, secret()])
      expect((await thief.refused('socialComplete', { flowId, verifier: stolen })).code).toBe('FLOW_UNKNOWN')
    expect((await thief.refused('socialFlow', {}, { params: { flowId } })).code).toBe('FLOW_UNKNOWN')
    expect((await device.refused('socialComplete', { flowId, verifier: secret() })).code).toBe('VERIFIER_MISMATCH')
    const { session } = await signIn(service, 'thief@mail.example', thief)
    const { accessToken } = session
    expect((await thief.refused('socialLink', { flowId, verifier }, { accessToken })).code).toBe('FLOW_UNKNOWN')
    expect(await device.ask('socialComplete', { flowId, verifier })).toHaveProperty('accessToken')
  })

  test('an unknown state leads nowhere, and a ticket is taken once', async () => {
    expect((await comeBack(service.app, answer('honest', secret()))).status).toBe(404)
    expect((await comeBack(service.app, answer('honest', null))).status).toBe(404)
    const device = await createDevice(service.app)
    const { request } = social('honest')
    await device.ask('socialStart', request)
    const thief = await createDevice(service.app)
    expect((await thief.refused('socialStart', request)).code).toBe('BAD_REQUEST')
  })
})

describe('[C244] an open redirect', () => {
  test.each([
    'https://evil.example/',
    'https://shop.example.evil.example/',
    'https://shop.example@evil.example/',
    'http://shop.example/',
    'https://wallet.example/',
  ])('is refused at the start if it leads to %s', async (returnTo) => {
    const device = await createDevice(service.app)
    expect((await device.refused('socialStart', social('honest', { returnTo }).request)).code).toBe(
      'ORIGIN_NOT_ALLOWED',
    )
  })

  test.each(['javascript:alert(1)', '//evil.example/', 'data:text/html,x'])(
    'is a malformed request if it is %s',
    async (returnTo) => {
      const device = await createDevice(service.app)
      expect((await device.refused('socialStart', social('honest', { returnTo }).request)).code).toBe('BAD_REQUEST')
    },
  )

  test('goes nowhere if it is in the answer of a provider', async () => {
    const device = await createDevice(service.app)
    const { ticket, matchNumber } = await startSocial(device, 'hostile', { returnTo })
    const authorization = await leave(service.app, ticket)
    hostile.change({ claims: { nonce: authorization.searchParams.get('nonce'), sub: 'redirected' } })
    const state = authorization.searchParams.get('state')
    const more = { returnTo: 'https://evil.example/', redirect_uri: 'https://evil.example/' }
    const asked = await comeBack(service.app, answer('hostile', state, more))
    const page = await pickNumber(service.app, await formOf(asked), matchNumber)
    const back = new URL(page.headers.get('location') ?? '')
    expect(back.origin).toBe(hostOrigin)
    expect([...back.searchParams.keys()]).toEqual(['airlock_social'])
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  })
})

const ask = { redirectUri: callbackOf('hostile'), state: 'state', nonce: 'nonce', verifier: secret() }

/** Without what an earlier test has made it remember. */
function freshHostile(changes: Changes): SocialProvider {
  hostile.change(changes)
  const provider = createSocialProviders([
    { id: 'hostile', name: 'Hostile', issuer: hostile.issuer, ...hostileClient },
  ]).get('hostile')
  if (!provider) throw new Error('No provider')
  return provider
}

describe('[C245] [A13] an ID token', () => {
  const now = Math.floor(Date.now() / 1000)
  test.each<[string, Changes]>([
    ['for another client', { claims: { aud: 'another' } }],
    ['for several, of which this one is not the authorized party', { claims: { aud: ['airlock', 'x'], azp: 'x' } }],
    ['with the nonce of another login', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['of another issuer', { claims: { iss: 'https://accounts.google.com' } }],
    ['that has expired', { claims: { iat: now - 900, exp: now - 300 } }],
    ['signed by another key', { isForged: true }],
    ['that is missing', { isBare: true }],
    ['without a subject', { claims: { sub: undefined } }],
  ])('%s is refused', async (_, changes) => {
    const device = await createDevice(service.app)
    const { flowId, ticket, verifier } = await startSocial(device, 'hostile')
    const authorization = await leave(service.app, ticket)
    const nonce = authorization.searchParams.get('nonce')
    hostile.change({ ...changes, claims: { nonce, ...changes.claims } })
    const page = await comeBack(service.app, answer('hostile', authorization.searchParams.get('state')))
    expect(page.status).toBe(502)
    expect(await statusOf(device, flowId)).toBe('failed')
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('PROVIDER_FAILED')
  })

  test('is accepted if every claim is right', async () => {
    const device = await createDevice(service.app)
    const { flowId, ticket } = await startSocial(device, 'hostile')
    const authorization = await leave(service.app, ticket)
    hostile.change({ claims: { nonce: authorization.searchParams.get('nonce') } })
    expect((await comeBack(service.app, answer('hostile', authorization.searchParams.get('state')))).status).toBe(200)
    expect(await statusOf(device, flowId)).toBe('confirm')
  })
})

describe('[C246] [A13] downgraded PKCE', () => {
  test('is refused by the service: a provider without S256 is not used', async () => {
    await expect(
      freshHostile({ metadata: { code_challenge_methods_supported: ['plain'] } }).authorize(ask),
    ).rejects.toThrow('S256')
  })

  test('does not come from here: each exchange has the verifier of its own challenge', async () => {
    const device = await createDevice(service.app)
    const { ticket } = await startSocial(device, 'hostile')
    const authorization = await leave(service.app, ticket)
    await comeBack(service.app, answer('hostile', authorization.searchParams.get('state')))
    const verifier = hostile.asked.at(-1)?.get('code_verifier') ?? ''
    expect(challengeOf(verifier)).toBe(authorization.searchParams.get('code_challenge'))
    expect(authorization.searchParams.get('code_challenge_method')).toBe('S256')
  })

  test('is refused by the provider: a challenge that is taken out of the address, or made plain', async () => {
    const device = await createDevice(service.app)
    for (const downgrade of [
      (url: URL) => url.searchParams.delete('code_challenge'),
      (url: URL) => url.searchParams.set('code_challenge_method', 'plain'),
    ]) {
      const { flowId, ticket } = await startSocial(device, 'honest')
      const authorization = await leave(service.app, ticket)
      downgrade(authorization)
      const callback = await signInAt(authorization, 'Downgraded')
      expect((await comeBack(service.app, callback)).status).toBe(502)
      expect(await statusOf(device, flowId)).toBe('failed')
    }
  })

  test('a stolen code is of no use at the provider: only the service has the verifier', async () => {
    const device = await createDevice(service.app)
    const { ticket } = await startSocial(device, 'honest')
    const authorization = await leave(service.app, ticket)
    const code = (await signInAt(authorization, 'Robbed')).searchParams.get('code') ?? ''
    const exchange = (more: Readonly<Record<string, string>>) =>
      fetch(`${honest.issuer}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code,
          redirect_uri: callbackOf('honest'),
          client_id: honest.client.clientId,
          client_secret: honest.client.clientSecret,
          ...more,
        }),
      })
    expect((await exchange({})).status).toBe(400)
    expect((await exchange({ code_verifier: secret() })).status).toBe(400)
    expect(authorization.href).not.toContain('code_verifier')
  })
})

describe('[C247] [A13] an account taken over by an equal address', () => {
  test('stays closed to a provider that vouches for it', async () => {
    const victim = await signIn(service, 'owner@mail.example')
    const attacker = await createDevice(service.app)
    const { flowId, ticket, verifier, matchNumber } = await startSocial(attacker, 'hostile')
    const authorization = await leave(service.app, ticket)
    const nonce = authorization.searchParams.get('nonce')
    hostile.change({ claims: { nonce, sub: 'attacker', email: 'Owner@mail.example', email_verified: true } })
    const page = await comeBack(service.app, answer('hostile', authorization.searchParams.get('state')))
    await pickNumber(service.app, await formOf(page), matchNumber)
    expect((await attacker.refused('socialComplete', { flowId, verifier })).code).toBe('EMAIL_KNOWN')
    const session = await attacker.ask('socialComplete', { flowId, verifier, isSeparate: true })
    expect(session.userId).not.toBe(victim.session.userId)
    // Nor does the address of that account open it later to its mailbox, or the other way round.
    service.advance(31_000)
    expect((await signIn(service, 'owner@mail.example')).session.userId).toBe(victim.session.userId)
  })
})

describe('[C248] the page with the number', () => {
  test('takes the number from its own form alone, and cannot be framed', async () => {
    const device = await createDevice(service.app)
    const { flowId, ticket, matchNumber } = await startSocial(device, 'honest')
    const page = await comeBack(service.app, await signInAt(await leave(service.app, ticket), 'Framed'))
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('content-security-policy')).not.toContain('script-src')
    const form = await formOf(page)
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }])
      expect((await pickNumber(service.app, form, matchNumber, headers)).status).toBe(403)
    expect(await statusOf(device, flowId)).toBe('confirm')
  })

  test('shows what a provider sends as text', async () => {
    const device = await createDevice(service.app)
    const { ticket } = await startSocial(device, 'hostile')
    const state = (await leave(service.app, ticket)).searchParams.get('state')
    const bad = { error: '<script>alert(1)</script>', error_description: '<img src=x onerror=alert(1)>' }
    const text = await (await comeBack(service.app, answer('hostile', state, bad))).text()
    expect(text).not.toMatch(/<script|<img/)
  })
})

describe('[C249] [F8] a provider that is down, slow or floods', () => {
  test('ends the login with one clear answer', async () => {
    const device = await createDevice(service.app)
    const { flowId, ticket, verifier } = await startSocial(device, 'down')
    await expect(leave(service.app, ticket)).rejects.toThrow('502')
    expect(await statusOf(device, flowId)).toBe('failed')
    expect((await device.refused('socialComplete', { flowId, verifier })).code).toBe('PROVIDER_FAILED')
  })

  test.each([
    ['an error', { status: 500, body: 'no' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['more than it should', { status: 200, body: JSON.stringify({ access_token: 'x'.repeat(600 * 1024) }) }],
  ])('answers with %s: the login fails in the same way', async (_, token) => {
    const device = await createDevice(service.app)
    const { flowId, ticket } = await startSocial(device, 'hostile')
    const state = (await leave(service.app, ticket)).searchParams.get('state')
    hostile.change({ token })
    expect((await comeBack(service.app, answer('hostile', state))).status).toBe(502)
    expect(await statusOf(device, flowId)).toBe('failed')
  })

  test('logins begun by one network are counted', async () => {
    const small = await startTestService(
      { limits: { socialsFromNetworkPerMinute: 2 } },
      {
        socials: createSocialProviders([{ id: 'down', issuer: 'http://127.0.0.1:1', ...hostileClient }]),
        projects: [{ ...production, walletServiceUrl: publicUrl, socials: [{ id: 'down', name: 'Down' }] }],
      },
    )
    const device = await createDevice(small.app)
    await startSocial(device, 'down')
    await startSocial(device, 'down')
    expect(await device.refused('socialStart', social('down').request)).toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
    })
    await small.stop()
  })

  test('neighbours of one network cannot use up what all users of a project share [C371]', async () => {
    const small = await startTestService(
      { limits: { socialsFromWideNetworkPerHour: 3, socialsOfProjectPerHour: 5 } },
      {
        socials: createSocialProviders([{ id: 'down', issuer: 'http://127.0.0.1:1', ...hostileClient }]),
        projects: [{ ...production, walletServiceUrl: publicUrl, socials: [{ id: 'down', name: 'Down' }] }],
      },
    )
    const device = await createDevice(small.app)
    const begin = async (address: string) =>
      (
        await device.send(socialEndpoints.socialStart, {
          body: social('down').request,
          headers: { 'x-test-address': address },
        })
      ).status
    const statuses: number[] = []
    for (let host = 1; host <= 6; host += 1) statuses.push(await begin(`203.0.113.${host}`))
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
    expect(await begin('198.51.100.1')).toBe(200)
    await small.stop()
  })
})

test('a limit that all users of a project share gives one network at most a tenth [C371]', () => {
  const shared = Object.entries(rateTable).filter(([rule]) => rule.includes('OfProject'))
  expect(shared.map(([rule]) => rule)).toEqual(['mailsOfProjectPerHour', 'socialsOfProjectPerHour'])
  for (const [rule, { windowMs, limit }] of shared) {
    const own: { readonly windowMs: number; readonly limit: number } | undefined = Object.entries(rateTable).find(
      ([name]) => name === rule.replace('OfProject', 'FromWideNetwork'),
    )?.[1]
    expect(own?.windowMs).toBe(windowMs)
    expect(own?.limit).toBeLessThanOrEqual(limit / 10)
  }
})
