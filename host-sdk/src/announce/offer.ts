/** The common interface of both announcements. */
import type { Announced } from '@airlock/protocol/contracts/shapes/announced.ts'
import type { Undo } from '../dom.ts'
import type { Restoring } from '../providers/restored.ts'
import type { AccountState, Airlock, State } from '../types.ts'
import type { Announcer } from './eip6963.ts'

export interface Offered extends Restoring {
  readonly airlock: Restoring['airlock'] & Pick<Airlock, 'networks' | 'provider' | 'switchNetwork'>
  readonly announcer: Announcer
  /** The wallet in the stored hint, which the frame is about to restore. */
  readonly remembered: Announced | undefined
}

export interface Offer {
  /** Called after each change of the state. */
  follow: (state: State) => void
  stop: Undo
}

/** Whether this is an account of the embedded wallet, by the connector id of the specification. */
export const isEmbedded = (account: AccountState | undefined): boolean =>
  account?.status === 'connected' && account.wallet?.id === 'ID_AUTH'
