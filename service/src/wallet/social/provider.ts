/** A social login's provider, as the flow of a login uses it: the page to send the user to, and who came back from it. */
import type { IdentityKind } from '../../store/contract/accounts.ts'

/** Who the provider says the user is. An account is found by issuer and subject alone. */
export type ProvenIdentity = {
  readonly issuer: string
  readonly subject: string
  /** Only if the provider has verified the address. */
  readonly email?: string | undefined
  readonly name?: string | undefined
}

/** What ties one exchange together. All of it stays in the service. */
export type ProviderAsk = {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636), between service and provider. */
  readonly verifier: string
}

export type SocialProvider = {
  readonly id: string
  /** As the service's pages call it. */
  readonly name: string
  readonly kind: IdentityKind
  /** @throws when the provider cannot be reached, or is not the one that it should be */
  readonly authorize: (ask: ProviderAsk) => Promise<URL>
  /**
   * Exchanges the code for the identity.
   * @param answer the URL of the callback with all its parameters
   * @throws when anything about the answer is not as it should be
   */
  readonly exchange: (ask: ProviderAsk, answer: URL) => Promise<ProvenIdentity>
}

export type SocialProviders = ReadonlyMap<string, SocialProvider>
