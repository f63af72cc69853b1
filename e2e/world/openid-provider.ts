/**
 * A local OpenID provider that simulates those of the Internet: published code (`oidc-provider`) with its own sign-in forms, which accept
 * any name. PKCE is required. Its users have a verified address, unless the name says otherwise.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'

export type OpenIdProvider = {
  readonly issuer: string
  readonly client: { readonly clientId: string; readonly clientSecret: string }
  readonly stop: () => Promise<void>
}

export type OpenIdProviderOptions = {
  /** 0 takes a free port. */
  readonly port?: number
  /** The only allowed redirect address. */
  readonly redirectUris: readonly string[]
  /** The host of the issuer; it must lead to this machine. */
  readonly host?: string
  /** For tests that move the clock of the service, but not the one of the provider. */
  readonly idTokenSeconds?: number
}

/** The name or address that is entered at the form → the claims. A name that begins with `Unverified` has no verified address. */
export const claimsOf = (login: string) => ({
  sub: login,
  name: login.replace(/@.*$/, ''),
  email: login.includes('@') ? login : `${login.toLowerCase()}@mail.example`,
  email_verified: !login.startsWith('Unverified'),
})

export async function startOpenIdProvider(options: OpenIdProviderOptions): Promise<OpenIdProvider> {
  const { port: wanted = 0, redirectUris, host = '127.0.0.1', idTokenSeconds = 600 } = options
  let answer: Promise<ReturnType<Provider['callback']>> | undefined
  // Made with the first request: its key takes longer than the rest of a world's start, and few tests ask it.
  const server = createServer((request, response) => {
    answer ??= createProvider().then((provider) => provider.callback())
    void answer.then((handle) => handle(request, response))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(wanted, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // as: it listens on a port
  const issuer = `http://${host}:${port}`
  const client = { clientId: 'airlock', clientSecret: 'only-for-the-local-world' }
  const createProvider = async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true })
    return new Provider(issuer, {
      clients: [
        {
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uris: [...redirectUris],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
      // Browsers keep the cookies of one host together, whatever the port.
      cookies: {
        keys: ['only-for-the-local-world'],
        names: { session: `session-${port}`, interaction: `interaction-${port}`, resume: `resume-${port}` },
      },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: true } },
      claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      findAccount: (_, id) => ({ accountId: id, claims: () => claimsOf(id) }),
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 3600,
        IdToken: idTokenSeconds,
        Interaction: 600,
        Session: 3600,
      },
    })
  }
  return {
    issuer,
    client,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
