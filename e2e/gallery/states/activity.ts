/** What the account did, and its NFTs: lists and single items. */

import {
  type Collectible,
  type Collectibles,
  isSpamShownAtom,
  setCollectiblesAtom,
} from '../../../frame-app/src/modal/features/assets/state/collectibles.ts'
import {
  type Activity,
  type ActivityEntry,
  type Movement,
  setActivityAtom,
} from '../../../frame-app/src/modal/features/ledger/state/activity.ts'
import { ledgersAtom, type Tracked } from '../../../frame-app/src/modal/features/ledger/state/ledger.ts'
import { accountTabAtom } from '../../../frame-app/src/modal/session/state/account-places.ts'
import { connected, longName, manyNetworks, offer, withGateway } from '../samples.ts'
import type { GalleryState, StatesOf, Store } from '../state.ts'

const now = Date.now()
const day = 86_400_000
const other = `0x${'5a'.repeat(20)}`
const hashOf = (nth: number): `0x${string}` => `0x${String(nth).padStart(2, '0').repeat(32)}`

const token = (direction: Movement['direction'], amount: string, label: string): Movement => ({
  direction,
  kind: 'token',
  amount,
  label,
  image: undefined,
})
const nft = (direction: Movement['direction'], label: string): Movement => ({
  ...token(direction, '', label),
  kind: 'nft',
})
const entry = (nth: number, operation: string, movements: readonly Movement[], more: Partial<ActivityEntry> = {}) => ({
  key: `${nth} ${hashOf(nth)}`,
  hash: hashOf(nth),
  at: now - nth * nth * day,
  operation,
  status: 'confirmed' as const,
  from: other,
  to: other,
  nonce: nth,
  application: undefined,
  movements,
  ...more,
})

const entries: readonly ActivityEntry[] = [
  entry(0, 'receive', [token('in', '1.2', 'ETH')], { at: now - 5 * 60_000 }),
  entry(1, 'trade', [token('out', '1.2', 'ETH'), token('in', '3048.112', 'USDC')], { application: 'Uniswap' }),
  entry(2, 'send', [token('out', '0.00000012', 'ETH')], {
    payment: { token: undefined, to: other, amount: '0.00000012' },
  }),
  entry(3, 'mint', [nft('in', 'Cool Cat #7')]),
  entry(4, 'approve', [token('self', '9'.repeat(60), 'USDC')], { approval: { spender: other, isUnlimited: true } }),
  entry(5, 'send', [token('out', '5', 'USDC')], {
    status: 'failed',
    payment: { token: other, to: other, amount: '5' },
  }),
  entry(6, 'receive', [token('in', '9'.repeat(70), 'LONGSYMBOL')]),
  entry(7, 'revoke delegation', [
    nft('out', longName),
    nft('out', 'Two'),
    nft('out', 'Three'),
    token('self', '1', 'A'),
  ]),
  entry(8, 'approve', [nft('self', 'Cool Cats')], { approval: { spender: other, isUnlimited: true } }),
  entry(9, 'revoke', [token('self', '0', 'USDC')], { approval: { spender: other, isUnlimited: false } }),
  entry(10, 'trade', [token('out', '0.5', 'ETH'), nft('in', 'Cool Cat #9')]),
  entry(20, 'receive', [token('in', '25', 'USDC')]),
]
const list: Activity = { status: 'ready', entries, next: 'more', more: 'idle', asOf: now }
const made: readonly Tracked[] = [
  {
    id: `0x${'a1'.repeat(32)}`,
    status: 'pending',
    operation: 'send',
    to: other,
    value: `5${'0'.repeat(17)}`,
    nonce: 9,
    sentAt: now - 20_000,
  },
  {
    id: `0x${'a5'.repeat(32)}`,
    status: 'pending',
    operation: 'approve',
    to: other,
    approval: { spender: `0x${'5a'.repeat(20)}`, isUnlimited: true },
    nonce: 10,
    sentAt: now - 25_000,
  },
  { id: `0x${'a2'.repeat(32)}`, status: 'dropped', operation: 'execute', to: other, nonce: 8, sentAt: now - 90_000 },
  {
    id: `0x${'a3'.repeat(32)}`,
    status: 'replaced',
    operation: 'approve',
    to: other,
    nonce: 7,
    sentAt: now - 120_000,
    replacedBy: hashOf(0),
  },
  {
    id: `0x${'a6'.repeat(32)}`,
    status: 'failed',
    operation: 'send',
    to: other,
    value: `2${'0'.repeat(17)}`,
    nonce: 6,
    sentAt: now - 180_000,
  },
  { id: `0x${'a7'.repeat(32)}`, status: 'confirmed', operation: 'deploy', nonce: 5, sentAt: now - 240_000 },
]

interface Shown {
  activity?: Activity
  ledger?: readonly Tracked[]
  held?: Collectibles
}
export const arrangeAccount =
  ({ activity, ledger, held }: Shown, then: (store: Store) => void = () => {}) =>
  (store: Store): void => {
    offer(store, manyNetworks)
    const { active } = connected(store)
    if (activity) store.set(setActivityAtom, active, activity)
    if (ledger) store.set(ledgersAtom, { [active]: ledger })
    if (held) store.set(setCollectiblesAtom, active, held)
    then(store)
  }

