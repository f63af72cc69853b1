/**
 * What a request would do, as data that a view draws. Promises: every text in it that a stranger chose is cleaned and bounded, every
 * amount is exact, and what could not be read is said to be blind instead of being left out.
 */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { toDisplayText } from '../../shared/format/display-text.ts'

export type ActionKind =
  | 'send'
  | 'sendToken'
  | 'sendItem'
  | 'allow'
  | 'allowItem'
  | 'allowCollection'
  | 'raiseAllowance'
  | 'lowerAllowance'
  | 'revoke'
  | 'wrap'
  | 'unwrap'
  | 'burn'
  | 'mint'
  | 'openAccount'
  | 'closeAccount'
  | 'changeOwner'
  /** A token account can be closed by another account. */
  | 'allowClose'
  /** Others can borrow, and the account owes it. */
  | 'allowDebt'
  /** Others can do in a contract whatever the account can. */
  | 'allowActing'
  | 'call'
  | 'deploy'
  | 'batch'
  /** Several, of which each can be sent without the others. */
  | 'transactions'
  /** Pays its fee, and may leave a note. */
  | 'nothing'
  | 'signIn'
  | 'signText'
  | 'signBytes'
  | 'signData'
  /** Of an action that is done by somebody else with this signature. */
  | 'signAllowance'
  | 'signTransfer'

export type FactLabel =
  | 'amount'
  | 'raisedBy'
  | 'loweredBy'
  | 'item'
  | 'to'
  | 'from'
  | 'spender'
  | 'operator'
  | 'owner'
  | 'token'
  | 'collection'
  | 'contract'
  | 'program'
  | 'function'
  | 'authority'
  | 'until'
  | 'validFrom'
  | 'network'
  | 'site'
  | 'account'
  | 'statement'
  | 'message'
  | 'memo'
  | 'asks'
  | 'purpose'
  | 'field'
  | 'transactions'

export type FactValue =
  | { readonly type: 'address'; readonly address: string }
  /** In the smallest unit of the network's own coin. */
  | { readonly type: 'coins'; readonly amount: bigint }
  /** In the smallest unit of the token; `token` is absent where the request names an account of it instead. */
  | { readonly type: 'tokens'; readonly token: string | undefined; readonly amount: bigint | 'unlimited' | 'all' }
  | { readonly type: 'item'; readonly collection: string; readonly id: bigint; readonly count: bigint }
  /** An amount or the number of an item: nobody could tell which. */
  | { readonly type: 'number'; readonly value: bigint }
  /** One line. */
  | { readonly type: 'text'; readonly text: string }
  /** Several lines. */
  | { readonly type: 'lines'; readonly text: string }
  /** Unix time in milliseconds. */
  | { readonly type: 'time'; readonly at: number }
  | { readonly type: 'network'; readonly id: Caip2 }
  /** Nobody knows which, and it is not the one that the page names. */
  | { readonly type: 'unnamedNetwork'; readonly named: Caip2 }

export interface Fact {
  readonly label: FactLabel
  /** Of a field of typed data: its path, cleaned. */
  readonly name?: string
  readonly value: FactValue
}

/** `block`: cannot be approved at all. `danger`: said before everything else. `caution`: said beside it. */
export const warningTable = {
  otherSite: 'block',
  lookAlikeSite: 'block',
  brokenSignIn: 'block',
  wrongSignIn: 'block',
  walletText: 'block',
  wrongChain: 'block',
  hiddenTransaction: 'block',
  movesMore: 'danger',
  givesRights: 'danger',
  unlimited: 'danger',
  wholeCollection: 'danger',
  sentToToken: 'danger',
  sentToNobody: 'danger',
  contractIsAccount: 'danger',
  unknownPermit2: 'danger',
  noChain: 'danger',
  notOfNetwork: 'danger',
  otherOwner: 'danger',
  changesOwner: 'danger',
  closesForOther: 'danger',
  signedBytes: 'danger',
  maybeDigest: 'danger',
  wouldFail: 'danger',
  highFee: 'danger',
  nodesDisagree: 'danger',
  noContract: 'caution',
  forService: 'caution',
  deploys: 'caution',
  unreadable: 'caution',
  oddEncoding: 'caution',
  amountOrItem: 'caution',
  coinsWithCall: 'caution',
  expired: 'caution',
  noEnd: 'caution',
  namesOtherSite: 'caution',
  hiddenText: 'caution',
  mixedLetters: 'caution',
  cutShort: 'caution',
  moreSigners: 'caution',
  anotherPays: 'caution',
  addressFromTable: 'caution',
  addressByNode: 'caution',
  opensAccount: 'caution',
} as const satisfies Record<string, 'block' | 'danger' | 'caution'>

