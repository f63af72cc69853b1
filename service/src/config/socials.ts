/** The social logins of the config file, with their secrets, which are in files that no other user can read. */
import { readOwnFile } from '../crypto/secret.ts'
import { type FarcasterSettings, publicRelay } from '../wallet/farcaster/settings.ts'
import { createSocialProviders } from '../wallet/social/providers.ts'
import type { SocialSettings } from '../wallet/social/settings.ts'
import type { ConfigFile } from './file.ts'

type Accounts = NonNullable<ConfigFile['accounts']>
type Given = NonNullable<Accounts['socials']>

export const readFarcaster = ({ relay = publicRelay, rpc }: NonNullable<Accounts['farcaster']>): FarcasterSettings => ({
  relayUrl: relay.replace(/\/$/, ''),
  rpcUrls: rpc,
})

/** @throws {Error} naming the key and what to write */
export function readSocials(given: Given, at: (path: string) => string): readonly SocialSettings[] {
  const settings = Object.entries(given).map(([id, { clientId, clientSecretFile, apple, issuer, name }]) => {
    const key = `accounts.socials.${id}`
    if (id === 'farcaster') throw new Error(`${key} is not a key of this file: Farcaster is set in accounts.farcaster`)
    if (id === 'apple' && issuer === undefined && apple === undefined)
      throw new Error(`${key}.apple is missing: the team, the key's id and the key file of Sign in with Apple`)
    if (id !== 'apple' && issuer === undefined && clientSecretFile === undefined)
      throw new Error(`${key}.clientSecretFile is missing: a file with the client secret, of mode 0600`)
    return {
      id,
      clientId,
      issuer,
      name,
      clientSecret: clientSecretFile === undefined ? undefined : readSecret(at(clientSecretFile), key),
      appleKey: apple && {
        teamId: apple.teamId,
        keyId: apple.keyId,
        pem: readOwnFile(`${key}.apple.keyFile`, at(apple.keyFile)),
      },
    }
  })
  createSocialProviders(settings)
  return settings
}

/** @throws {Error} when other users can read the file, or it holds no secret */
function readSecret(path: string, key: string): string {
  const text = readOwnFile(`${key}.clientSecretFile`, path)
  if (!/^[\x21-\x7e]{8,1024}$/.test(text)) throw new Error(`${key}.clientSecretFile: ${path} holds no secret`)
  return text
}
