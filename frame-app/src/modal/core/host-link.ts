/**
 * The host link, modal's side: three channels over one session, outgoing messages checked like incoming ones.
 * Handlers are in `host/` and the features; this file only connects names with functions.
 */
import type { Audit } from '@airlock/protocol/channel/audit.ts'
import { type Channels, openChannels, sendsTo } from '@airlock/protocol/channel/open.ts'
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

export interface HostLink extends Channels<ModalEnd> {
  readonly origin: string
  /** The protocol version agreed in the handshake. */
  readonly version: number
  readonly epoch: number
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
  const channels = openChannels<ModalEnd>(
    { epoch, transports },
    { personTypes, largeTypes, audit, onFailure: noteFailure('page'), onClose: onLost },
    {
      app: { receives: modalReceives.app, ...sendsTo(hostReceives.app), handlers: app, listeners: {} },
      injected: {
        receives: modalReceives.injected,
        ...sendsTo(hostReceives.injected),
        handlers: {},
        listeners: {
          WALLETS: onWallets,
          WALLET_EVENT: ({ handle, event, payload }) => {
            for (const listener of listeners.get(handle) ?? []) listener(event, payload)
          },
        },
      },
      provider: {
        receives: modalReceives.provider,
        ...sendsTo(hostReceives.provider),
        handlers: provider,
        listeners: { TRANSACTION_SENT: onSent },
      },
    },
  )
  return {
    origin,
    version,
    epoch,
    audit,
    ...channels,
    onWalletEvent(handle, listener) {
      const known = listeners.get(handle) ?? new Set()
      if (known.size < limits.inFlight) known.add(listener)
      listeners.set(handle, known)
      return () => known.delete(listener)
    },
  }
}
