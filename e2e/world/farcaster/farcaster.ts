/** Farcaster on this machine: its relay, its registries on a chain, and apps of its users. */
import { createFarcasterApp, type FarcasterApp } from './app.ts'
import { type FarcasterChain, startFarcasterChain } from './chain.ts'
import { type FarcasterRelay, startFarcasterRelay } from './relay.ts'

export type Farcaster = {
  readonly relay: FarcasterRelay
  readonly chain: FarcasterChain
  /** The app of a user, by name. */
  readonly app: (name: string) => Promise<FarcasterApp>
  readonly stop: () => Promise<void>
}

export async function startFarcaster(): Promise<Farcaster> {
  const relay = await startFarcasterRelay()
  const chain = await startFarcasterChain().catch(async (error: unknown) => {
    await relay.stop()
    throw error
  })
  const app = (name: string) => createFarcasterApp(name, { relay, chain })
  relay.onPress(async (url, name) => (await app(name)).scan(url))
  return {
    relay,
    chain,
    app,
    async stop() {
      await Promise.all([relay.stop(), chain.stop()])
    },
  }
}
