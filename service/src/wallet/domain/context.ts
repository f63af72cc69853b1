/** What the rules of the wallet service work with. */
import type { RecoveryKind } from '@airlock/protocol/wallet-service/shapes.ts'
import type { Lookup } from '../../crypto/lookup.ts'
import type { Projects } from '../../frames/projects.ts'
import type { Store } from '../../store/store.ts'
import type { Outside } from '../outside.ts'
import type { RateLimits } from './rates.ts'

export type WalletSettings = {
  /** Origin of this role as clients and mails name it. */
  readonly publicUrl: string
  readonly limits?: RateLimits
  /** Base address of the recovery role; without one nothing can be split. */
  readonly recoveryUrl?: string | undefined
  /** The recovery role is run by another operator. */
  readonly isRecoveryApart: boolean
  /** Recovery methods that may be stored. */
  readonly recoveryKinds: readonly RecoveryKind[]
}

export type WalletContext = {
  readonly store: Store
  readonly lookup: Lookup
  readonly outside: Outside
  readonly projects: Projects
  readonly settings: WalletSettings
}
