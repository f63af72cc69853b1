/** The vendor's wallet kit, which we did not write, over the relay of the local world. */
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { Buffer } from 'buffer/'

export type Kit = Awaited<ReturnType<typeof WalletKit.init>>

export async function startKit(relayUrl: string): Promise<Kit> {
  // It makes signed objects with a global of Node.
  Object.defineProperty(globalThis, 'Buffer', { value: Buffer, configurable: true })
  const core = new Core({ projectId: '2'.repeat(32), relayUrl, telemetryEnabled: false, logger: 'fatal' })
  // It would ask a foreign host who the app is; the page's policy stops that, and the answer is "unknown" either way.
  Object.assign(core.verify, { resolve: () => Promise.resolve(undefined) })
  // Telemetry is off, but for a first word that the kit sends all the same.
  Object.assign(core.eventClient, { init: () => Promise.resolve() })
  return WalletKit.init({
    // as: the kit's own types disagree about optional properties.
    core: core as Parameters<typeof WalletKit.init>[0]['core'],
    metadata: { name: 'Demo Phone', description: 'A test wallet', url: location.origin, icons: [] },
  })
}
