/**
 * Keeps one live session with a frame, for both links: loads the frame on demand, starts over when it reloads, hangs or dies, and says with
 * one typed error why it cannot start.
 */
import { type Channels, type EndOptions, openChannels, type PortOptions, type Ports } from '../channel/open.ts'
import type { Channel } from '../channel.ts'
import type { AnyPort } from '../contracts/define.ts'
import type { Hello } from '../contracts/handshake.ts'
import { AirlockError, type ErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Session } from '../link.ts'
import { openParentLink, type ParentLink, type ParentLinkOptions } from '../parent-link.ts'
import { type Pulse, startPulse } from '../pulse.ts'

/** How long after `load` a HELLO may still arrive: a frame sends it while it loads. */
const helloAfterLoadMs = 2500

/** Both links ping on this port. */
interface Pinged extends AnyPort {
  readonly calls: { readonly PING: { readonly request: Record<string, never>; readonly response: unknown } }
}

export interface SupervisorOptions<End extends Ports>
  extends Pick<
      ParentLinkOptions<keyof End & string>,
      'link' | 'ports' | 'origin' | 'policy' | 'onStranger' | 'onPress'
    >,
    Omit<EndOptions, 'onClose'> {
  readonly frame: { window: () => Window | null; load: () => void; unload: () => void }
  readonly behaviour: PortOptions<End>
  /** First requests of a session, which is live when they are answered. */
  readonly configure: (channels: Channels<End>, hello: Hello) => Promise<unknown>
  readonly onLive: (channels: Channels<End>) => void
  readonly onDown: () => void
  /** The frame cannot start. */
  readonly onFail: (error: AirlockError) => void
  /** Texts of errors, in the place of those in the table of errors. */
  readonly messages: Partial<Record<ErrorCode, string>>
  /** Looks for other signs of failure while the frame starts. @returns what ends that */
  readonly watch: () => () => void
  /** Whether the frame is needed, if no call waits for it: it must answer then. `isLost`: it is loaded again then. */
  readonly isAwaited: (isLost: boolean) => boolean
  /** Milliseconds from a loss until it is loaded again: for each time in a row. Then it has failed. */
  readonly retries: readonly number[]
}

export interface Supervisor<End extends Ports> {
  /** The live session; loads the frame if there is none. Rejects with the reason if it cannot start. */
  session: () => Promise<Channels<End>>
  readonly live: Channels<End> | undefined
  /** A frame was requested and has not failed. */
  readonly isStarted: boolean
  onLoad: () => void
  /** A message from before the link was opened. */
  onMessage: (event: Event) => void
  /** The frame may be gone: it must answer soon. */
  probe: () => void
  fail: (reason: AirlockError | ErrorCode) => void
  /** The frame is gone: rejects pending calls. With `again`, loads a new frame if it is kept. */
  lost: (again?: boolean) => void
  /** A new action of the user or the page, which allows to load the frame again as often as at first. */
  intent: () => void
  destroy: () => void
}

export function superviseFrame<End extends Ports>(options: SupervisorOptions<End>): Supervisor<End> {
  type C = Channels<End>
  const { frame, ports } = options
  let link: ParentLink | undefined
  let channels: C | undefined
  let live: C | undefined
  const waiting: { resolve: (channels: C) => void; reject: (error: AirlockError) => void }[] = []
  let pulse: Pulse | undefined
  let hasFrame = false
  /** Sessions minus loaded documents: below zero, a loaded document has not sent HELLO. */
  let greetings = 0
  let restarts = 0
  /** Ends each timer, and the watch. */
  const undos: (() => void)[] = []

  const after = (ms: number, action: () => void) => {
    const timer = setTimeout(action, ms)
    undos.push(() => clearTimeout(timer))
  }
  const calm = () => {
    for (const undo of undos.splice(0)) undo()
  }
  /** For a HELLO and its READY; a new HELLO starts it again. */
  const expect = () => after(limits.handshakeMs, () => fail('FRAME_TIMEOUT'))

  const boot = () => {
    calm()
    link ??= openParentLink({
      ...options,
      frame: frame.window,
      onSession: start,
      onDrop: down,
      onVersionRefused: () => fail('VERSION_UNSUPPORTED'),
    })
    undos.push(options.watch())
    expect()
    hasFrame = true
    greetings = 0
    frame.load()
  }

  const start = (session: Session<keyof End & string>, hello: Hello) => {
    calm()
    greetings++
    const onClose = () => void (channels === mine && lost())
    const mine: C = openChannels(session, { ...options, onClose }, options.behaviour)
    const { app } = mine as unknown as { app: Channel<Pinged> } // as: both links have this port
    channels = mine
    pulse = startPulse(
      () => app.request('PING', {}),
      () => options.isAwaited(false) || ports.some((port) => mine[port].pending.calls > 0),
      lost,
    )
    options.configure(mine, hello).then(
      () => {
        if (channels !== mine) return
        live = mine
        options.onLive(mine)
        for (const { resolve } of waiting.splice(0)) resolve(mine)
      },
      (error: unknown) => {
        if (channels === mine) fail(error instanceof AirlockError ? error : 'INTERNAL')
      },
    )
  }

  /** Ends the session. @returns whether there was one */
  const end = (reason: ErrorCode): boolean => {
    const old = channels
    channels = live = undefined // first, so that closing does not start the frame again
    pulse?.stop()
    pulse = undefined
    for (const port of ports) old?.[port].close(reason)
    return !!old
  }

  const down = () => {
    if (!end('PEER_GONE')) return
    options.onDown()
    expect()
  }

  const unload = () => {
    link?.lost()
    calm()
    frame.unload()
    hasFrame = false
  }

  const settle = (error: AirlockError) => {
    for (const { reject } of waiting.splice(0)) reject(error)
  }

  const fail = (reason: AirlockError | ErrorCode) => {
    const error =
      reason instanceof AirlockError ? reason : new AirlockError(reason, { message: options.messages[reason] })
    unload()
    settle(error)
    options.onFail(error)
  }

  const lost = (again = true) => {
    unload()
    if (!again || !options.isAwaited(true)) settle(new AirlockError('PEER_GONE'))
    else {
      const ms = options.retries[restarts++]
      if (ms === undefined) return fail('PEER_GONE')
      hasFrame = true // it is created below
      after(ms, boot)
    }
  }

  const probe = () => {
    if (pulse) pulse.probe()
    else if (hasFrame) after(helloAfterLoadMs, () => fail('FRAME_REFUSED'))
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
      const started = new Promise<C>((resolve, reject) => waiting.push({ resolve, reject }))
      started.catch(() => {}) // not everybody who starts the frame waits for it
      // Buffered events of a started frame may settle this at once.
      if (!hasFrame) boot()
      return started
    },
    onLoad() {
      // A buffered event before this one may have ended the frame. A document that has sent HELLO is busiest when it has loaded.
      if (hasFrame && --greetings < 0) probe()
    },
    onMessage(event) {
      if (event instanceof MessageEvent) link?.receive(event)
    },
    probe,
    fail,
    lost,
    intent() {
      restarts = 0
    },
    destroy() {
      calm()
      end('DESTROYED')
      link?.destroy()
      settle(new AirlockError('DESTROYED'))
    },
  }
}
