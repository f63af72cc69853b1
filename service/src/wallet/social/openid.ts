/**
 * Providers with OpenID Connect: metadata by discovery, and the identity from the ID token, whose signature, issuer, audience, nonce and
 * expiry are checked. Google, Apple, and any provider that the operator configures by its issuer.
 */
import * as client from 'openid-client'
import * as z from 'zod/mini'
import { sharedFor } from '../http/shared-for.ts'
import { appleSecret } from './apple-secret.ts'
import { boundedFetch, providerWaitMs } from './bounded-fetch.ts'
import { emailOf, nameOf } from './profiles.ts'
import type { SocialProvider } from './provider.ts'
import type { SocialSettings } from './settings.ts'

export type OpenIdOptions = SocialSettings & {
  readonly issuer: string
  readonly name: string
  readonly kind: SocialProvider['kind']
  /** Apple answers with a form if name or address are requested. */
  readonly responseMode?: 'form_post' | undefined
  readonly scope?: string | undefined
}

/** Metadata is read again after this long, and at once after a failure. */
const freshMs = 60 * 60_000
const leewaySeconds = 60

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.unknown()),
  email_verified: z.optional(z.unknown()),
  name: z.optional(z.unknown()),
})

export function createOpenIdProvider(options: OpenIdOptions): SocialProvider {
  const { id, name, kind, issuer, clientId, responseMode, scope = 'openid email profile' } = options
  const discover = async () => {
    const isLocal = issuer.startsWith('http:') // the config file allows that on this machine only
    const config = await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: leewaySeconds },
      await authentication(options),
      {
        [client.customFetch]: boundedFetch,
        timeout: providerWaitMs / 1000,
        execute: [...(isLocal ? [client.allowInsecureRequests] : []), client.enableNonRepudiationChecks],
      },
    )
    const methods = config.serverMetadata().code_challenge_methods_supported
    // Without S256, an attacker with a stolen code could finish the login.
    if (methods && !methods.includes('S256')) throw new Error('The provider does not support PKCE with S256')
    return config
  }
  const configuration = sharedFor(freshMs, discover)

  return {
    id,
    name,
    kind,
    async authorize({ redirectUri, state, nonce, verifier }) {
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(responseMode && { response_mode: responseMode }),
      })
    },
    async exchange({ state, nonce, verifier }, answer) {
      // Apple's secret expires, so each exchange gets a new one.
      const config = options.appleKey ? await discover() : await configuration()
      const tokens = await client.authorizationCodeGrant(config, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = Claims.parse(tokens.claims())
      return {
        issuer: config.serverMetadata().issuer,
        subject: claims.sub,
        email: emailOf(claims.email, isTrue(claims.email_verified)),
        name: nameOf(claims.name),
      }
    },
  }
}

/** Apple writes booleans as text. */
const isTrue = (value: unknown): boolean => value === true || value === 'true'

async function authentication({ appleKey, clientId, clientSecret }: SocialSettings): Promise<client.ClientAuth> {
  if (appleKey) return client.ClientSecretPost(await appleSecret(appleKey, clientId))
  return clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret)
}
