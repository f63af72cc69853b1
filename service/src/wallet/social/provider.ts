/** Interface of a social login provider: the page to send the user to, and the identity that it returns. */
import type { IdentityKind } from '../../store/contract/accounts.ts'

/** The user's identity according to the provider. An account is found only by issuer and subject. */
export type ProvenIdentity = {
  readonly issuer: string
  readonly subject: string
  /** Only if the provider has verified the address. */
  readonly email?: string | undefined
  readonly name?: string | undefined
}

/** The secrets of one exchange. They never leave the service. */
export type ProviderAsk = {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** PKCE verifier (RFC 7636), between service and provider. */
  readonly verifier: string
}

export type SocialProvider = {
  readonly id: string
  /** Display name on the service's pages. */
  readonly name: string
  readonly kind: IdentityKind
  /** @throws when the provider cannot be reached, or its metadata does not match */
  readonly authorize: (ask: ProviderAsk) => Promise<URL>
  /**
   * Exchanges the code for the identity.
   * @param answer the URL of the callback with all its parameters
   * @throws when any check of the answer fails
   */
  readonly exchange: (ask: ProviderAsk, answer: URL) => Promise<ProvenIdentity>
}

export type SocialProviders = ReadonlyMap<string, SocialProvider>
