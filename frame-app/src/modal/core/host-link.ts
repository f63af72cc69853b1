/**
 * The host link, modal's side: three channels over one session, outgoing messages checked like incoming ones.
 * Handlers live in `flows/`; this file only connects names with functions.
 */
import type { Audit } from '@airlock/protocol/channel/audit.ts'
import { type Channel, createChannel } from '@airlock/protocol/channel.ts'
import type { Handlers } from '@airlock/protocol/contracts/define.ts'
import * as hostReceives from '@airlock/protocol/contracts/host-link/received-by-host.ts'
import * as modalReceives from '@airlock/protocol/contracts/host-link/received-by-modal.ts'
import { largeTypes, type ModalEnd, personTypes, type ports } from '@airlock/protocol/contracts/host-link/types.ts'
import type { InjectedWallets } from '@airlock/protocol/contracts/shapes/wallets.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { limits } from '@airlock/protocol/limits.ts'
import type { ChildSession } from '@airlock/protocol/link.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { noteFailure } from './failures.ts'

type WalletEventListener = (event: string, payload: Json) => void

export interface HostLink {
  readonly origin: string
  /** The protocol version agreed in the handshake. */
  readonly version: number
  readonly epoch: number
  readonly app: Channel<ModalEnd['app']>
  readonly injected: Channel<ModalEnd['injected']>
  readonly provider: Channel<ModalEnd['provider']>
  onWalletEvent(handle: string, listener: WalletEventListener): () => void
  readonly audit: Audit
}

export interface HostLinkOptions {
  session: ChildSession<(typeof ports)[number]>
  /** The audit trail that was started in the handshake. */
  audit: Audit
  app: Handlers<ModalEnd['app']>
  provider: Handlers<ModalEnd['provider']>
  onWallets(found: InjectedWallets): void
  /** The dapp has sent a transaction through its injected wallet. */
  onSent(sent: { scope: Caip2; id: string }): void
  /** The host stopped answering or broke the protocol; the document waits for a new host or a reload. */
  onLost(reason: string): void
}

export function createHostLink({
  session,
  audit,
  app,
  provider,
  onWallets,
  onSent,
  onLost,
}: HostLinkOptions): HostLink {
  const { version, epoch, transports, origin } = session
  const listeners = new Map<string, Set<WalletEventListener>>()
  const common = {
    epoch,
    personTypes,
    largeTypes,
    audit,
    onFailure: noteFailure('page'),
  }
  const appChannel = createChannel<ModalEnd['app']>({
    ...common,
    transport: transports.app,
    port: 'app',
    receives: modalReceives.app,
    outbound: hostReceives.app,
    tells: Object.keys(hostReceives.app.notifications),
    handlers: app,
    listeners: {},
    onClose: onLost,
  })
  const injectedChannel = createChannel<ModalEnd['injected']>({
    ...common,
    transport: transports.injected,
    port: 'injected',
    receives: modalReceives.injected,
    outbound: hostReceives.injected,
    tells: [],
    handlers: {},
    listeners: {
      WALLETS: onWallets,
      WALLET_EVENT: ({ handle, event, payload }) => {
        for (const listener of listeners.get(handle) ?? []) listener(event, payload)
      },
    },
    onClose: onLost,
  })
  const providerChannel = createChannel<ModalEnd['provider']>({
    ...common,
    transport: transports.provider,
    port: 'provider',
    receives: modalReceives.provider,
    outbound: hostReceives.provider,
    tells: Object.keys(hostReceives.provider.notifications),
    handlers: provider,
    listeners: { TRANSACTION_SENT: onSent },
    onClose: onLost,
  })
  return {
    origin,
    version,
    epoch,
    app: appChannel,
    injected: injectedChannel,
    provider: providerChannel,
    audit,
    onWalletEvent(handle, listener) {
      const known = listeners.get(handle) ?? new Set()
      if (known.size < limits.inFlight) known.add(listener)
      listeners.set(handle, known)
      return () => known.delete(listener)
    },
  }
}
