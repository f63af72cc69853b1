/** A service with an OpenID provider and Farcaster, and users who add logins. */

import { afterAll } from 'vitest'
import { type OpenIdProvider, startOpenIdProvider } from '../../../../e2e/world/openid-provider.ts'
import { createSocialProviders } from '../../../src/wallet/social/providers.ts'
import { type Device, signIn } from '../device.ts'
import { type FarcasterService, startFarcasterService } from '../farcaster/support.ts'
import { hostOrigin, publicUrl } from '../service.ts'
import { signInAt } from '../social/at-provider.ts'
import { challengeOf, comeBack, formOf, leave, pickNumber, secret, startSocial } from '../social/device.ts'

export type LinkService = FarcasterService

/** One that all tests of a file use; it ends after the last one. */
export async function sharedLinkService(): Promise<LinkService> {
  const provider: OpenIdProvider = await startOpenIdProvider({ redirectUris: [`${publicUrl}/oauth/callback/acme`] })
  const settings = [{ id: 'acme', name: 'Acme', issuer: provider.issuer, ...provider.client }]
  const service = await startFarcasterService({
    socials: createSocialProviders(settings),
    offered: [{ id: 'acme', name: 'Acme' }],
  })
  afterAll(async () => {
    await service.stop()
    await provider.stop()
  })
  return service
}

let people = 0

/** Signed in by email a moment ago. */
export async function newPerson(service: LinkService) {
  people += 1
  const email = `links${people}@example.org`
  const { device, session } = await signIn(service, email)
  const more = { accessToken: session.accessToken }
  const list = async () => (await device.ask('logins', {}, more)).logins
  return { email, device, userId: session.userId, more, list }
}
export type Person = Awaited<ReturnType<typeof newPerson>>
type Signed = Pick<Person, 'device' | 'more'>

export const startLink = async ({ device, more }: Signed) => {
  const [ticket, verifier] = [secret(), secret()]
  const request = { provider: 'acme', hostOrigin, ticket, challenge: challengeOf(verifier) }
  const { flowId, matchNumber } = await device.ask('socialLinkStart', request, more)
  return { ticket, matchNumber, proof: { flowId, verifier } }
}
export const startFarcasterLink = async ({ device, more }: Signed) => {
  const verifier = secret()
  const request = { hostOrigin, challenge: challengeOf(verifier) }
  const { flowId, url } = await device.ask('farcasterLinkStart', request, more)
  return { url, proof: { flowId, verifier } }
}

/** In the window: to the provider, back, and the number. */
export async function prove(
  { app }: LinkService,
  { ticket, matchNumber }: { readonly ticket: string; readonly matchNumber: number | 'none' },
  login: string,
) {
  const page = await comeBack(app, await signInAt(await leave(app, ticket), login))
  const asked = await page.clone().text()
  const answer = await pickNumber(app, await formOf(page), matchNumber)
  return { asked, answered: await answer.text() }
}

export async function signInAtAcme(service: LinkService, device: Device, login: string) {
  const started = await startSocial(device, 'acme')
  await prove(service, started, login)
  const { flowId, verifier } = started
  return device.ask('socialComplete', { flowId, verifier })
}
