/** Texts, icons and figures of a transaction. */

import { truncateAddress } from '../../../shared/format/address.ts'
import { toRelativeTime } from '../../../shared/format/relative-time.ts'
import type { Formats } from '../../../shared/i18n/formats.ts'
import type { ModalKey } from '../../../shared/i18n/message.ts'
import type { Translate } from '../../../shared/i18n/translate.ts'
import type { LateIconName } from '../../../shared/ui/icon/LateIcon.tsx'
import type { ActivityEntry, Movement } from '../../state/activity.ts'
import { toShownAmount } from '../../state/activity-rules.ts'

type T = Translate<ModalKey>

/** In the past tense (facts §10.2). Any other operation is shown as the gateway calls it. */
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
  send: 'activity.verb.send',
  sell: 'activity.verb.sell',
  stake: 'activity.verb.stake',
  trade: 'activity.verb.trade',
  unstake: 'activity.verb.unstake',
  withdraw: 'activity.verb.withdraw',
} as const satisfies Record<string, ModalKey>
const isKnown = (operation: string): operation is keyof typeof verbs => Object.hasOwn(verbs, operation)

export const verbOf = (t: T, operation: string): string => (isKnown(operation) ? t(verbs[operation]) : operation)

export function iconOf({ operation, movements }: ActivityEntry): LateIconName {
  if (operation === 'trade') return 'swap'
  const ways = new Set(movements.map(({ direction }) => direction))
  if (ways.size !== 1) return ways.size === 0 ? 'document' : 'swap'
  return ways.has('in') ? 'in' : ways.has('out') ? 'out' : 'document'
}

export const signOf = ({ direction }: Movement): '+' | '−' | undefined =>
  direction === 'in' ? '+' : direction === 'out' ? '−' : undefined

/** Figures of a token amount in the language, without its sign. What does not move has no limit where it is beyond all amounts. */
export function figuresOf(t: T, formats: Formats, { amount, direction }: Movement): string {
  const { text, bound } = toShownAmount(amount)
  if (bound === 'more' && direction === 'self') return t('activity.unlimited')
  const figures = formats.decimal(text)
  return bound === undefined ? figures : `${bound === 'less' ? '<' : '>'}${figures}`
}

export const nameOf = (t: T, { label }: Movement): string => label || t('activity.unnamed')

const day = 86_400_000

/** How long ago within a day; the day of the month before that, as the list is grouped by month. */
export function whenOf(t: T, formats: Formats, at: number, now: number): string {
  if (at > now || now - at >= day) return formats.date(at)
  const { unit, count } = toRelativeTime(at, now)
  return t(`time.past.${unit}`, { count })
}

export const shortAddress = (address: string): string => truncateAddress(address)
