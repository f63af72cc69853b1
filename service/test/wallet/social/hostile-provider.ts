/**
 * An OpenID provider that does not play by the rules: a real server with discovery, keys and tokens, whose answers a test changes. It never
 * checks anything itself.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export type HostileProvider = {
  readonly issuer: string
  /** What the token endpoint was sent, newest last. */
  readonly asked: URLSearchParams[]
  /** Changes of the next answers. */
  readonly change: (changes: Changes) => void
  readonly stop: () => Promise<void>
}

export type Changes = {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Signs with a key that is not in its key set. */
  readonly isForged?: boolean
  /** Answers instead of the token endpoint. */
  readonly token?: { readonly status: number; readonly body: string }
  /** Without an ID token. */
  readonly isBare?: boolean
}

export const hostileClient = { clientId: 'airlock', clientSecret: 'only-for-the-local-world' }

export async function startHostileProvider(): Promise<HostileProvider> {
  const own = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', use: 'sig', alg: 'RS256' }
  const asked: URLSearchParams[] = []
  let changes: Changes = {}
  const server = createServer((request, response) => {
    const send = (status: number, body: string) => {
      response.writeHead(status, { 'Content-Type': 'application/json' })
      response.end(body)
    }
    const path = new URL(request.url ?? '/', issuer).pathname
    if (path === '/.well-known/openid-configuration') return send(200, JSON.stringify(metadata()))
    if (path === '/keys') return send(200, JSON.stringify({ keys: [jwk] }))
    if (path !== '/token') return send(404, '{}')
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      asked.push(new URLSearchParams(body))
      if (changes.token) return send(changes.token.status, changes.token.body)
      void tokens().then((text) => send(200, text))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // as: it listens on a port

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    ...changes.metadata,
  })
  const tokens = async () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: issuer,
      sub: 'victim',
      aud: hostileClient.clientId,
      iat: now,
      exp: now + 300,
      ...changes.claims,
    }
    const idToken = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(changes.isForged ? other.privateKey : own.privateKey)
    return JSON.stringify({
      access_token: 'token',
      token_type: 'bearer',
      expires_in: 300,
      ...(changes.isBare ? {} : { id_token: idToken }),
    })
  }
  return {
    issuer,
    asked,
    change: (next) => {
      changes = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
