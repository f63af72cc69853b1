/** The three channels of one session with the modal frame. */
import type { Audit } from '@airlock/protocol/channel/audit.ts'
import { type Channel, createChannel } from '@airlock/protocol/channel.ts'
import type { Handlers, Listeners } from '@airlock/protocol/contracts/define.ts'
import { app, injected, provider } from '@airlock/protocol/contracts/host-link/received-by-host.ts'
import {
  type HostEnd,
  type HostPort,
  largeTypes,
  personTypes,
  ports,
} from '@airlock/protocol/contracts/host-link/types.ts'
import type { ErrorCode } from '@airlock/protocol/errors.ts'
import type { Session as LinkSession } from '@airlock/protocol/link.ts'

export type Channels = { readonly [P in HostPort]: Channel<HostEnd[P]> }

/** The page's handlers and listeners for messages of the frame. */
export type Behaviour = {
  readonly [P in HostPort]: { handlers: Handlers<HostEnd[P]>; listeners: Listeners<HostEnd[P]> }
}

const receives = { app, injected, provider }
/** Names of the notifications that this end sends, by port. */
const tells: Readonly<Record<HostPort, readonly string[]>> = {
  app: [],
  injected: ['WALLETS', 'WALLET_EVENT'],
  provider: ['TRANSACTION_SENT'],
}

export function openChannels(
  { epoch, transports }: LinkSession<HostPort>,
  behaviour: Behaviour,
  audit: Audit,
  onClose: () => void,
): Channels {
  const open = <P extends HostPort>(port: P) =>
    createChannel<HostEnd[P]>({
      transport: transports[port],
      epoch,
      receives: receives[port],
      tells: tells[port],
      ...behaviour[port],
      personTypes,
      largeTypes,
      audit,
      port,
      onClose,
    })
  return { app: open('app'), injected: open('injected'), provider: open('provider') }
}

export const closeChannels = (channels: Channels, reason: ErrorCode): void => {
  for (const port of ports) channels[port].close(reason)
}
