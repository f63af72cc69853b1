/**
 * Logins without an email: at an OpenID provider, in a window of its own as the modal opens it, and by a Farcaster app. Pages of the
 * service are loaded again while it is unavailable; a login whose window has lost its answer is begun again.
 */
import { randomBytes } from 'node:crypto'
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import { readLoginFailure } from '../../frame-app/src/shared/login/failure.ts'
import { ServiceRefusal } from '../../frame-app/src/wallet/custody/service.ts'
import { signInAt } from '../../service/test/wallet/social/at-provider.ts'
import type { Tab } from './browser.ts'
import type { Deployment } from './deployment.ts'
import { answered, insist, maxTries, type Person, signIn } from './person.ts'
import { providerId } from './providers.ts'

/** The window shows that its page was used before, because the answer to the first request was lost. */
class WindowLost extends Error {
  override readonly name = 'WindowLost'
}
const isLost = (error: unknown): boolean => error instanceof WindowLost || readLoginFailure(error)?.reason === 'EXPIRED'

type Asked = { readonly status: 'done' | 'emailKnown'; readonly uri: string }

/** Signs in at the provider, where the user's name is the address. `emailKnown`: the address has an account, and no session was opened. */
export const askProvider = (deployment: Deployment, tab: Tab, { email }: Person): Promise<Asked> =>
  again(isLost, async () => {
    const ends = new AbortController()
    const draw = () => randomBytes(32).toString('base64url')
    const { uri, match } = await insist(deployment, () => tab.social.start({ provider: providerId, ticket: draw() }))
    const visited = visit(deployment, uri, { login: email, match, signal: ends.signal }).catch((error: unknown) =>
      ends.abort(error),
    )
    try {
      for (;;) {
        const { status } = await insist(deployment, () => tab.social.connect({ uri }, ends.signal))
        if (status === 'done' || status === 'emailKnown') return { status, uri }
      }
    } finally {
      ends.abort()
      await visited
    }
  })

/** The user's window: to the provider and back, and the number that the tab shows. */
async function visit(
  deployment: Deployment,
  uri: string,
  {
    login,
    match,
    signal,
  }: { readonly login: string; readonly match: string | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const load = (url: string | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Origin', new URL(url).origin)
    return answered(deployment, signal, () => fetch(url, { ...init, headers, redirect: 'manual', signal }))
  }
  const location = (await load(uri)).headers.get('location')
  if (location === null) throw new WindowLost()
  const callback = await signInAt(new URL(location), login)
  const page = await load(callback)
  const text = await page.text()
  if (page.status !== 200) throw new WindowLost()
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1]
  const [state, token] = [field('state'), field('token')]
  // The account knows this device.
  if (state === undefined || token === undefined) return
  if (match === undefined || !text.includes(`value="${match}"`))
    throw new Error('The page does not offer the number that the tab shows')
  const { status } = await load(`${callback.origin}${socialEndpoints.socialConfirm.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ state, token, number: match }).toString(),
  })
  if (status !== 200) throw new WindowLost()
}

export async function byProvider(deployment: Deployment, tab: Tab, person: Person): Promise<void> {
  const { status } = await askProvider(deployment, tab, person)
  if (status !== 'done') throw new Error('The address has an account that this login does not open')
}

/** Wants an account of its own, though the address has one. `onKnown`: the service has said so. */
export const byProviderAlone = (deployment: Deployment, tab: Tab, person: Person, onKnown: () => void): Promise<void> =>
  again(isLost, async () => {
    const { status, uri } = await askProvider(deployment, tab, person)
    if (status === 'done') return
    onKnown()
    await insist(deployment, () => tab.social.connect({ uri, isSeparate: true }, new AbortController().signal))
  })

/** Adds the login of the provider to the account that the address has. The user proves both. */
export const linkProvider = (deployment: Deployment, tab: Tab, person: Person, onKnown: () => void): Promise<void> =>
  again(
    (error) => isLost(error) || (error instanceof ServiceRefusal && error.code === 'REAUTH_REQUIRED'),
    async () => {
      const { status } = await askProvider(deployment, tab, person)
      if (status === 'done') return
      onKnown()
      // An older session of this tab would not be fresh enough.
      if (tab.session.userId() !== undefined) await tab.account.signOut()
      await signIn(deployment, tab, person)
      await insist(deployment, () => tab.social.link())
    },
  )

/** A channel can be read only once. If the process that read it was killed, the user scans another code. */
export const byFarcaster = (deployment: Deployment, tab: Tab, { email: name }: Person): Promise<void> =>
  again(
    (error) => isLost(error) || readLoginFailure(error)?.reason === 'PROVIDER_FAILED',
    async () => {
      const { farcaster } = deployment.providers()
      const app = await farcaster.app(name)
      const { url } = await insist(deployment, () => tab.farcaster.start())
      const ends = new AbortController()
      // The phone's clock is the one of the services.
      const now = new Date(Date.now() + deployment.aheadMs()).toISOString()
      const text = (message: string) => message.replace(/(?<=Issued At: ).*/, now)
      const scanned = app.scan(url, { text }).catch((error: unknown) => ends.abort(error))
      try {
        await insist(deployment, () => tab.farcaster.connect(ends.signal))
      } finally {
        await scanned
      }
    },
  )

async function again<T>(isPassing: (error: unknown) => boolean, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) || tries === maxTries) throw error
    }
}
