/** Both ends of the wallet link on our own channel and contracts, as specs use them in a built page. */
import { createAudit, type Trail } from '@airlock/protocol/channel/audit.ts'
import type { Channel } from '@airlock/protocol/channel.ts'
import { ports, type WalletEnd, type WalletLinkModalEnd } from '@airlock/protocol/contracts/wallet-link/types.ts'
import { openChildLink } from '@airlock/protocol/link.ts'

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

/** What an end writes down, and the end that it is with its channels. */
export function createEndRecord() {
  const audit = createAudit()
  const closed: string[] = []
  const handled: Record<string, number> = {}
  return {
    audit,
    closed,
    ran: (name: string) => {
      handled[name] = (handled[name] ?? 0) + 1
    },
    endOf: <End extends WalletEnd | WalletLinkModalEnd>(
      channels: Pick<WalletLinkEnd<End>, 'app' | 'provider'>,
      epoch: number,
      settle = () => {},
    ): WalletLinkEnd<End> => ({
      ...channels,
      epoch,
      get refusals() {
        return audit.read().refusals
      },
      closed,
      trail: audit.read,
      handled,
      settle,
    }),
  }
}

/** The wallet's side of the handshake, in a page that stands for the wallet frame. */
export const openWalletSide = (onStranger = () => {}) =>
  openChildLink({
    link: 'wallet',
    ports,
    parent: window.parent,
    origin: location.ancestorOrigins[0] ?? '',
    buildId: 'fixture',
    features: [],
    storage: 'local',
    onStranger,
  })

declare global {
  interface Window {
    modalEnd: WalletLinkEnd<WalletLinkModalEnd>
    walletEnd: WalletLinkEnd<WalletEnd>
  }
}
