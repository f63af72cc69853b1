/** Runs the frame's end of the handshake; `parent-link.ts` is the other end. Afterwards the channels take over. */
import { type Hello, Init, type LinkName, type Policy } from './contracts/handshake.ts'
import { type ChildState, nextChild, versions } from './handshake.ts'
import { randomId, readData, readPorts } from './natives.ts'
import { readMessage } from './read.ts'
import { portTransport, type Transport } from './transport.ts'
import { createDoor, listenToWindow, postToWindow } from './window-peer.ts'

export interface Session<Port extends string> {
  readonly epoch: number
  readonly version: number
  readonly transports: Readonly<Record<Port, Transport>>
}

/** There are as many ports as names: the parent creates them so, `nextChild` checks it. */
export const transportsOf = <Port extends string>(names: readonly Port[], ports: readonly MessagePort[]) =>
  Object.fromEntries(ports.map((port, index) => [names[index], portTransport(port)])) as Record<Port, Transport>

export interface ChildLinkOptions<Port extends string> {
  link: LinkName
  ports: readonly Port[]
  parent: Window
  /** The parent's origin as the browser reports it (`ancestorOrigins`), already checked against the project record. */
  origin: string
  buildId: string
  features: readonly string[]
  storage: Hello['storage']
  onStranger?(): void
}

export interface ChildSession<Port extends string> extends Session<Port> {
  readonly origin: string
  readonly policy: Policy
}

/**
 * Sends HELLO and resolves with the session of the first valid INIT. Never rejects, and stays pending if the parent is silent.
 */
export function openChildLink<Port extends string>(options: ChildLinkOptions<Port>): Promise<ChildSession<Port>> {
  const { link, ports, parent, origin } = options
  const nonce = randomId()
  return new Promise((resolve) => {
    let state: ChildState = { at: 'offering', link, nonce, ports: ports.length }
    const door = createDoor(
      { window: () => parent, origins: [origin] },
      (event) => {
        const sent = readPorts(event)
        const init = readMessage(Init, readData(event))
        const [next, effects] = init ? nextChild(state, { type: 'init', init, ports: new Set(sent).size }) : [state, []]
        state = next
        const [accept] = effects
        if (!accept || !init) {
          for (const port of sent) port.close()
          return
        }
        stop()
        const transports = transportsOf(ports, sent)
        const { epoch, version, policy } = init
        const [first] = ports
        if (first) transports[first].send(accept.ready)
        resolve({ epoch, version, policy, origin, transports })
      },
      options.onStranger,
    )
    const stop = listenToWindow(door)
    const hello: Hello = {
      type: 'HELLO',
      link,
      nonce,
      versions,
      buildId: options.buildId,
      features: [...options.features],
      storage: options.storage,
    }
    postToWindow(parent, origin, hello)
  })
}
