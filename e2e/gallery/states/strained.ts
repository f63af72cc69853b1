/** The account views under strain: lists without end, hostile texts, and what is old, missing or arriving. */

import { toastAtom } from '../../../frame-app/src/modal/core/modal.ts'
import type { Collectible, Collectibles } from '../../../frame-app/src/modal/features/assets/state/collectibles.ts'
import { setTokensAtom, type Token, type Tokens } from '../../../frame-app/src/modal/features/assets/state/tokens.ts'
import type { Activity, ActivityEntry } from '../../../frame-app/src/modal/features/ledger/state/activity.ts'
import { accountTabAtom } from '../../../frame-app/src/modal/session/state/account-places.ts'
import { setBalanceAtom } from '../../../frame-app/src/modal/session/state/balance.ts'
import { setIdentityAtom } from '../../../frame-app/src/modal/session/state/identity.ts'
import { address, ethereum, withGateway } from '../samples.ts'
import type { GalleryState, StatesOf, Store } from '../state.ts'
import { hostileEntries, hostileNfts, hostileTokens, manyEntries, manyTokens } from '../strain.ts'
import { arrangeAccount } from './activity.ts'

const now = Date.now()
const dayAgo = now - 26 * 3_600_000
const account = `${ethereum.id}:${address}` as const

const hold = (tokens: readonly Token[]): Tokens => ({ status: 'ready', tokens, asOf: now })
const listOf = (entries: readonly ActivityEntry[], more = {}): Activity => ({
  status: 'ready',
  entries,
  next: undefined,
  more: 'idle',
  asOf: now,
  ...more,
})
const collect = (items: readonly Collectible[], more = {}): Collectibles => ({
  status: 'ready',
  items,
  next: undefined,
  more: 'idle',
  asOf: now,
  ...more,
})

interface Shown {
  readonly activity?: Activity
  readonly held?: Collectibles
  readonly tokens?: Tokens
}
const onTab = (
  state: string,
  tab: 'tokens' | 'nfts' | 'activity',
  { tokens = hold(manyTokens.slice(0, 3)), ...shown }: Shown,
  { after, ...more }: Partial<GalleryState<'Account'>> & { readonly after?: (store: Store) => void } = {},
): GalleryState<'Account'> => ({
  state,
  settings: withGateway,
  ...more,
  arrange: arrangeAccount(shown, (store) => {
    store.set(setBalanceAtom, account, { status: 'ready', formatted: '1.2345', symbol: 'ETH', asOf: now })
    store.set(setTokensAtom, account, tokens)
    store.set(accountTabAtom, tab)
    after?.(store)
  }),
})
const identity = (name: string) => (store: Store) =>
  store.set(setIdentityAtom, address, { name, avatar: undefined, avatarUrl: undefined })

export const strainedAccountStates: StatesOf<'Account'> = [
  onTab('tokens-hostile', 'tokens', { tokens: hold(hostileTokens) }),
  onTab('tokens-many', 'tokens', { tokens: hold(manyTokens) }),
  onTab('named', 'tokens', {}, { after: identity('augusta.eth') }),
  onTab(
    'named-long',
    'tokens',
    {},
    { after: identity('donaudampfschifffahrtsgesellschaftskapitaenswallet.augusta-ada.eth') },
  ),
  onTab(
    'toast',
    'tokens',
    { tokens: { status: 'stale', tokens: manyTokens.slice(0, 3), asOf: dayAgo } },
    { after: (store) => store.set(toastAtom, { id: 1, variant: 'error', key: 'toast.tokenBalanceUnavailable' }) },
  ),
  onTab('activity-hostile', 'activity', { activity: listOf(hostileEntries) }),
  onTab('activity-stale', 'activity', { activity: listOf(manyEntries.slice(0, 3), { status: 'stale', asOf: dayAgo }) }),
  onTab('activity-unsupported', 'activity', { activity: { status: 'unsupported' } }),
  onTab('activity-no-gateway', 'activity', {}, { settings: {} }),
  onTab('nfts-hostile', 'nfts', { held: collect(hostileNfts) }),
  onTab('nfts-stale', 'nfts', { held: collect(hostileNfts.slice(0, 3), { status: 'stale', asOf: dayAgo }) }),
  onTab('nfts-only-spam', 'nfts', { held: collect(hostileNfts.map((nft) => ({ ...nft, isSpam: true }))) }),
  onTab('nfts-more', 'nfts', { held: collect(hostileNfts.slice(0, 6), { next: 'more', more: 'loading' }) }),
  onTab('nfts-more-failed', 'nfts', { held: collect(hostileNfts.slice(0, 6), { next: 'more', more: 'failed' }) }),
  onTab('nfts-no-gateway', 'nfts', {}, { settings: {} }),
]

const inList = (state: string, activity: Activity): GalleryState<'Activity'> => ({
  state,
  below: 'Account',
  settings: withGateway,
  arrange: arrangeAccount({ activity }),
})
export const strainedActivityStates: StatesOf<'Activity'> = [
  inList('many', listOf(manyEntries)),
  inList('more-loading', listOf(manyEntries.slice(0, 4), { next: 'more', more: 'loading' })),
  inList('hostile', listOf(hostileEntries)),
]

export const strainedTransactionStates: StatesOf<'Transaction'> = hostileEntries.slice(0, 4).map(({ key }, nth) => ({
  state: `hostile-${nth + 1}`,
  route: { view: 'Transaction', entry: key },
  below: 'Activity',
  settings: withGateway,
  arrange: arrangeAccount({ activity: listOf(hostileEntries) }),
}))

export const strainedNftStates: StatesOf<'Nft'> = hostileNfts.slice(0, 4).map(({ key }, nth) => ({
  state: `hostile-${nth + 1}`,
  route: { view: 'Nft', nft: key },
  below: 'Account',
  settings: withGateway,
  arrange: arrangeAccount({ held: collect(hostileNfts) }),
}))
