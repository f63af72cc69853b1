/**
 * Runs the parent's end of the handshake (`link.ts` is the frame's end). A file of its own: the modal, which is a frame first, needs it only
 * for the embedded wallet.
 */
import { Hello, type Init, type LinkName, type Policy, press, Ready } from './contracts/handshake.ts'
import { nextParent, type Offer, type ParentEvent, type ParentState, parentStart } from './handshake.ts'
import { type Session, transportsOf } from './link.ts'
import { monotonicNow, randomId, readData, readPorts } from './natives.ts'
import { createBucket } from './pace.ts'
import { readMessage } from './read.ts'
import { createDoor, listenToWindow, postToWindow } from './window-peer.ts'

export interface ParentLinkOptions<Port extends string> {
  link: LinkName
  ports: readonly Port[]
  /** The frame's window, and its only origin. */
  frame(): Window | null
  origin: string
  policy: Policy
  /** A session is live: READY was received. */
  onSession(session: Session<Port>, hello: Hello): void
  /** The session with this epoch is over. Called before the next one starts. */
  onDrop(epoch: number): void
  onVersionRefused(theirs: Hello['versions']): void
  /** A message from a window that is not our frame. */
  onStranger?(): void
  /** The frame says that it handles a press. */
  onPress?(): void
}

export type ParentLink = ReturnType<typeof openParentLink>

export function openParentLink<Port extends string>(options: ParentLinkOptions<Port>) {
  const { link, ports, origin } = options
  // A frame may reload occasionally; endless HELLOs are not answered.
  const greetings = createBucket(0.5, 8, monotonicNow)
  // The port budgets do not cover window messages; beyond this budget they are not even deserialised.
  const readings = createBucket(0.5, 50, monotonicNow)
  let state: ParentState = parentStart
  let offered: Session<Port> | undefined

  const apply = (event: ParentEvent) => {
    const [next, effects] = nextParent(state, event)
    state = next
    for (const effect of effects) {
      switch (effect.do) {
        case 'offer':
          // `onDrop` may have closed the link.
          if (state.at === 'offered' && state.epoch === effect.epoch) offer(effect)
          break
        case 'open':
          if (offered && state.at === 'live') options.onSession(offered, state.hello)
          break
        case 'drop':
          for (const port of ports) offered?.transports[port].close()
          offered = undefined
          options.onDrop(effect.epoch)
          break
        case 'refuse':
          if (state.at === 'refused') options.onVersionRefused(state.theirs)
          break
      }
    }
  }

  const offer = ({ epoch, version, hello, hostNonce }: Offer) => {
    const target = options.frame()
    if (!target) return
    const pairs = ports.map(() => new MessageChannel())
    const mine = pairs.map((pair) => pair.port1)
    const theirs = pairs.map((pair) => pair.port2)
    const transports = transportsOf(ports, mine)
    offered = { epoch, version, transports }
    const [first] = ports
    if (first)
      transports[first].listen(
        (data, hasPorts) => {
          const ready = hasPorts ? undefined : readMessage(Ready, data)
          if (ready) apply({ type: 'ready', ready })
          // READY must be the first message on the port; after any other first message the port is closed (C39).
          if (state.at !== 'live') transports[first].close()
        },
        () => {},
      )
    const init: Init = { type: 'INIT', link, nonce: hello.nonce, hostNonce, version, epoch, policy: options.policy }
    postToWindow(target, origin, init, theirs)
  }

  const receive = createDoor(
    { window: options.frame, origins: [origin] },
    (event) => {
      for (const port of readPorts(event)) port.close()
      // Reading deserialises the message, which is expensive for a large one.
      if (!readings.take()) return
      const data = readData(event)
      if (data === press) {
        readings.give()
        return options.onPress?.()
      }
      const hello = readMessage(Hello, data)
      if (hello?.link === link && greetings.take()) apply({ type: 'hello', hello, hostNonce: randomId() })
    },
    options.onStranger,
  )
  const stop = listenToWindow(receive)

  return {
    /** Also for a window message from before the link was opened: the same checks apply. */
    receive,
    /** Ends the current session; a new HELLO may start the next. */
    lost: () => apply({ type: 'lost' }),
    destroy(): void {
      stop()
      apply({ type: 'lost' })
    },
  }
}