const inList = (
  state: string,
  shown: Shown,
  more: Partial<GalleryState<'Activity'>> = {},
): GalleryState<'Activity'> => ({
  state,
  below: 'Account',
  settings: withGateway,
  arrange: arrangeAccount(shown),
  ...more,
})

export const activityStates: StatesOf<'Activity'> = [
  inList('loading', { activity: { status: 'loading' } }),
  inList('list', { activity: list, ledger: made }),
  inList('more-failed', { activity: { ...list, more: 'failed' } }),
  inList('stale', { activity: { ...list, status: 'stale', asOf: now - 5 * 60_000 } }),
  inList('empty', { activity: { ...list, entries: [], next: undefined } }),
  inList('failed', { activity: { status: 'failed' } }),
  inList('unsupported', { activity: { status: 'unsupported' }, ledger: made }),
  inList('no-gateway', { ledger: made }, { settings: {} }),
]

const receipt = (state: string, key: string): GalleryState<'Transaction'> => ({
  state,
  route: { view: 'Transaction', entry: key },
  below: 'Activity',
  settings: withGateway,
  arrange: arrangeAccount({ activity: list, ledger: made }),
})
const keyOf = (nth: number) => entries[nth]?.key ?? ''
export const transactionStates: StatesOf<'Transaction'> = [
  receipt('received', keyOf(0)),
  receipt('swapped', keyOf(1)),
  receipt('sent', keyOf(2)),
  receipt('failed', keyOf(5)),
  receipt('large-figures', keyOf(6)),
  receipt('many-amounts', keyOf(7)),
  receipt('pending', `ledger ${made[0]?.id}`),
  receipt('approved', keyOf(4)),
  receipt('approved-collection', keyOf(8)),
  receipt('revoked', keyOf(9)),
  receipt('pending-approval', `ledger ${made[1]?.id}`),
  receipt('dropped', `ledger ${made[2]?.id}`),
  receipt('replaced', `ledger ${made[3]?.id}`),
  receipt('failed-here', `ledger ${made[4]?.id}`),
  receipt('confirmed-here', `ledger ${made[5]?.id}`),
  receipt('gone', 'nothing'),
]

const item = (nth: number, more: Partial<Collectible> = {}): Collectible => ({
  key: `${other} ${nth}`,
  contract: other,
  tokenId: String(nth),
  standard: 'erc721',
  amount: undefined,
  name: `Cool Cat #${nth}`,
  collection: 'Cool Cats',
  description: 'A cat that is cool.',
  image: undefined,
  isSpam: false,
  ...more,
})
const items: readonly Collectible[] = [
  item(1),
  item(2, { name: `${longName} with a name that is longer than two lines can hold` }),
  item(3, { amount: '12', standard: 'erc1155' }),
  item(4, { isSpam: true, name: 'Claim at visit-now.example', description: 'Go there at once.'.repeat(20) }),
  item(5, { tokenId: '9'.repeat(78), name: '#9999…9999' }),
]
const held: Collectibles = { status: 'ready', items, next: undefined, more: 'idle', asOf: now }
const many = Array.from({ length: 20 }, (_, nth) => item(nth + 10))

const onTab = (
  state: string,
  tab: 'nfts' | 'activity',
  shown: Shown,
  then?: (store: Store) => void,
): GalleryState<'Account'> => ({
  state,
  settings: withGateway,
  arrange: arrangeAccount(shown, (store) => {
    store.set(accountTabAtom, tab)
    then?.(store)
  }),
})
/** The other tabs of the account view. */
export const accountTabStates: StatesOf<'Account'> = [
  onTab('activity-loading', 'activity', { activity: { status: 'loading' } }),
  onTab('activity', 'activity', { activity: list, ledger: made }),
  onTab('activity-empty', 'activity', { activity: { ...list, entries: [], next: undefined } }),
  onTab('activity-failed', 'activity', { activity: { status: 'failed' } }),
  onTab('nfts-loading', 'nfts', { held: { status: 'loading' } }),
  onTab('nfts', 'nfts', { held }),
  onTab('nfts-with-spam', 'nfts', { held }, (store) => store.set(isSpamShownAtom, true)),
  onTab('nfts-many', 'nfts', { held: { ...held, items: many, next: 'more' } }),
  onTab('nfts-empty', 'nfts', { held: { ...held, items: [] } }),
  onTab('nfts-failed', 'nfts', { held: { status: 'failed' } }),
  onTab('nfts-unsupported', 'nfts', { held: { status: 'unsupported' } }),
]

const one = (state: string, nth: number): GalleryState<'Nft'> => ({
  state,
  route: { view: 'Nft', nft: items[nth]?.key ?? '' },
  below: 'Account',
  settings: withGateway,
  arrange: arrangeAccount({ held }),
})
export const nftStates: StatesOf<'Nft'> = [
  one('item', 0),
  one('long-name', 1),
  one('several', 2),
  one('spam', 3),
  one('long-id', 4),
  one('gone', 9),
]
