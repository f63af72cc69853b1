/**
 * The six named providers, with answers as their documentation has them in place of the Internet: where the user is sent, what the service
 * sends with the code, and what it makes of the profile.
 */
import { generateKeyPairSync } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import type { ProvenIdentity } from '../../../src/wallet/social/provider.ts'
import { createSocialProviders } from '../../../src/wallet/social/providers.ts'
import type { SocialSettings } from '../../../src/wallet/social/settings.ts'

type Asked = { readonly url: URL; readonly body: URLSearchParams; readonly headers: Headers }
type Answer = (asked: Asked) => unknown

afterEach(() => vi.unstubAllGlobals())

/** The Internet: JSON by address, without the query. @returns what was asked */
function internet(answers: Readonly<Record<string, Answer>>): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const url = new URL(input)
    const one = {
      url,
      body: init.body instanceof URLSearchParams ? init.body : new URLSearchParams(),
      headers: new Headers(init.headers),
    }
    asked.push(one)
    const answer = answers[`${url.origin}${url.pathname}`]
    if (!answer) throw new Error(`Nothing is at ${input}`)
    return Response.json(await answer(one))
  })
  return asked
}

const redirectUri = 'https://accounts.example/oauth/callback/one'
const ask = { redirectUri, state: 'the-state', nonce: 'the-nonce', verifier: 'v'.repeat(43) }
const callback = new URL(`${redirectUri}?code=the-code&state=the-state`)
const providerOf = (settings: SocialSettings) => {
  const provider = createSocialProviders([settings]).get(settings.id)
  if (!provider) throw new Error('No provider')
  return provider
}
const tokens = () => ({ access_token: 'the-token', token_type: 'bearer', expires_in: 3600 })

type Named = {
  readonly id: string
  readonly page: string
  readonly tokenUrl: string
  readonly profile: Readonly<Record<string, Answer>>
  readonly identity: ProvenIdentity
}
const named: readonly Named[] = [
  {
    id: 'github',
    page: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    profile: {
      'https://api.github.com/user': () => ({
        id: 583231,
        login: 'octocat',
        name: 'The Octocat',
        email: 'public@x.example',
      }),
      'https://api.github.com/user/emails': () => [
        { email: 'old@x.example', primary: false, verified: true, visibility: null },
        { email: 'Octo@X.example', primary: true, verified: true, visibility: 'private' },
      ],
    },
    identity: { issuer: 'https://github.com', subject: '583231', email: 'octo@x.example', name: 'The Octocat' },
  },
  {
    id: 'discord',
    page: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    profile: {
      'https://discord.com/api/users/@me': () => ({
        id: '80351110224678912',
        username: 'nelly',
        global_name: 'Nelly',
        email: 'nelly@x.example',
        verified: false,
      }),
    },
    identity: { issuer: 'https://discord.com', subject: '80351110224678912', name: 'Nelly' },
  },
  {
    id: 'x',
    page: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    profile: {
      'https://api.x.com/2/users/me': () => ({ data: { id: '2244994945', name: 'X Dev', username: 'XDev' } }),
    },
    identity: { issuer: 'https://x.com', subject: '2244994945', name: 'X Dev' },
  },
  {
    id: 'facebook',
    page: 'https://www.facebook.com/v21.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v21.0/oauth/access_token',
    profile: { 'https://graph.facebook.com/v21.0/me': () => ({ id: '10220', name: 'F‮amy' }) },
    identity: { issuer: 'https://www.facebook.com', subject: '10220', name: 'Famy' },
  },
]

test.each(named)('$id', async ({ id, page, tokenUrl, profile, identity }) => {
  const asked = internet({ [tokenUrl]: tokens, ...profile })
  const provider = providerOf({ id, clientId: 'client', clientSecret: 'secret-of-client' })
  const url = await provider.authorize(ask)
  expect(`${url.origin}${url.pathname}`).toBe(page)
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'client',
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 'the-state',
    code_challenge_method: 'S256',
  })
  expect(await provider.exchange(ask, callback)).toEqual({ email: undefined, ...identity })
  const [exchange, ...calls] = asked
  expect(Object.fromEntries(exchange?.body ?? [])).toMatchObject({
    grant_type: 'authorization_code',
    code: 'the-code',
    code_verifier: ask.verifier,
    redirect_uri: redirectUri,
  })
  // X takes the secret in a header, the others in the body.
  const basic = exchange?.headers.get('authorization')
  expect(basic !== null && basic !== undefined).toBe(id === 'x')
  for (const { headers } of calls) expect(headers.get('authorization')).toBe('Bearer the-token')
  if (id === 'facebook') expect(calls[0]?.url.searchParams.get('appsecret_proof')).toMatch(/^[0-9a-f]{64}$/)
})

const discovered = {
  google: {
    issuer: 'https://accounts.google.com',
    authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_endpoint: 'https://oauth2.googleapis.com/token',
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
    response_types_supported: ['code', 'token', 'id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['plain', 'S256'],
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    authorization_endpoint: 'https://appleid.apple.com/auth/authorize',
    token_endpoint: 'https://appleid.apple.com/auth/token',
    jwks_uri: 'https://appleid.apple.com/auth/keys',
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
  },
} as const

test.each(['google', 'apple'] as const)('%s', async (id) => {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const metadata = discovered[id]
  const now = Math.floor(Date.now() / 1000)
  const asked = internet({
    [`${metadata.issuer}/.well-known/openid-configuration`]: () => metadata,
    [metadata.jwks_uri]: async () => ({
      keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }],
    }),
    [metadata.token_endpoint]: async () => ({
      ...tokens(),
      id_token: await new SignJWT({
        iss: metadata.issuer,
        aud: 'client',
        sub: 'subject',
        nonce: 'the-nonce',
        iat: now,
        exp: now + 600,
        email: 'Relay@privaterelay.example',
        // Apple writes it as text.
        email_verified: id === 'apple' ? 'true' : true,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'k' })
        .sign(privateKey),
    }),
  })
  const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const provider = providerOf(
    id === 'apple'
      ? { id, clientId: 'client', appleKey: { teamId: 'TEAM', keyId: 'KEY', pem: String(pem) } }
      : { id, clientId: 'client', clientSecret: 'secret-of-client' },
  )
  const url = await provider.authorize(ask)
  expect(`${url.origin}${url.pathname}`).toBe(metadata.authorization_endpoint)
  expect(url.searchParams.get('response_mode')).toBe(id === 'apple' ? 'form_post' : null)
  expect(await provider.exchange(ask, callback)).toEqual({
    issuer: metadata.issuer,
    subject: 'subject',
    email: 'relay@privaterelay.example',
    name: undefined,
  })
  const secret = asked.find(({ url: { href } }) => href === metadata.token_endpoint)?.body.get('client_secret') ?? ''
  if (id === 'google') return expect(secret).toBe('secret-of-client')
  expect(decodeProtectedHeader(secret)).toMatchObject({ alg: 'ES256', kid: 'KEY' })
  const { iss, sub, aud, iat = 0, exp = 0 } = decodeJwt(secret)
  expect({ iss, sub, aud, life: exp - iat }).toEqual({
    iss: 'TEAM',
    sub: 'client',
    aud: 'https://appleid.apple.com',
    life: 300,
  })
})
