/** A browser partition from the service's view: a device key, and requests with its proofs. Validates every answer with the contract. */
import { randomUUID } from 'node:crypto'
import {
  type Endpoint,
  type RequestOf,
  type ResponseOf,
  walletEndpoints,
} from '@airlock/protocol/wallet-service/endpoints.ts'
import { ServiceError } from '@airlock/protocol/wallet-service/errors.ts'
import { exportEndpoints } from '@airlock/protocol/wallet-service/export-endpoints.ts'
import { farcasterEndpoints } from '@airlock/protocol/wallet-service/farcaster-endpoints.ts'
import { loginEndpoints } from '@airlock/protocol/wallet-service/login-endpoints.ts'
import { sessionEndpoints } from '@airlock/protocol/wallet-service/session-endpoints.ts'
import type { Session } from '@airlock/protocol/wallet-service/shapes.ts'
import { socialEndpoints } from '@airlock/protocol/wallet-service/social-endpoints.ts'
import type { Hono } from 'hono'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import { tokenHash } from '../../src/wallet/domain/proof.ts'
import { hostOrigin, type Mailbox, projectId, publicUrl, walletOrigin } from './service.ts'

/** All of the wallet role. */
const endpoints = {
  ...walletEndpoints,
  ...socialEndpoints,
  ...farcasterEndpoints,
  ...exportEndpoints,
  ...loginEndpoints,
  ...sessionEndpoints,
}
type WalletEndpoints = typeof endpoints

export type Proof = {
  readonly htm: string
  readonly htu: string
  readonly jti: string
  readonly iat: number
  readonly ath?: string
  readonly nonce?: string
}

export type Device = {
  readonly jwk: JWK
  readonly sign: (proof: Proof, header?: Record<string, unknown>) => Promise<string>
  /** Sends a request with a fresh proof; if the answer demands a nonce, sends it once more with that nonce. */
  readonly send: (endpoint: Endpoint, request?: Sending) => Promise<Response>
  /** The same; the answer must be a success. */
  readonly ask: <N extends keyof WalletEndpoints>(
    name: N,
    request: RequestOf<WalletEndpoints, N>,
    more?: Omit<Sending, 'body'>,
  ) => Promise<ResponseOf<WalletEndpoints, N>>
  /** The same; the answer must be a refusal. Returns its code and status. */
  readonly refused: (
    name: keyof WalletEndpoints,
    request: unknown,
    more?: Omit<Sending, 'body'>,
  ) => Promise<ServiceError & { readonly status: number }>
}

export type Sending = {
  readonly body?: unknown
  readonly params?: Readonly<Record<string, string>>
  readonly accessToken?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Sends = Pick<Hono, 'request'>

export async function createDevice(app: Sends, url = publicUrl): Promise<Device> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = await exportJWK(publicKey)
  let nonce: string | undefined

  const sign = (proof: Proof, header: Record<string, unknown> = {}) => signProof(privateKey, jwk, proof, header)

  async function once(endpoint: Endpoint, { body, params = {}, accessToken, headers = {} }: Sending) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const query =
      endpoint.method === 'GET' && typeof body === 'object' && body !== null && Object.keys(body).length > 0
        ? `?${new URLSearchParams(Object.entries(body).map(([key, value]) => [key, String(value)]))}`
        : ''
    const proof = await sign({
      htm: endpoint.method,
      htu: `${url}${path}`,
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1000),
      ...(nonce === undefined ? {} : { nonce }),
      ...(accessToken === undefined ? {} : { ath: tokenHash(accessToken) }),
    })
    const response = await app.request(`${path}${query}`, {
      method: endpoint.method,
      headers: {
        Origin: walletOrigin,
        DPoP: proof,
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0',
        ...(accessToken === undefined ? {} : { Authorization: `DPoP ${accessToken}` }),
        ...(endpoint.method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
    })
    nonce = response.headers.get('dpop-nonce') ?? nonce
    return response
  }

  async function send(endpoint: Endpoint, request: Sending = {}): Promise<Response> {
    const response = await once(endpoint, request)
    const isNonceWanted =
      response.status === 401 && response.headers.get('www-authenticate')?.includes('use_dpop_nonce')
    return isNonceWanted ? once(endpoint, request) : response
  }

  return {
    jwk,
    sign,
    send,
    async ask(name, request, more = {}) {
      const response = await send(endpoints[name], { ...more, body: request })
      const body: unknown = await response.json()
      if (response.status !== 200) throw new Error(`${name}: ${response.status} ${JSON.stringify(body)}`)
      return endpoints[name].response.parse(body) as ResponseOf<WalletEndpoints, typeof name> // as: parsed by the schema of this name
    },
    async refused(name, request, more = {}) {
      const response = await send(endpoints[name], { ...more, body: request })
      return { ...ServiceError.parse(await response.json()), status: response.status }
    },
  }
}

export const signProof = (key: CryptoKey, jwk: JWK, proof: Proof, header: Record<string, unknown> = {}) =>
  new SignJWT({ ...proof }).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header }).sign(key)

export const start = (device: Device, email: string, more: Omit<Sending, 'body'> = {}) =>
  device.ask('emailStart', { email, projectId, hostOrigin }, more)

export const linkIn = (text: string): string => {
  const link = /https:\/\/\S+/.exec(text)?.[0]
  if (link === undefined) throw new Error('No link in the mail')
  return link
}
/** In an email with a code. */
export const codeText = /\b\d{6}\b/
export const codeIn = (text: string): string => {
  const code = codeText.exec(text)?.[0]
  if (code === undefined) throw new Error('No code in the mail')
  return code
}

/** Submits a number on the page that the email links to. */
export const pick = (app: Sends, link: string, number: number | 'none', path = '/v1/device/approve') =>
  Promise.resolve(
    app.request(path, {
      method: 'POST',
      headers: { Origin: new URL(link).origin, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: link.slice(link.lastIndexOf('/') + 1), number: String(number) }).toString(),
    }),
  )

const approvalLink = /pick the number/

/** Logs in on a new device up to the email with the code. */
export async function approve(
  service: { readonly app: Sends; readonly mailbox: Mailbox },
  device: Device,
  email: string,
) {
  // Notices of what happened before may arrive meanwhile.
  const [links, codes] = [service.mailbox.count(email, approvalLink), service.mailbox.count(email, codeText)]
  const { flowId, matchNumber } = await start(device, email)
  if (matchNumber === undefined) throw new Error('No number to pick')
  const letter = await service.mailbox.next(email, links, approvalLink)
  const answer = await pick(service.app, linkIn(letter.text), matchNumber)
  if (answer.status !== 200) throw new Error(`The page answered ${answer.status}`)
  return { flowId, code: codeIn((await service.mailbox.next(email, codes, codeText)).text) }
}

export async function signIn(
  service: { readonly app: Sends; readonly mailbox: Mailbox },
  email: string,
  device?: Device,
): Promise<{ readonly device: Device; readonly session: Session }> {
  const own = device ?? (await createDevice(service.app))
  const { flowId, code } = await approve(service, own, email)
  return { device: own, session: await own.ask('emailVerify', { flowId, otp: code }) }
}
