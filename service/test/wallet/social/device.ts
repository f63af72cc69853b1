/** A browser partition with a social login: the wallet frame's part of it, and its user's window. */
import { createHash, randomBytes } from 'node:crypto'
import type { Device, Sends } from '../device.ts'
import { hostOrigin, projectId } from '../service.ts'

export type SocialStart = {
  readonly flowId: string
  readonly ticket: string
  readonly verifier: string
  readonly matchNumber: number
}

export const secret = () => randomBytes(32).toString('base64url')
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

export const social = (provider: string, more: Readonly<Record<string, unknown>> = {}) => {
  const [ticket, verifier] = [secret(), secret()]
  const request = { provider, projectId, hostOrigin, ticket, challenge: challengeOf(verifier), ...more }
  return { ticket, verifier, request }
}

export async function startSocial(device: Device, provider: string, more = {}): Promise<SocialStart> {
  const { ticket, verifier, request } = social(provider, more)
  const { flowId, matchNumber } = await device.ask('socialStart', request)
  return { flowId, ticket, verifier, matchNumber }
}

/** Opens the window: where it leads. */
export async function leave(app: Sends, ticket: string): Promise<URL> {
  const response = await app.request(`/social/${ticket}`)
  const location = response.headers.get('location')
  if (response.status !== 303 || location === null) throw new Error(`The page answered ${response.status}`)
  return new URL(location)
}

/** The page that the provider leads back to. */
export const comeBack = (app: Sends, callback: URL) =>
  Promise.resolve(app.request(`${callback.pathname}${callback.search}`))

export async function formOf(page: Response): Promise<{ readonly state: string; readonly token: string }> {
  const text = await page.text()
  const read = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)?.[1]
  const [state, token] = [read('state'), read('token')]
  if (state === undefined || token === undefined) throw new Error(`No form on the page: ${text}`)
  return { state, token }
}

export const pickNumber = (
  app: Sends,
  form: { readonly state: string; readonly token: string },
  number: number | 'none',
  headers: Readonly<Record<string, string>> = { Origin: 'https://accounts.example' },
) =>
  Promise.resolve(
    app.request('/v1/social/confirm', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ ...form, number: String(number) }).toString(),
    }),
  )
