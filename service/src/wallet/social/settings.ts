/** The social logins of an installation, from the config file. The secrets have been read. */
export type SocialSettings = {
  readonly id: string
  readonly clientId: string
  /** Absent for Apple: its secret is signed with `appleKey` for each exchange. */
  readonly clientSecret?: string | undefined
  readonly appleKey?: { readonly teamId: string; readonly keyId: string; readonly pem: string } | undefined
  /** The issuer of a provider with discovery. Needed unless the name is a well-known one. */
  readonly issuer?: string | undefined
  readonly name?: string | undefined
}
