/**
 * The wallet link, modal's side. Creates the wallet frame when it is first needed, loads it again when it is lost, and rejects
 * with one typed error if it cannot start. Nothing in the modal waits for it unless the wallet is needed.
 *
 * A host that reaches the frame can kill it but not replace it: `frame-src` allows no other origin, and messages from its window
 * must come from the wallet's origin. When blocked, Chromium shows an error page; a host can also load `about:blank`. Both fire
 * `load` and answer no ping. A changed fragment fires `load` too, but then the ping is answered.
 */
import { type Channels, type PortOptions, sendsTo } from '@airlock/protocol/channel/open.ts'
import * as modalReceives from '@airlock/protocol/contracts/wallet-link/received-by-modal.ts'
import * as walletReceives from '@airlock/protocol/contracts/wallet-link/received-by-wallet.ts'
import {
  largeTypes,
  personTypes,
  ports,
  type WalletLinkModalEnd,
} from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError, errorText } from '@airlock/protocol/errors.ts'
import { superviseFrame } from '@airlock/protocol/frames/supervisor.ts'
import { loginError } from '../../../../shared/login/failure.ts'
import { noteFailure } from '../../../core/failures.ts'
import { createWalletFrame, type FramePlace } from './frame.ts'

/** Writes the query of the wallet's URL. */
export { writeParameters } from '../../../../shared/boot/wallet-parameters.ts'

export type WalletChannels = Channels<WalletLinkModalEnd>

/** Accounts, network or connection of the embedded wallet have changed. */
export type WalletEvent = WalletLinkModalEnd['provider']['hears']['PROVIDER_EVENT']

export interface WalletLink {
  /** The live session; creates the frame if there is none. Rejects with the reason if it cannot start. */
  session(): Promise<WalletChannels>
  /** Where the wallet is shown; `undefined` hides it. */
  place(place: FramePlace | undefined): void
  focus(): void
}

export interface WalletLinkOptions {
  /** The wallet's document for this project, and its origin. */
  readonly url: string
  readonly origin: string
  readonly mount: ParentNode
  /** Called for a window message from a sender that is not the wallet. */
  readonly onStranger?: () => void
  readonly onEvent?: (event: WalletEvent) => void
  /** The height, in CSS pixels, that the wallet needs to be completely visible. */
  readonly onHeight?: (height: number) => void
  /** Escape was pressed in the wallet. @returns whether the modal has closed */
  readonly onEscape?: () => boolean
  /** The user has closed the wallet page that they had opened. */
  readonly onDone?: () => void
  /** The wallet's own window has kept what this key opens. */
  readonly onKept?: (key: string) => void
  /** The user signs in again: the wallet ends the session once this has resolved. */
  readonly onSignInAgain?: () => Promise<void>
}

export function createWalletLink(options: WalletLinkOptions): WalletLink {
  const { url, origin, mount } = options
  const frame = createWalletFrame({ url, origin, mount, onLoad: () => supervisor.onLoad() })
  const supervisor = superviseFrame<WalletLinkModalEnd>({
    link: 'wallet',
    ports,
    personTypes,
    largeTypes,
    origin,
    policy: { schemes: [] },
    onStranger: options.onStranger ?? (() => {}),
    onFailure: noteFailure('wallet'),
    frame,
    behaviour: behaviourOf(options),
    async configure(_, { storage }) {
      if (storage === 'memory') throw loginError({ reason: 'STORAGE_BLOCKED' })
    },
    onLive() {},
    onDown() {},
    onFail() {},
    watch: () => () => {},
    messages: {},
    isAwaited: (isLost) => isLost,
    // For one call of `session()`. If more frames are lost, something is killing them.
    retries: [0, 0, 0],
  })
  // Another document was about to be loaded into the frame. Chromium blocks it, but the wallet is gone.
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    if (effectiveDirective === 'frame-src') supervisor.probe()
  })
  return {
    session() {
      supervisor.intent()
      return supervisor.session().catch(({ code, data }: AirlockError) => {
        throw new AirlockError(code, { message: `The wallet frame failed: ${errorText(code)}`, data })
      })
    },
    place: frame.place,
    focus: frame.focus,
  }
}

const behaviourOf = ({
  onEvent = () => {},
  onHeight = () => {},
  onEscape = () => false,
  onDone = () => {},
  onKept = () => {},
  onSignInAgain = () => Promise.resolve(),
}: WalletLinkOptions): PortOptions<WalletLinkModalEnd> => ({
  app: {
    receives: modalReceives.app,
    ...sendsTo(walletReceives.app),
    handlers: {
      UI_RESIZE({ height }) {
        onHeight(height)
        return { height }
      },
      async UI_CLOSE({ reason }) {
        if (reason === 'escape') return { closed: onEscape() }
        if (reason === 'signIn') await onSignInAgain()
        else onDone()
        return { closed: false }
      },
      PING: () => ({}),
    },
    listeners: { KEPT: ({ key }) => onKept(key) },
  },
  provider: {
    receives: modalReceives.provider,
    ...sendsTo(walletReceives.provider),
    handlers: {},
    listeners: { PROVIDER_EVENT: onEvent },
  },
})
