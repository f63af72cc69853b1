/** The providers of an installation, from its settings. Nothing is requested before the first login. */
import { createOAuthProvider, isOAuthName } from './oauth.ts'
import { createOpenIdProvider } from './openid.ts'
import type { SocialProvider, SocialProviders } from './provider.ts'
import type { SocialSettings } from './settings.ts'

/** Well-known providers with discovery. */
const issuers = {
  google: { issuer: 'https://accounts.google.com', name: 'Google', kind: 'google' },
  apple: {
    issuer: 'https://appleid.apple.com',
    name: 'Apple',
    kind: 'apple',
    responseMode: 'form_post',
    scope: 'openid email name',
  },
} as const

const isWellKnown = (id: string): id is keyof typeof issuers => Object.hasOwn(issuers, id)

export const createSocialProviders = (settings: readonly SocialSettings[]): SocialProviders =>
  new Map(settings.map((one) => [one.id, createProvider(one)]))

/** @throws {Error} naming what is missing */
function createProvider(settings: SocialSettings): SocialProvider {
  const { id, issuer, name = id, clientSecret } = settings
  if (issuer !== undefined) return createOpenIdProvider({ ...settings, issuer, name, kind: 'openid' })
  if (isWellKnown(id)) return createOpenIdProvider({ ...settings, ...issuers[id] })
  if (isOAuthName(id) && clientSecret !== undefined) return createOAuthProvider(id, { ...settings, clientSecret })
  throw new Error(`The social login "${id}" is not a well-known one: it needs an issuer`)
}
