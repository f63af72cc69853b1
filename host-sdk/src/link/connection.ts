/**
 * Keeps one live session with the frame: loads it on demand, starts over when it reloads or crashes, and reports with
 * one typed error why it cannot start (design §10.3).
 */
import type { Audit } from '@airlock/protocol/channel/audit.ts'
import type { Policy } from '@airlock/protocol/contracts/handshake.ts'
import type { HostPort } from '@airlock/protocol/contracts/host-link/types.ts'
import { ports } from '@airlock/protocol/contracts/host-link/types.ts'
import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { openParentLink, type ParentLink, type Session } from '@airlock/protocol/link.ts'
import { type Pulse, startPulse } from '@airlock/protocol/pulse.ts'
import { createDeferred, type Deferred } from '../deferred.ts'
import { listen, type Undo } from '../dom.ts'
import { type Behaviour, type Channels, closeChannels, openChannels } from './session.ts'

/** How long after `load` a HELLO may still arrive; a frame sends it while it loads. */
const helloAfterLoadMs = 2500
const backoffMs = 1000

/** Why the frame did not start, for whoever embeds it: cause and fix (design §10.3). */
export const advice: Partial<Record<ErrorCode, string>> = {
  BLOCKED_BY_HOST_POLICY:
    'The Content-Security-Policy of this page blocks the modal frame: add its origin to frame-src.',
  FRAME_REFUSED:
    'The modal frame did not start: this origin or an embedding one is not listed in the project record, or the frame is down.',
  FRAME_TIMEOUT: 'The modal frame did not load in time: check its address.',
  VERSION_UNSUPPORTED: 'This page and the modal frame have no protocol version in common.',
}

export interface ConnectionOptions {
  origin: string
  policy: Policy
  behaviour: Behaviour
  frame: { window: () => Window | null; load: () => void; unload: () => void }
  /** First request of a session. */
  configure: (channels: Channels) => Promise<unknown>
  onLive: (channels: Channels) => void
  onDown: () => void
  /** The frame cannot start. */
  onFail: (error: AirlockError) => void
  audit: Audit
  /** The frame is visible, or a caller is waiting for it. */
  isAwaited: () => boolean
}

export interface Connection {
  /** The live session; loads the frame if there is none. Rejects with the boot error. */
  session: () => Promise<Channels>
  readonly live: Channels | undefined
  /** A frame was requested and has not failed. */
  readonly isStarted: boolean
  onFrameLoad: () => void
  /** Messages and violations from before the connection attached its listeners. */
  onEarlyMessage: (event: Event) => void
  onViolation: (event: Event) => void
  /** The frame is gone: rejects pending calls. With `again`, loads a new frame, at most once per intent. */
  lost: (again: boolean) => void
  /** A new action of the user or the page, which allows one more automatic reload. */
  intent: () => void
  destroy: () => void
}

export function createConnection(options: ConnectionOptions): Connection {
  const { frame, origin } = options
  let link: ParentLink | undefined
  let channels: Channels | undefined
  let live: Channels | undefined
  let waiting: Deferred<Channels> | undefined
  let pulse: Pulse | undefined
  let hasFrame = false
  /** Sessions minus loaded documents: below zero, a loaded document has not sent HELLO. */
  let greetings = 0
  let reloads = 0
  let stopWatching: Undo | undefined
  const timers = new Set<ReturnType<typeof setTimeout>>()

  const after = (ms: number, action: () => void) => {
    timers.add(setTimeout(action, ms))
  }
  const calm = () => {
    for (const timer of timers) clearTimeout(timer)
    timers.clear()
    stopWatching?.()
    stopWatching = undefined
  }

  const boot = () => {
    calm()
    link ??= openParentLink({
      link: 'host',
      ports,
      frame: frame.window,
      origin,
      policy: options.policy,
      onSession: start,
      onDrop: down,
      onVersionRefused: () => fail('VERSION_UNSUPPORTED'),
      onStranger: options.audit.meetStranger,
    })
    stopWatching = listen(document, 'securitypolicyviolation', onViolation)
    after(limits.handshakeMs, () => fail('FRAME_TIMEOUT'))
    hasFrame = true
    greetings = 0
    frame.load()
  }

  const onViolation = (event: Event) => {
    if (event instanceof SecurityPolicyViolationEvent && isAboutFrame(event, origin)) fail('BLOCKED_BY_HOST_POLICY')
  }

  const start = (session: Session<HostPort>) => {
    calm()
    greetings++
    const mine = openChannels(session, options.behaviour, options.audit, () => {
      if (channels === mine) lost(true)
    })
    channels = mine
    pulse = startPulse(
      () => mine.app.request('PING', {}),
      () => options.isAwaited() || ports.some((port) => mine[port].pending.calls > 0),
      () => lost(true),
    )
    options.configure(mine).then(
      () => {
        if (channels !== mine) return
        live = mine
        options.onLive(mine)
        waiting?.resolve(mine)
        waiting = undefined
      },
      (error: unknown) => {
        if (channels === mine) fail(error instanceof AirlockError ? error : 'INTERNAL')
      },
    )
  }

  const down = () => {
    const old = channels
    channels = live = undefined
    pulse?.stop()
    pulse = undefined
    if (!old) return
    closeChannels(old, 'PEER_GONE')
    options.onDown()
    // A new HELLO restarts the READY timeout.
    after(limits.handshakeMs, () => fail('FRAME_TIMEOUT'))
  }

  const unload = () => {
    link?.lost()
    calm()
    frame.unload()
    hasFrame = false
  }

  const settle = (error: AirlockError) => {
    waiting?.reject(error)
    waiting = undefined
  }

  const fail = (reason: AirlockError | ErrorCode) => {
    const error = reason instanceof AirlockError ? reason : new AirlockError(reason, { message: advice[reason] })
    unload()
    settle(error)
    options.onFail(error)
  }

  const lost = (again: boolean) => {
    unload()
    if (!again || !options.isAwaited()) settle(new AirlockError('PEER_GONE'))
    else if (reloads++ > 0) fail('PEER_GONE')
    else {
      waiting ??= createDeferred()
      hasFrame = true // it is created below
      after(backoffMs, boot)
    }
  }

  return {
    get live() {
      return live
    },
    get isStarted() {
      return hasFrame
    },
    session() {
      if (live) return Promise.resolve(live)
      if (waiting) return waiting.promise
      const started = createDeferred<Channels>()
      waiting = started
      // Buffered events of a started frame may settle this at once.
      if (!hasFrame) boot()
      return started.promise
    },
    onFrameLoad() {
      // A buffered event before this one may have ended the frame.
      if (!hasFrame || --greetings >= 0) return
      if (pulse) pulse.probe()
      else after(helloAfterLoadMs, () => fail('FRAME_REFUSED'))
    },
    onEarlyMessage(event) {
      if (event instanceof MessageEvent) link?.receive(event)
    },
    onViolation,
    lost,
    intent() {
      reloads = 0
    },
    destroy() {
      const old = channels
      channels = live = undefined // so that closing below does not start a new session
      calm()
      pulse?.stop()
      if (old) closeChannels(old, 'DESTROYED')
      link?.destroy()
      settle(new AirlockError('DESTROYED'))
    },
  }
}

const isAboutFrame = (event: SecurityPolicyViolationEvent, origin: string): boolean =>
  event.disposition === 'enforce' &&
  /^(frame|child|default)-src/.test(event.effectiveDirective) &&
  (event.blockedURI === origin || event.blockedURI.startsWith(`${origin}/`))