export type Warning = keyof typeof warningTable
export type Severity = (typeof warningTable)[Warning]

export interface Action {
  readonly kind: ActionKind
  readonly facts: readonly Fact[]
}

export interface Intent extends Action {
  /** Of a batch, in their order. */
  readonly parts: readonly Action[]
  /** Each once, the gravest first. */
  readonly warnings: readonly Warning[]
  /** Its effect cannot be told from the request: approving needs one more step. */
  readonly blind: boolean
}

/**
 * Approved in the frame on every host; everything else needs the wallet's own window, unless the project has pinned the host. A page can
 * deceive the user about what is in the frame, so only what binds itself to the page that asks is signed there: a sign-in for another
 * site is blocked. Any other text or data may be a login, a key or a vote to a service that this wallet does not know.
 */
const approvedInFrame: ReadonlySet<ActionKind> = new Set(['signIn'])
export const needsOwnWindow = ({ kind }: Action): boolean => !approvedInFrame.has(kind)

const gravity: Readonly<Record<Severity, number>> = { block: 0, danger: 1, caution: 2 }

export const severityOf = (warning: Warning): Severity => warningTable[warning]
export const isBlocked = ({ warnings }: Intent): boolean => warnings.some((code) => severityOf(code) === 'block')

export function toIntent(
  action: Action,
  {
    parts = [],
    warnings = [],
    blind = false,
  }: { parts?: readonly Action[]; warnings?: Iterable<Warning>; blind?: boolean } = {},
): Intent {
  const sorted = [...new Set(warnings)].sort((one, other) => gravity[severityOf(one)] - gravity[severityOf(other)])
  // What is cut was not read whole, whoever it is for.
  return {
    kind: action.kind,
    facts: action.facts,
    parts,
    warnings: sorted,
    blind: blind || sorted.includes('cutShort'),
  }
}

// Facts in few words --------------------------------------------------------------------------------------------------

export const address = (label: FactLabel, at: string): Fact => ({ label, value: { type: 'address', address: at } })
export const coins = (amount: bigint): Fact => ({ label: 'amount', value: { type: 'coins', amount } })
export const tokens = (
  token: string | undefined,
  amount: bigint | 'unlimited' | 'all',
  label: 'amount' | 'raisedBy' | 'loweredBy' = 'amount',
): Fact => ({
  label,
  value: { type: 'tokens', token, amount },
})
export const item = (collection: string, id: bigint, count = 1n): Fact => ({
  label: 'item',
  value: { type: 'item', collection, id, count },
})
export const line = (label: FactLabel, foreign: string, max = 120): Fact => ({
  label,
  value: { type: 'text', text: toDisplayText(foreign, { max, fallback: '–' }) },
})
export const network = (id: Caip2): Fact => ({ label: 'network', value: { type: 'network', id } })
export const unnamedNetwork = (named: Caip2): Fact => ({ label: 'network', value: { type: 'unnamedNetwork', named } })

/** The last moment that a clock can show; what lies beyond never ends. */
const lastMoment = 8.64e15

/** @param seconds Unix time; `undefined` for what means never. */
export function moment(label: 'until' | 'validFrom', seconds: bigint): Fact | undefined {
  const at = seconds * 1000n
  return at > BigInt(lastMoment) ? undefined : { label, value: { type: 'time', at: Number(at) } }
}

/** Far above every supply: tokens of 10^18 whole ones have 10^36 units, 2^128 are 3.4 * 10^38. Many have more than 2^96 (7.9 * 10^28). */
const mostUnits = 2n ** 128n - 1n
/** What tokens that count in 96 bits take for all. */
const most96 = 2n ** 96n - 1n
export const orUnlimited = (amount: bigint): bigint | 'unlimited' =>
  amount >= mostUnits || amount === most96 ? 'unlimited' : amount
