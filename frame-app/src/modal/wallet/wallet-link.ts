/**
 * The wallet link, modal's side. Creates the wallet frame when it is first needed, loads it again when it is lost, and rejects
 * with one typed error if it cannot start. Nothing in the modal waits for it unless the wallet is needed.
 *
 * A host that reaches the frame can kill it but not replace it: `frame-src` allows no other origin, and messages from its window
 * must come from the wallet's origin. When blocked, Chromium shows an error page; a host can also load `about:blank`. Both fire
 * `load` and answer no ping. A changed fragment fires `load` too, but then the ping is answered.
 */
import { type Channel, createChannel } from '@airlock/protocol/channel.ts'
import type { Hello } from '@airlock/protocol/contracts/handshake.ts'
import * as modalReceives from '@airlock/protocol/contracts/wallet-link/received-by-modal.ts'
import * as walletReceives from '@airlock/protocol/contracts/wallet-link/received-by-wallet.ts'
import {
  largeTypes,
  personTypes,
  ports,
  type WalletLinkModalEnd,
  type WalletPort,
} from '@airlock/protocol/contracts/wallet-link/types.ts'
import { AirlockError, type ErrorCode, errorText } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { openParentLink, type Session } from '@airlock/protocol/link.ts'
import { type Pulse, startPulse } from '@airlock/protocol/pulse.ts'
import type { Scope } from '../scope.ts'
import { noteFailure } from '../state/failures.ts'
import { createWalletFrame, type FramePlace } from './frame.ts'

/** Writes the query of the wallet's URL. */
export { writeParameters } from '../../shared/boot/wallet-parameters.ts'

/** The wallet sends HELLO while it loads; this long after `load`, none is expected any more. */
const helloAfterLoadMs = 2500
/** Maximum number of reloads in a row for one call of `session()`. If more frames are lost, something is killing them. */
const maxRebuilds = 3

export interface WalletChannels {
  readonly app: Channel<WalletLinkModalEnd['app']>
  readonly provider: Channel<WalletLinkModalEnd['provider']>
  readonly hello: Hello
  readonly epoch: number
}

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
  readonly scope: Scope
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
  /** The user signs in again: the wallet ends the session once this has resolved. */
  readonly onSignInAgain?: () => Promise<void>
}

export function createWalletLink(options: WalletLinkOptions): WalletLink {
  const { url, origin, mount, onStranger = () => {} } = options
  let live: WalletChannels | undefined
  let waiting: Deferred<WalletChannels> | undefined
  let pulse: Pulse | undefined
  let isLoaded = false
  /** Number of sessions started minus number of documents loaded; below zero, a document has loaded without sending HELLO. */
  let greetings = 0
  let rebuilds = 0
  let stopWaiting = () => {}
  const frame = createWalletFrame({ url, origin, mount, onLoad })
  const link = openParentLink({
    link: 'wallet',
    ports,
    frame: frame.window,
    origin,
    policy: { schemes: [] },
    onSession: begin,
    onDrop: end,
    onVersionRefused: () => fail('VERSION_UNSUPPORTED'),
    onStranger,
  })
  // Another document was about to be loaded into the frame. Chromium blocks it, but the wallet is gone.
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
    if (effectiveDirective === 'frame-src') suspect()
  })

  function boot() {
    isLoaded = true
    greetings = 0
    expectWithin(limits.handshakeMs, 'FRAME_TIMEOUT')
    frame.load()
  }

  function expectWithin(ms: number, otherwise: ErrorCode) {
    stopWaiting()
    stopWaiting = options.scope.after(ms, () => fail(otherwise))
  }

  function begin(session: Session<WalletPort>, hello: Hello) {
    stopWaiting()
    greetings++
    const channels = openChannels(session, hello, options, () => {
      if (live === channels) lost()
    })
    live = channels
    pulse = startPulse(
      () => channels.app.request('PING', {}),
      () => channels.app.pending.calls > 0 || channels.provider.pending.calls > 0,
      lost,
    )
    waiting?.resolve(channels)
    waiting = undefined
  }

  /** The session has ended, for any reason. A HELLO from the wallet's origin in the same window starts the next epoch. */
  function end() {
    const old = live
    live = undefined
    pulse?.stop()
    pulse = undefined
    if (!old) return
    for (const port of ports) old[port].close('PEER_GONE')
    expectWithin(limits.handshakeMs, 'FRAME_TIMEOUT')
  }

  /** Ignores `load` of a document that has sent HELLO. It is busiest then, and its answer to a ping could be late. */
  function onLoad() {
    if (--greetings < 0) suspect()
  }

  function suspect() {
    if (live) pulse?.probe()
    else if (isLoaded) expectWithin(helloAfterLoadMs, 'FRAME_REFUSED')
  }

  function lost() {
    unload()
    if (rebuilds++ < maxRebuilds) boot()
    else fail('PEER_GONE')
  }

  function unload() {
    link.lost()
    stopWaiting()
    frame.unload()
    isLoaded = false
  }

  function fail(code: ErrorCode) {
    unload()
    waiting?.reject(new AirlockError(code, { message: `The wallet frame failed: ${errorText(code)}` }))
    waiting = undefined
  }

  return {
    session() {
      rebuilds = 0
      if (live) return Promise.resolve(live)
      waiting ??= createDeferred()
      if (!isLoaded) boot()
      return waiting.promise
    },
    place: frame.place,
    focus: frame.focus,
  }
}

interface Deferred<T> {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (reason: AirlockError) => void
}

function createDeferred<T>(): Deferred<T> {
  let settle: Omit<Deferred<T>, 'promise'> = { resolve: () => {}, reject: () => {} }
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, ...settle }
}

function openChannels(
  { epoch, transports }: Session<WalletPort>,
  hello: Hello,
  {
    onEvent = () => {},
    onHeight = () => {},
    onEscape = () => false,
    onDone = () => {},
    onSignInAgain = () => Promise.resolve(),
  }: WalletLinkOptions,
  onClose: () => void,
): WalletChannels {
  const common = { epoch, personTypes, largeTypes, onClose, onFailure: noteFailure('wallet') }
  return {
    epoch,
    hello,
    app: createChannel<WalletLinkModalEnd['app']>({
      ...common,
      transport: transports.app,
      receives: modalReceives.app,
      outbound: walletReceives.app,
      tells: Object.keys(walletReceives.app.notifications),
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
      listeners: {},
    }),
    provider: createChannel<WalletLinkModalEnd['provider']>({
      ...common,
      transport: transports.provider,
      receives: modalReceives.provider,
      outbound: walletReceives.provider,
      tells: Object.keys(walletReceives.provider.notifications),
      handlers: {},
      listeners: { PROVIDER_EVENT: onEvent },
    }),
  }
}
