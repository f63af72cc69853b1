/** The wallet's end of the wallet link: two channels over one session, validating messages in both directions. */
import { openChannels, sendsTo } from '@airlock/protocol/channel/open.ts'
import * as modalReceives from '@airlock/protocol/contracts/wallet-link/received-by-modal.ts'
import * as walletReceives from '@airlock/protocol/contracts/wallet-link/received-by-wallet.ts'
import {
  largeTypes,
  personTypes,
  type WalletEnd,
  type WalletPort,
} from '@airlock/protocol/contracts/wallet-link/types.ts'
import { Envelope } from '@airlock/protocol/envelope.ts'
import type { ChildSession } from '@airlock/protocol/link.ts'
import { parse } from '@airlock/protocol/parse.ts'
import type { ModalAsked } from '../provider/prompts.ts'
import { appHandlers, providerHandlers, type WalletHandling } from './handlers.ts'

/** Requests to a modal that is gone fail silently. */
export function openModalLink(session: ChildSession<WalletPort>, handling: WalletHandling): ModalAsked {
  const onRefusal = handling.isLogging ? logRefusal : undefined
  const { app, provider } = openChannels<WalletEnd>(
    session,
    { personTypes, largeTypes, onRefusal },
    {
      app: {
        receives: walletReceives.app,
        ...sendsTo(modalReceives.app),
        handlers: appHandlers(handling),
        listeners: {},
      },
      provider: {
        receives: walletReceives.provider,
        ...sendsTo(modalReceives.provider),
        handlers: providerHandlers(handling),
        listeners: {},
      },
    },
  )
  const ignore = () => {}
  return {
    askHeight: (height) => void app.request('UI_RESIZE', { height: Math.min(height, maxHeight) }).catch(ignore),
    onEscape: () => void app.request('UI_CLOSE', { reason: 'escape' }).catch(ignore),
    onDone: () => void app.request('UI_CLOSE', { reason: 'done' }).catch(ignore),
    onSignInAgain: () => app.request('UI_CLOSE', { reason: 'signIn' }).then(ignore, ignore),
    onEnd() {
      for (const scope of scopes) provider.notify('PROVIDER_EVENT', { scope, event: 'disconnect' })
    },
    onKept: (key) => app.notify('KEPT', { key }),
    onMoved({ eip155, solana }) {
      for (const [scope, address] of [
        [scopes[0], eip155],
        [scopes[1], solana],
      ] as const)
        provider.notify('PROVIDER_EVENT', { scope, event: 'accountsChanged', accounts: [`${scope}:${address}`] })
    },
  }
}

/** Logs no message content: an invalid type may be any text. */
function logRefusal(reason: string, type: string | undefined): void {
  // biome-ignore lint/suspicious/noConsole: for developers, only with the `debug` option
  console.warn(`Airlock wallet: ${reason}, ${parse(Envelope.shape.type, type).ok ? type : '?'}`)
}

/** One network per namespace: the session ends on all of them. */
const scopes = ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const

/** The maximum height in the contract. */
const maxHeight = 4000
