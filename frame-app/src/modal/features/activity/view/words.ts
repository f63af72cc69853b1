import { truncateAddress } from '../../../../shared/format/address.ts'
import { toDisplayAddress } from '../../../../shared/format/display-address.ts'
import { toRelativeTime } from '../../../../shared/format/relative-time.ts'
import type { Formats } from '../../../../shared/i18n/formats.ts'
import type { ModalKey } from '../../../../shared/i18n/message.ts'
import type { Translate } from '../../../../shared/i18n/translate.ts'
import type { ActivityEntry, Movement } from '../../ledger/state/activity.ts'
import { counterpartyOf, toShownAmount } from '../../ledger/state/activity-rules.ts'

type T = Translate<ModalKey>

/** In the past tense. Any other operation is shown as the gateway calls it. */
const verbs = {
  approve: 'activity.verb.approve',
  bought: 'activity.verb.bought',
  borrow: 'activity.verb.borrow',
  burn: 'activity.verb.burn',
  buy: 'activity.verb.buy',
  cancel: 'activity.verb.cancel',
  claim: 'activity.verb.claim',
  deploy: 'activity.verb.deploy',
  deposit: 'activity.verb.deposit',
  execute: 'activity.verb.execute',
  mint: 'activity.verb.mint',
  receive: 'activity.verb.receive',
  repay: 'activity.verb.repay',
  revoke: 'activity.verb.revoke',
  send: 'activity.verb.send',
  sell: 'activity.verb.sell',
  stake: 'activity.verb.stake',
  trade: 'activity.verb.trade',
  unstake: 'activity.verb.unstake',
  withdraw: 'activity.verb.withdraw',
} as const satisfies Record<string, ModalKey>
const isKnown = (operation: string): operation is keyof typeof verbs => Object.hasOwn(verbs, operation)

export const verbOf = (t: T, operation: string): string => (isKnown(operation) ? t(verbs[operation]) : operation)

export interface MovementWords {
  readonly sign: '+' | '−' | undefined
  /** Absent if a name is enough, such as that of an NFT. */
  readonly figures: string | undefined
  readonly name: string
}

/** An amount with its sign and symbol; for an approval, what may be spent, or no longer. */
export function wordsOf(
  t: T,
  formats: Formats,
  { operation, approval }: Pick<ActivityEntry, 'operation' | 'approval'>,
  { kind, direction, amount, label }: Movement,
): MovementWords {
  const name = label || t('activity.unnamed')
  const sign = direction === 'in' ? '+' : direction === 'out' ? '−' : undefined
  const isAllowed = direction === 'self' && operation === 'approve'
  if (kind === 'nft')
    return { sign, figures: undefined, name: isAllowed && approval?.isUnlimited ? t('activity.allOf', { name }) : name }
  if (direction === 'self' && operation === 'revoke') return { sign, figures: undefined, name }
  const { text, bound } = toShownAmount(amount)
  // If the gateway names no approval, an amount beyond any supply means an unlimited one.
  if (isAllowed && (approval?.isUnlimited ?? bound === 'more')) return { sign, figures: t('activity.unlimited'), name }
  const figures = formats.decimal(text)
  return { sign, figures: bound === undefined ? figures : `${bound === 'less' ? '<' : '>'}${figures}`, name }
}

/** The other side; `undefined` if there is none, or several. */
export function sideOf(t: T, entry: ActivityEntry): string | undefined {
  if (entry.seller !== undefined) return t('activity.from', { address: entry.seller })
  const other = counterpartyOf(entry)
  if (other === undefined) return undefined
  const address = truncateAddress(toDisplayAddress(other))
  if (entry.approval) return t('activity.spender', { address })
  return t(entry.movements[0]?.direction === 'in' ? 'activity.from' : 'activity.to', { address })
}

/**
 * What to say of a transaction without amounts. Of one that only this device knows, no node tells which tokens have moved, and a history
 * does not list coins that a contract pays out.
 */
export const withoutAmounts = ({ isMadeHere, status }: Pick<ActivityEntry, 'isMadeHere' | 'status'>) =>
  isMadeHere && status !== 'failed' ? 'transaction.movesUnknown' : 'transaction.nothingListed'

const day = 86_400_000

/** Within a day, how long ago; before that the day of the month, because the list is grouped by month. */
export function whenOf(t: T, formats: Formats, at: number, now: number): string {
  if (at > now || now - at >= day) return formats.date(at)
  const { unit, count } = toRelativeTime(at, now)
  return t(`time.past.${unit}`, { count })
}
