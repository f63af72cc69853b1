/** Both sides of the handshake under the test's control: every field can be replaced, every step omitted or repeated. */
import { type Answers, createPeer, type Peer } from './peer.ts'

export type Hello = { link: string; nonce: string; versions: { min: number; max: number } }
type Init = { nonce: string; hostNonce: string; epoch: number }

/** The port names of each link's contract. */
const portNames: Readonly<Record<string, readonly string[]>> = {
  host: ['app', 'injected', 'provider'],
  wallet: ['app', 'provider'],
}
const namesOf = (link: string) => portNames[link] ?? []

// Acting as the frame -------------------------------------------------------------------------------------------------

export const hello = (link: string, extra: object = {}) => ({
  type: 'HELLO',
  link,
  nonce: crypto.randomUUID() as string,
  versions: { min: 1, max: 1 },
  buildId: 'hostile',
  features: [],
  storage: 'local',
  ...extra,
})

export const greet = (message: unknown): void =>
  window.parent.postMessage(message, location.ancestorOrigins[0] ?? location.origin)

/** Calls the listener for every INIT, with its ports. */
export function onInit(listener: (init: Init, ports: readonly MessagePort[]) => void): void {
  window.addEventListener('message', ({ data, ports }: MessageEvent<Init>) => {
    if (ports.length > 0) listener(data, ports)
  })
}

export const peerOf = (link: string, { epoch }: Init, ports: readonly MessagePort[], answers: Answers): Peer =>
  createPeer(epoch, zip(namesOf(link), ports), answers)

export const ready = (peer: Peer, { hostNonce }: Init, extra: object = {}): void =>
  peer.post('app', { epoch: peer.epoch, type: 'READY', payload: { nonce: hostNonce }, ...extra })

// Acting as the page --------------------------------------------------------------------------------------------------

export type Greeted = { readonly hello: Hello; readonly frame: Window; readonly origin: string }

/** Embeds the victim and waits for its HELLO. */
export function embed(src: string): Promise<Greeted> {
  document.querySelector('iframe')?.remove()
  const element = document.createElement('iframe')
  element.src = src
  element.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0'
  const { origin } = new URL(src)
  const greeted = new Promise<Greeted>((resolve) => {
    window.addEventListener('message', function onMessage({ data, source }: MessageEvent<Hello>) {
      if (source !== element.contentWindow || !element.contentWindow) return
      window.removeEventListener('message', onMessage)
      resolve({ hello: data, frame: element.contentWindow, origin })
    })
  })
  document.body.append(element)
  return greeted
}

export const init = ({ hello: { link, nonce } }: Greeted, extra: object = {}) => ({
  type: 'INIT',
  link,
  nonce,
  hostNonce: crypto.randomUUID() as string,
  version: 1,
  epoch: 1,
  policy: { schemes: [] },
  ...extra,
})

/** Posts an INIT with this many ports; returns a peer over the ports that are kept here. */
export function offer(
  { frame, origin, hello: { link } }: Greeted,
  message: { epoch?: unknown },
  count = namesOf(link).length,
  answers: Answers = {},
): Peer {
  const pairs = Array.from({ length: count }, () => new MessageChannel())
  frame.postMessage(
    message,
    origin,
    pairs.map(({ port2 }) => port2),
  )
  const names = Array.from({ length: count }, (_, index) => namesOf(link)[index] ?? `extra ${index}`)
  return createPeer(
    Number(message.epoch),
    zip(
      names,
      pairs.map(({ port1 }) => port1),
    ),
    answers,
  )
}

const zip = (names: readonly string[], ports: readonly MessagePort[]): Record<string, MessagePort> =>
  Object.fromEntries(ports.map((port, index) => [names[index] ?? `extra ${index}`, port]))
