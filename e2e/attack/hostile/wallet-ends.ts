/** Both ends of the wallet link on our own channel and contracts, as specs use them in a built page. */
import type { Trail } from '@airlock/protocol/channel/audit.ts'
import type { Channel } from '@airlock/protocol/channel.ts'
import type { WalletEnd, WalletLinkModalEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'

export interface WalletLinkEnd<End extends WalletEnd | WalletLinkModalEnd> {
  readonly app: Channel<End['app']>
  readonly provider: Channel<End['provider']>
  readonly epoch: number
  readonly refusals: Trail['refusals']
  readonly closed: string[]
  readonly trail: () => Trail
  /** How often each handler ran. */
  readonly handled: Record<string, number>
  /** Ends the calls that wait for user interaction. */
  readonly settle: () => void
}

declare global {
  interface Window {
    modalEnd: WalletLinkEnd<WalletLinkModalEnd>
    walletEnd: WalletLinkEnd<WalletEnd>
  }
}
