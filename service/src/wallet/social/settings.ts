/** The social logins of an installation, as the config file sets them. Secrets have been read. */
export type SocialSettings = {
  readonly id: string
  readonly clientId: string
  /** Apple has none: it is signed for each exchange with `appleKey`. */
  readonly clientSecret?: string | undefined
  readonly appleKey?: { readonly teamId: string; readonly keyId: string; readonly pem: string } | undefined
  /** A provider by discovery: its issuer. Needed unless the name is a well-known one. */
  readonly issuer?: string | undefined
  readonly name?: string | undefined
}
