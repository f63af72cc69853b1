/**
 * Providers with OAuth 2 and their own profile endpoint instead of OpenID Connect: GitHub, Discord, X, Facebook. One table; endpoints and
 * fields follow their documentation.
 */
import { createHmac } from 'node:crypto'
import * as client from 'openid-client'
import * as z from 'zod/mini'
import { boundedFetch, providerWaitMs } from './bounded-fetch.ts'
import { emailOf, nameOf } from './profiles.ts'
import type { ProvenIdentity, SocialProvider } from './provider.ts'
import type { SocialSettings } from './settings.ts'

/** Requests JSON from the provider with the user's token. */
type Ask = (url: string, headers?: Readonly<Record<string, string>>) => Promise<unknown>
type Profile = Omit<ProvenIdentity, 'issuer'>

type OAuthProvider = {
  readonly name: string
  /** Identifies the accounts; must never change. */
  readonly issuer: string
  readonly authorization: string
  readonly token: string
  readonly scope: string
  /** How the client authenticates at the token endpoint. */
  readonly isBasic?: true
  readonly profile: (ask: Ask, proof: { readonly token: string; readonly clientSecret: string }) => Promise<Profile>
}

const Subject = z.string().check(z.minLength(1), z.maxLength(255))
const Numbered = z.object({
  id: z.int().check(z.positive()),
  login: z.optional(z.unknown()),
  name: z.optional(z.unknown()),
})
const Addresses = z.array(z.object({ email: z.unknown(), primary: z.unknown(), verified: z.unknown() }))
const Discord = z.object({
  id: Subject,
  username: z.optional(z.unknown()),
  global_name: z.optional(z.unknown()),
  email: z.optional(z.unknown()),
  verified: z.optional(z.unknown()),
})
const X = z.object({
  data: z.object({ id: Subject, name: z.optional(z.unknown()), username: z.optional(z.unknown()) }),
})
const Facebook = z.object({ id: Subject, name: z.optional(z.unknown()) })

export const oauthProviders = {
  github: {
    name: 'GitHub',
    issuer: 'https://github.com',
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    scope: 'read:user user:email',
    async profile(ask) {
      const headers = { Accept: 'application/vnd.github+json', 'X-GitHub-Api-Version': '2022-11-28' }
      const { id, login, name } = Numbered.parse(await ask('https://api.github.com/user', headers))
      const addresses = Addresses.parse(await ask('https://api.github.com/user/emails', headers))
      const primary = addresses.find((address) => address.primary === true)
      return {
        subject: String(id),
        email: emailOf(primary?.email, primary?.verified === true),
        name: nameOf(name) ?? nameOf(login),
      }
    },
  },
  discord: {
    name: 'Discord',
    issuer: 'https://discord.com',
    authorization: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    scope: 'identify email',
    async profile(ask) {
      const user = Discord.parse(await ask('https://discord.com/api/users/@me'))
      return {
        subject: user.id,
        email: emailOf(user.email, user.verified === true),
        name: nameOf(user.global_name) ?? nameOf(user.username),
      }
    },
  },
  x: {
    name: 'X',
    issuer: 'https://x.com',
    authorization: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    scope: 'users.read tweet.read',
    isBasic: true,
    async profile(ask) {
      const { data } = X.parse(await ask('https://api.x.com/2/users/me'))
      return { subject: data.id, name: nameOf(data.name) ?? nameOf(data.username) }
    },
  },
  facebook: {
    name: 'Facebook',
    issuer: 'https://www.facebook.com',
    authorization: 'https://www.facebook.com/v21.0/dialog/oauth',
    token: 'https://graph.facebook.com/v21.0/oauth/access_token',
    scope: 'public_profile',
    async profile(ask, { token, clientSecret }) {
      // Facebook does not report whether an address is verified, so none is requested.
      const proof = createHmac('sha256', clientSecret).update(token).digest('hex')
      const user = Facebook.parse(
        await ask(`https://graph.facebook.com/v21.0/me?fields=id,name&appsecret_proof=${proof}`),
      )
      return { subject: user.id, name: nameOf(user.name) }
    },
  },
} as const satisfies Readonly<Record<string, OAuthProvider>>

export type OAuthName = keyof typeof oauthProviders
export const isOAuthName = (id: string): id is OAuthName => Object.hasOwn(oauthProviders, id)

export function createOAuthProvider(
  id: OAuthName,
  settings: SocialSettings & { readonly clientSecret: string },
): SocialProvider {
  const provider: OAuthProvider = oauthProviders[id]
  const { clientId, clientSecret } = settings
  const { issuer, authorization, token } = provider
  const config = new client.Configuration(
    { issuer, authorization_endpoint: authorization, token_endpoint: token },
    clientId,
    {},
    provider.isBasic ? client.ClientSecretBasic(clientSecret) : client.ClientSecretPost(clientSecret),
  )
  config[client.customFetch] = boundedFetch
  config.timeout = providerWaitMs / 1000

  return {
    id,
    name: provider.name,
    kind: id,
    async authorize({ redirectUri, state, verifier }) {
      return client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: provider.scope,
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
    },
    async exchange({ state, verifier }, answer) {
      const checks = { expectedState: state, pkceCodeVerifier: verifier }
      const { access_token: accessToken } = await client.authorizationCodeGrant(config, answer, checks)
      const ask: Ask = async (url, headers = {}) => {
        const response = await client.fetchProtectedResource(
          config,
          accessToken,
          new URL(url),
          'GET',
          undefined,
          new Headers({ Accept: 'application/json', 'User-Agent': 'airlock', ...headers }),
        )
        if (!response.ok) throw new Error('The provider did not give the profile')
        return response.json()
      }
      return { issuer, ...(await provider.profile(ask, { token: accessToken, clientSecret })) }
    },
  }
}
