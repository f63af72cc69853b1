/** The wallet link, wallet's side: two channels over one session, outgoing messages checked like incoming ones. */
import { createChannel } from '@airlock/protocol/channel.ts'
import * as modalReceives from '@airlock/protocol/contracts/wallet-link/received-by-modal.ts'
import * as walletReceives from '@airlock/protocol/contracts/wallet-link/received-by-wallet.ts'
import {
  largeTypes,
  personTypes,
  type WalletEnd,
  type WalletPort,
} from '@airlock/protocol/contracts/wallet-link/types.ts'
import type { ChildSession } from '@airlock/protocol/link.ts'
import { appHandlers, type LoadWallet, providerHandlers } from './handlers.ts'

export function openModalLink(
  { epoch, transports }: ChildSession<WalletPort>,
  reload: () => void,
  load: LoadWallet,
): void {
  const common = { epoch, personTypes, largeTypes, listeners: {} }
  createChannel<WalletEnd['app']>({
    ...common,
    transport: transports.app,
    receives: walletReceives.app,
    outbound: modalReceives.app,
    tells: Object.keys(modalReceives.app.notifications),
    handlers: appHandlers(reload, load),
  })
  createChannel<WalletEnd['provider']>({
    ...common,
    transport: transports.provider,
    receives: walletReceives.provider,
    outbound: modalReceives.provider,
    tells: Object.keys(modalReceives.provider.notifications),
    handlers: providerHandlers,
  })
}
