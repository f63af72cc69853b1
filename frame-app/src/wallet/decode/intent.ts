/**
 * The effect of a request as data for the view. Guarantees: foreign text is cleaned and bounded, amounts are exact, and unreadable parts
 * are not omitted: the request is marked as blind.
 */
import { isUnlimited } from '@airlock/protocol/scalars/allowance.ts'
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
  | 'swap'
  | 'burn'
  | 'mint'
  | 'openAccount'
  | 'closeAccount'
  | 'changeOwner'
  /** Another account may close a token account. */
  | 'allowClose'
  /** Another account may borrow, and this account owes the debt. */
  | 'allowDebt'
  /** Another account may do anything in a contract that this account can. */
  | 'allowActing'
  | 'call'
  | 'deploy'
  | 'batch'
  /** The account uses the code of a contract from now on (EIP-7702). */
  | 'delegate'
  /** The account stops using such code. */
  | 'undelegate'
  /** A key of the page may make calls for the account, within limits (ERC-7715). */
  | 'grantSession'
  | 'revokeSession'
  /** Several transactions, each of which can be sent without the others. */
  | 'transactions'
  /** Only pays the fee, possibly with a memo. */
  | 'nothing'
  | 'signIn'
  | 'signText'
  | 'signBytes'
  | 'signData'
  /** Signatures that let another account do the action. */
  | 'signAllowance'
  | 'signTransfer'

export type FactLabel =
  | 'amount'
  | 'raisedBy'
  | 'loweredBy'
  /** The limit of a session. */
  | 'inTotal'
  /** The page's key. */
  | 'sessionKey'
  /** The minimum that is received for the amount. */
  | 'least'
  | 'swapFee'
  | 'item'
  | 'to'
  | 'from'
  | 'spender'
  | 'operator'
  | 'owner'
  | 'token'
  | 'collection'
  | 'contract'
  | 'code'
  | 'program'
  | 'function'
  | 'authority'
  | 'until'
  | 'validFrom'
  | 'network'
  | 'site'
  | 'uri'
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
  /** In the smallest unit of the token; `token` is `undefined` if the request names a token account instead. */
  | { readonly type: 'tokens'; readonly token: string | undefined; readonly amount: bigint | 'unlimited' | 'all' }
  | { readonly type: 'item'; readonly collection: string; readonly id: bigint; readonly count: bigint }
  /** An amount or a token id: the request does not show which. */
  | { readonly type: 'number'; readonly value: bigint }
  /** One line. */
  | { readonly type: 'text'; readonly text: string }
  /** Several lines. */
  | { readonly type: 'lines'; readonly text: string }
  /** Unix time in milliseconds. */
  | { readonly type: 'time'; readonly at: number }
  | { readonly type: 'network'; readonly id: Caip2 }
  /** An unknown network, which may differ from the one that the page names. */
  | { readonly type: 'unnamedNetwork'; readonly named: Caip2 }

export interface Fact {
  readonly label: FactLabel
  /** For a field of typed data: its path, cleaned. */
  readonly name?: string
  readonly value: FactValue
}

/** `block`: cannot be approved. `danger`: a serious risk, listed first. `caution`: listed after those. */
export const warningTable = {
  otherSite: 'block',
  lookAlikeSite: 'block',
  brokenSignIn: 'block',
  wrongSignIn: 'block',
  walletText: 'block',
  wrongChain: 'block',
  hiddenTransaction: 'block',
  contractIsAccount: 'block',
  restoresSession: 'block',
  actsAlone: 'danger',
  movesMore: 'danger',
  givesRights: 'danger',
  unlimited: 'danger',
  wholeCollection: 'danger',
  sentToToken: 'danger',
  sentToNobody: 'danger',
  unknownPermit2: 'danger',
  noChain: 'danger',
  notOfNetwork: 'danger',
  otherOwner: 'danger',
  changesOwner: 'danger',
  closesForOther: 'danger',
  signedBytes: 'danger',
  maybeDigest: 'danger',
  otherRecipient: 'danger',
  lowMinimum: 'danger',
  oddName: 'danger',
  wouldFail: 'danger',
  highFee: 'danger',
  nodesDisagree: 'danger',
  noContract: 'caution',
  forService: 'caution',
  deploys: 'caution',
  delegates: 'caution',
  undelegates: 'caution',
  notSponsored: 'caution',
  toAnybody: 'caution',
  asContractDoes: 'caution',
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
  takesEffectLater: 'caution',
  replacesOther: 'caution',
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
  /** The actions of a batch, in order. */
  readonly parts: readonly Action[]
  /** Without duplicates, the most severe first. */
  readonly warnings: readonly Warning[]
  /** The effect cannot be determined completely: approving needs an extra tick. */
  readonly blind: boolean
}

/**
 * Requests that are approved in the frame on every host. All others need the wallet's own window, unless the project has pinned the host. A
 * page can deceive the user about the content of the frame, so only sign-ins to that page are approved there; a sign-in to another site is
 * blocked. Any other text or data could be a login, a key or a vote for a service that this wallet does not know.
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
  // Cut text was not shown completely.
  return {
    kind: action.kind,
    facts: action.facts,
    parts,
    warnings: sorted,
    blind: blind || sorted.includes('cutShort'),
  }
}

// Short constructors for facts ----------------------------------------------------------------------------------------

export const facts = (...all: readonly (Fact | undefined)[]): Fact[] => all.filter((fact) => fact !== undefined)
export const address = (label: FactLabel, at: string): Fact => ({ label, value: { type: 'address', address: at } })
export const coins = (amount: bigint, label: 'amount' | 'least' | 'inTotal' = 'amount'): Fact => ({
  label,
  value: { type: 'coins', amount },
})
export const tokens = (
  token: string | undefined,
  amount: bigint | 'unlimited' | 'all',
  label: 'amount' | 'raisedBy' | 'loweredBy' | 'least' | 'inTotal' = 'amount',
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

/** The latest time that `Date` supports; anything later counts as never. */
const lastMoment = 8.64e15

/** @param seconds Unix time. @returns `undefined` if it means never */
export function moment(label: 'until' | 'validFrom', seconds: bigint): Fact | undefined {
  const at = seconds * 1000n
  return at > BigInt(lastMoment) ? undefined : { label, value: { type: 'time', at: Number(at) } }
}

export const orUnlimited = (amount: bigint): bigint | 'unlimited' => (isUnlimited(amount) ? 'unlimited' : amount)
