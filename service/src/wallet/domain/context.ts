/** Dependencies and settings of the domain rules. */
import type { RecoveryKind } from '@airlock/protocol/wallet-service/shapes.ts'
import type { Lookup } from '../../crypto/lookup.ts'
import type { Projects } from '../../frames/projects.ts'
import type { Store } from '../../store/store.ts'
import type { Farcaster } from '../farcaster/farcaster.ts'
import type { Outside } from '../outside.ts'
import type { SocialProviders } from '../social/provider.ts'
import { createAuditWriter } from './audit.ts'
import { createNotices } from './notices.ts'
import type { CodeCost } from './one-time-code.ts'
import { createRateKeeper, type RateLimits } from './rates.ts'

export type WalletSettings = {
  /** Public origin of this role, used by clients and in emails. */
  readonly publicUrl: string
  readonly limits?: RateLimits
  /** Base URL of the recovery role; without it, splitting is not offered. */
  readonly recoveryUrl?: string | undefined
  /** Whether another operator runs the recovery role. */
  readonly isRecoveryApart: boolean
  /** Recovery methods that may be stored. */
  readonly recoveryKinds: readonly RecoveryKind[]
}

export type WalletContext = {
  /** None in the recovery role. */
  readonly socials: SocialProviders
  /** Absent: the installation has no Farcaster login. */
  readonly farcaster?: Farcaster | undefined
  readonly store: Store
  readonly lookup: Lookup
  readonly outside: Outside
  readonly codeCost: CodeCost
  readonly projects: Projects
  readonly settings: WalletSettings
}

/** The part that the recovery role has too. */
export type RecoveryContext = Pick<WalletContext, 'store' | 'lookup' | 'outside' | 'projects'> & {
  readonly settings: Pick<WalletSettings, 'publicUrl' | 'limits'>
}

/** What nearly every rule of an account needs. */
export const createTools = ({ store, lookup, outside, settings }: Omit<RecoveryContext, 'projects'>) => ({
  rates: createRateKeeper(store, lookup, settings.limits),
  audit: createAuditWriter(lookup),
  notices: createNotices(outside, settings.publicUrl),
})
