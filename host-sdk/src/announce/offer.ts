/** The common interface of both announcements. */
import { quietly, type Undo } from '../dom.ts'
import type { AccountState, Airlock, Network, State } from '../types.ts'

export interface Offered {
  readonly airlock: Pick<Airlock, 'getState' | 'subscribe' | 'provider' | 'switchNetwork'>
  /** As they are at the moment. */
  readonly networks: { readonly list: readonly Network[] }
}

export interface Offer {
  /** After each change of the state. */
  follow: (state: State) => void
  stop: Undo
}

/** Errors of replaced page functions or of listeners do not stop our code. */
export const dispatch = (type: string, detail: unknown): void =>
  void quietly(() => window.dispatchEvent(new CustomEvent(type, { detail })))

/** An account of the embedded wallet, by the id that the specification gives its connector (§3). */
export const isEmbedded = (account: AccountState | undefined): boolean =>
  account?.status === 'connected' && account.wallet?.id === 'ID_AUTH'
