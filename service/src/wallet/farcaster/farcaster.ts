/** Farcaster login of an installation: its relay, and the registry on chain. Nothing is requested before the first login. */
import { createRegistry, type Registry } from './registry.ts'
import { createRelay, type Relay } from './relay.ts'
import type { FarcasterSettings } from './settings.ts'

export type Farcaster = {
  readonly relay: Relay
  readonly registry: Registry
  /** Between two requests to the relay. */
  readonly askEveryMs: number
}

export const createFarcaster = ({ relayUrl, rpcUrls }: FarcasterSettings): Farcaster => ({
  relay: createRelay(relayUrl),
  registry: createRegistry(rpcUrls),
  askEveryMs: 1_000,
})
