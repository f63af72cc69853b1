/** The vendor's wallet kit, a third-party library, over the relay of the local world. */
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { Buffer } from 'buffer/'

export type Kit = Awaited<ReturnType<typeof WalletKit.init>>

export async function startKit(relayUrl: string): Promise<Kit> {
  // The kit needs Node's global `Buffer` to create signed objects.
  Object.defineProperty(globalThis, 'Buffer', { value: Buffer, configurable: true })
  const core = new Core({ projectId: '2'.repeat(32), relayUrl, telemetryEnabled: false, logger: 'fatal' })
  // The kit would ask a third-party host to verify the app. The page's policy blocks that, and the answer would be
  // "unknown" either way.
  Object.assign(core.verify, { resolve: () => Promise.resolve(undefined) })
  // Suppresses the first event, which the kit sends although telemetry is off.
  Object.assign(core.eventClient, { init: () => Promise.resolve() })
  return WalletKit.init({
    // as: the kit's own types disagree about optional properties
    core: core as Parameters<typeof WalletKit.init>[0]['core'],
    metadata: { name: 'Demo Phone', description: 'A test wallet', url: location.origin, icons: [] },
  })
}
