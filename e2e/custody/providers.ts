/** The logins without an email: an OpenID provider and Farcaster. They are not killed, and their clocks are not moved. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Farcaster, startFarcaster } from '../world/farcaster/farcaster.ts'
import { startOpenIdProvider } from '../world/openid-provider.ts'

/** The id of the OpenID provider in the project record. */
export const providerId = 'acme'

export type Providers = {
  readonly farcaster: Farcaster
  /** Keys of the role's config. */
  readonly config: Readonly<Record<string, unknown>>
  readonly stop: () => Promise<void>
}

/** Far longer than a run moves the clocks of the services ahead. */
const idTokenSeconds = 30 * 24 * 60 * 60

export async function startProviders(walletUrl: string, folder: string): Promise<Providers> {
  const redirectUris = [`${walletUrl}/oauth/callback/${providerId}`]
  const openId = await startOpenIdProvider({ redirectUris, idTokenSeconds })
  const farcaster = await startFarcaster()
  const stop = async () => {
    await Promise.all([openId.stop(), farcaster.stop()])
  }
  try {
    const { clientId, clientSecret } = openId.client
    const clientSecretFile = join(folder, 'client-secret')
    writeFileSync(clientSecretFile, clientSecret, { mode: 0o600 })
    const { rpcUrl } = await farcaster.chain()
    return {
      farcaster,
      config: {
        socials: { [providerId]: { name: 'Acme', issuer: openId.issuer, clientId, clientSecretFile } },
        farcaster: { relay: farcaster.relay.url, rpc: [rpcUrl] },
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
