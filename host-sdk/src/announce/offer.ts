/** The common interface of both announcements. */
import { quietly, type Undo } from '../dom.ts'
import type { AccountState, Airlock, Network, State } from '../types.ts'

export interface Offered {
  readonly airlock: Pick<Airlock, 'getState' | 'subscribe' | 'provider' | 'switchNetwork'>
  /** The current networks, read at each use. */
  readonly networks: { readonly list: readonly Network[] }
}

export interface Offer {
  /** Called after each change of the state. */
  follow: (state: State) => void
  stop: Undo
}

/** Errors of page functions that were replaced, or of listeners, do not stop our code. */
export const dispatch = (type: string, detail: unknown): void =>
  void quietly(() => window.dispatchEvent(new CustomEvent(type, { detail })))

/** Whether this is an account of the embedded wallet, by the connector id of the specification (§3). */
export const isEmbedded = (account: AccountState | undefined): boolean =>
  account?.status === 'connected' && account.wallet?.id === 'ID_AUTH'
