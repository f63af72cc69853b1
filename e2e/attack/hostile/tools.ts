/** The tools on `window` in a hostile document, for specs. */
import { afterwards, end, postForged, strike } from './forgeries.ts'
import * as handshake from './handshake.ts'
import type { Answers, Peer } from './peer.ts'

export interface Tools {
  readonly handshake: typeof handshake
  readonly strike: (set: string) => ReturnType<typeof strike>
  readonly forge: (set: string, name: string) => Promise<void>
  readonly flood: (count: number) => void
  readonly afterwards: typeof afterwards
  /** Runs the deferred action; specs use `Session.end`. */
  readonly end: typeof end
  /** Embeds the victim and completes the handshake like an honest page. */
  readonly enter: (src: string, answers?: Answers) => Promise<void>
  /** The peer of the session. */
  peer: Peer
  readonly greeted: handshake.Greeted
}

declare global {
  interface Window {
    hostile: Tools
  }
}

export function install(): Tools {
  let peer: Peer | undefined
  let greeted: handshake.Greeted | undefined
  const tools: Tools = {
    handshake,
    afterwards,
    end,
    flood(count) {
      const { peer: flooding } = tools
      afterwards(() => {
        for (let index = 0; index < count; index++) flooding.post('app', flooding.message('PING'))
      })
    },
    strike: (set) => strike(tools.peer, set),
    forge: (set, name) => postForged(tools.peer, set, name),
    async enter(src, answers) {
      greeted = await handshake.embed(src)
      peer = handshake.offer(greeted, handshake.init(greeted), undefined, answers)
      await peer.asked('READY')
    },
    get peer() {
      if (!peer) throw new Error('no session yet')
      return peer
    },
    set peer(next) {
      peer = next
    },
    get greeted() {
      if (!greeted) throw new Error('nobody has greeted yet')
      return greeted
    },
  }
  window.hostile = tools
  return tools
}
