/** Farcaster on this machine: its relay, its registries on a chain, and apps of its users. */
import { createFarcasterApp, type FarcasterApp } from './app.ts'
import { type FarcasterChain, startFarcasterChain } from './chain.ts'
import { type FarcasterRelay, startFarcasterRelay } from './relay.ts'

export type Farcaster = {
  readonly relay: FarcasterRelay
  /** Started when it is first asked for: most tests need none. */
  readonly chain: () => Promise<FarcasterChain>
  /** The app of a user, by name. */
  readonly app: (name: string) => Promise<FarcasterApp>
  readonly stop: () => Promise<void>
}

export async function startFarcaster(): Promise<Farcaster> {
  const relay = await startFarcasterRelay()
  let started: Promise<FarcasterChain> | undefined
  const chain = () => {
    started ??= startFarcasterChain()
    return started
  }
  const app = async (name: string) => createFarcasterApp(name, { relay, chain: await chain() })
  relay.onPress(async (url, name) => (await app(name)).scan(url))
  return {
    relay,
    chain,
    app,
    async stop() {
      await Promise.all([relay.stop(), (await started)?.stop()])
    },
  }
}
