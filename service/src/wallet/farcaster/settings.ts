/** Farcaster login of an installation, as the config file sets it. */
export type FarcasterSettings = {
  /** URL of the relay on which channels are opened (FIP-11), without a slash at the end. */
  readonly relayUrl: string
  /** Nodes of Optimism, in order of preference. Their URLs may contain keys. */
  readonly rpcUrls: readonly string[]
}

/** The relay that Farcaster's own apps use. */
export const publicRelay = 'https://relay.farcaster.xyz'
