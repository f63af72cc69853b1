/**
 * The three-step handshake, for both links.
 *
 * Requirements 1. Only the pinned parent and the pinned frame can obtain a port, whatever siblings and openers send.
 * 2. An unlisted embedder receives no message.
 * 3. A reloaded frame can return, in a new epoch; nothing of the old epoch lives on.
 * 4. Both ends agree on a version, or both know that there is none.
 *
 * Steps 1. frame → parent, `window`, exact origin: HELLO { link, nonce, versions, buildId, features, storage } 2. parent → frame,
 * `window`, exact origin: INIT { link, nonce (echoed), hostNonce, version, epoch, policy } + the ports 3. frame → parent, on the
 * first port:      READY { nonce: hostNonce }, in the envelope of the new epoch
 *
 * The frame drops its window listener after the first valid INIT; the parent keeps one that accepts only a new HELLO. The
 * decisions are pure (`nextParent`, `nextChild`); `window-peer.ts` and `link.ts` run their effects.
 */
import type { Hello, Init, LinkName, Ready } from './contracts/handshake.ts'

type Range = Hello['versions']

/** Supported versions. No version below `min` is accepted. */
export const versions = { min: 1, max: 1 } as const

/** The highest version in both ranges, or `undefined`. */
export function commonVersion(mine: Range, theirs: Range): number | undefined {
  const highest = Math.min(mine.max, theirs.max)
  // A reversed range gives none: `highest` is at most its maximum, which is below its minimum.
  return highest >= Math.max(mine.min, theirs.min) ? highest : undefined
}

// Parent ------------------------------------------------------------------------------------------------------------

/** The content of INIT, which READY must match. */
export interface Offer {
  readonly epoch: number
  readonly version: number
  readonly hello: Hello
  readonly hostNonce: string
}

export type ParentState =
  | { readonly at: 'waiting'; readonly epoch: number }
  | ({ readonly at: 'offered' } & Offer)
  | ({ readonly at: 'live' } & Omit<Offer, 'hostNonce'>)
  | { readonly at: 'refused'; readonly epoch: number; readonly theirs: Range }

export type ParentEvent =
  | { readonly type: 'hello'; readonly hello: Hello; readonly hostNonce: string }
  | { readonly type: 'ready'; readonly ready: Ready }
  | { readonly type: 'lost' }

export type ParentEffect =
  | ({ readonly do: 'offer' } & Offer)
  | { readonly do: 'open'; readonly epoch: number }
  /** The session of this epoch is over: reject what is pending, close its ports. */
  | { readonly do: 'drop'; readonly epoch: number }
  | { readonly do: 'refuse' }

export const parentStart: ParentState = { at: 'waiting', epoch: 0 }

export function nextParent(
  state: ParentState,
  event: ParentEvent,
  mine: Range = versions,
): [ParentState, ParentEffect[]] {
  const drop: ParentEffect[] = state.at === 'offered' || state.at === 'live' ? [{ do: 'drop', epoch: state.epoch }] : []
  switch (event.type) {
    case 'hello': {
      const { hello, hostNonce } = event
      const version = commonVersion(mine, hello.versions)
      if (version === undefined)
        return [{ at: 'refused', epoch: state.epoch, theirs: hello.versions }, [...drop, { do: 'refuse' }]]
      const offer: Offer = { epoch: state.epoch + 1, version, hello, hostNonce }
      return [{ at: 'offered', ...offer }, [...drop, { do: 'offer', ...offer }]]
    }
    case 'ready': {
      if (state.at !== 'offered' || event.ready.epoch !== state.epoch || event.ready.payload.nonce !== state.hostNonce)
        return [state, []]
      const { epoch, hello, version } = state
      return [{ at: 'live', epoch, hello, version }, [{ do: 'open', epoch }]]
    }
    case 'lost':
      return [{ at: 'waiting', epoch: state.epoch }, drop]
  }
}

// Child -------------------------------------------------------------------------------------------------------------

export type ChildState =
  | { readonly at: 'offering'; readonly link: LinkName; readonly nonce: string; readonly ports: number }
  | { readonly at: 'live'; readonly init: Init }

export interface ChildEvent {
  readonly type: 'init'
  readonly init: Init
  /** Number of distinct ports in the message. */
  readonly ports: number
}

export type ChildEffect = { readonly do: 'accept'; readonly ready: Ready }

/** The latch is synchronous: the first valid INIT wins, every later one is ignored. */
export function nextChild(state: ChildState, event: ChildEvent, mine: Range = versions): [ChildState, ChildEffect[]] {
  const { init } = event
  if (state.at === 'live') return [state, []]
  const fits =
    init.link === state.link &&
    init.nonce === state.nonce &&
    event.ports === state.ports &&
    init.version >= mine.min &&
    init.version <= mine.max
  if (!fits) return [state, []]
  const ready: Ready = { epoch: init.epoch, type: 'READY', payload: { nonce: init.hostNonce } }
  return [{ at: 'live', init }, [{ do: 'accept', ready }]]
}
