/**
 * Keeps the transactions that were sent through this site, and polls the nodes until each is settled, also while the modal is closed. The
 * page is told of each change. Loaded with the first connection.
 */

import { type Caip2, type Caip10, isCaip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { Hash32 } from '@airlock/protocol/scalars/values.ts'
import { atom } from 'jotai'
import { toExactDecimals, withoutZeros } from '../../../shared/format/amount.ts'
import type { ModalContext } from '../../core/context.ts'
import { toastAtom } from '../../core/modal.ts'
import { toast } from '../../session/notify.ts'
import { connectionsAtom } from '../../session/state/accounts.ts'
import { networksAtom } from '../../session/state/network.ts'
import { pendingAtom } from '../../session/state/pending.ts'
import { look } from './read-outcome.ts'
import { toShownAmount } from './state/activity-rules.ts'
import { enter, Ledger, ledgersAtom, Tracked } from './state/ledger.ts'
import { pauseOf, pendingOf, settle } from './state/ledger-rules.ts'

const keyOf = (account: Caip10) => `ledger/${account}`

const isWatchedAtom = atom(false)
/** Transactions that the last poll did not find. */
const doubtedAtom = atom(() => new Set<string>())

/** Reads the stored ledgers, and follows pending transactions. */
export function openLedgers(context: ModalContext): void {
  const { store, storage } = context
  if (store.get(isWatchedAtom)) return
  store.set(isWatchedAtom, true)
  const stored = storage.keys().flatMap((key): [Caip10, readonly Tracked[]][] => {
    const account = key.startsWith('ledger/') ? key.slice('ledger/'.length) : ''
    const ledger = isCaip10(account) ? storage.read(key, Ledger) : undefined
    return isCaip10(account) && ledger ? [[account, ledger]] : []
  })
  set(context, { ...Object.fromEntries(stored), ...store.get(ledgersAtom) })
  plan(context)
}

/**
 * Adds a transaction that the account's wallet has sent. One that the page reports is checked with the nodes, and forgotten if it belongs
 * to another account.
 *
 * @param more with a final `status`, nodes are not asked
 */
export function record(
  context: ModalContext,
  chainId: Caip2,
  id: unknown,
  by: 'wallet' | 'page' = 'wallet',
  more: Partial<Pick<Tracked, 'status' | 'operation' | 'to' | 'value' | 'moved' | 'gained' | 'approval'>> = {},
): void {
  const connection = context.store.get(connectionsAtom)[namespaceOf(chainId)]
  if (connection?.status !== 'connected' || !canFollow(context, chainId)) return
  const account: Caip10 = `${chainId}:${parseCaip10(connection.active).address}`
  const claim = by === 'page' ? { isClaim: true } : {}
  const tracked = Tracked.safeParse({
    id,
    status: 'pending',
    operation: 'execute',
    sentAt: Date.now(),
    ...more,
    ...claim,
  })
  if (!tracked.success || !isCaip10(account)) return
  openLedgers(context)
  const ledger = context.store.get(ledgersAtom)[account] ?? []
  if (ledger.some((one) => one.id === tracked.data.id)) return
  keep(context, account, enter(ledger, tracked.data))
  tell(context, account, tracked.data)
  plan(context)
  // The account view reads again what it could not read now.
  if (tracked.data.status !== 'pending') context.scope.run(refreshAll(context, account, tracked.data).catch(() => {}))
}

/** On Bitcoin only a server of the project knows the outcome of a transaction; elsewhere a wallet does, too. */
const canFollow = ({ project }: ModalContext, chainId: Caip2): boolean =>
  namespaceOf(chainId) !== 'bip122' || (project.rpc[chainId] ?? []).length > 0

function plan(context: ModalContext): void {
  const { store, scope } = context
  if (!store.get(isWatchedAtom)) return
  const next = scope.begin('ledger')
  const ages = pending(context).map(([, { sentAt }]) => Date.now() - sentAt)
  if (ages.length === 0) return
  scope.after(pauseOf(Math.min(...ages)), () => scope.run(lookAtAll(context)), next)
}

/** Only of connected accounts: another one may belong to another user of this browser. */
function pending({ store }: ModalContext): readonly (readonly [Caip10, Tracked])[] {
  const connected = new Set(
    Object.values(store.get(connectionsAtom)).flatMap((one) =>
      one.status === 'connected' ? one.accounts.map((account) => parseCaip10(account).address.toLowerCase()) : [],
    ),
  )
  return Object.entries(store.get(ledgersAtom)).flatMap(([account, ledger]) =>
    isCaip10(account) && connected.has(parseCaip10(account).address.toLowerCase())
      ? ledger.filter(({ status }) => status === 'pending').map((tracked) => [account, tracked] as const)
      : [],
  )
}

async function lookAtAll(context: ModalContext): Promise<void> {
  await Promise.allSettled(pending(context).map(([account, tracked]) => lookAt(context, account, tracked)))
  plan(context)
}

/** Looks now at those that a history has: otherwise a transaction would be done in the list, and started in the toast above it. */
export async function lookAtListed(context: ModalContext, account: Caip10, ids: ReadonlySet<string>): Promise<void> {
  const listed = pending(context).filter(([owner, { id }]) => owner === account && ids.has(id))
  await Promise.allSettled(listed.map(([, tracked]) => lookAt(context, account, tracked)))
}

async function lookAt(context: ModalContext, account: Caip10, tracked: Tracked): Promise<void> {
  const doubted = context.store.get(doubtedAtom)
  const { chainId, address } = parseCaip10(account)
  const seen = await look(context, chainId, address, tracked)
  const isGone = seen.transaction === null && !seen.outcome
  const ledger = context.store.get(ledgersAtom)[account] ?? []
  // Another look was faster.
  if (!ledger.some(({ id, status }) => id === tracked.id && status === tracked.status)) return
  const next = settle(tracked, seen, { address, now: Date.now(), isSure: doubted.has(tracked.id) })
  if (isGone) doubted.add(tracked.id)
  else doubted.delete(tracked.id)
  if (!next) {
    const others = ledger.filter(({ id }) => id !== tracked.id)
    keep(context, account, others)
    // The page reported this transaction and waits for an outcome.
    return tell(context, account, { ...tracked, status: 'dropped' })
  }
  if (JSON.stringify(next) === JSON.stringify(tracked)) return
  const changed = ledger.map((one) => (one.id === next.id ? next : one))
  keep(context, account, changed)
  if (next.status === tracked.status) return
  tell(context, account, next)
  toastOutcome(context, account, next)
  await refreshAll(context, account, next)
}

function keep(context: ModalContext, account: Caip10, ledger: readonly Tracked[]): void {
  const { store, storage } = context
  set(context, { ...store.get(ledgersAtom), [account]: ledger })
  if (ledger.length > 0) storage.write(keyOf(account), ledger)
  else storage.remove(keyOf(account))
}

/** The page's list of pending transactions follows the ledgers. */
function set({ store }: ModalContext, ledgers: Readonly<Record<Caip10, readonly Tracked[]>>): void {
  store.set(ledgersAtom, ledgers)
  store.set(pendingAtom, pendingOf(ledgers))
}

function tell({ link }: ModalContext, account: Caip10, { id, status }: Tracked): void {
  link.app.notify('TRANSACTION', { network: parseCaip10(account).chainId, id, status })
}

async function refreshAll(context: ModalContext, account: Caip10, { status, nonce }: Tracked): Promise<void> {
  await refreshHoldings(context)
  if (status === 'replaced' && nonce !== undefined) await nameSuccessor(context, account, nonce)
}

/** Reads balances, tokens and activity of the active account again, which a transaction or a purchase may have changed. */
export async function refreshHoldings(context: ModalContext): Promise<void> {
  const [{ refreshBalance }, { refreshTokens }, { refreshActivity }] = await Promise.all([
    import('../../session/balance.ts'),
    import('../assets/tokens.ts'),
    import('../activity/activity.ts'),
  ])
  await Promise.all([
    refreshBalance(context, { force: true }),
    refreshTokens(context, { isAsked: true }),
    refreshActivity(context, { isAsked: true }),
  ])
}

/** Looks up in the history which transaction has used the nonce instead. */
async function nameSuccessor(context: ModalContext, account: Caip10, nonce: number): Promise<void> {
  const { activityAtom } = await import('./state/activity.ts')
  const { address } = parseCaip10(account)
  const activity = context.store.get(activityAtom)[account]
  const entries = activity && 'entries' in activity ? activity.entries : []
  const found = entries.find((one) => one.nonce === nonce && one.from.toLowerCase() === address.toLowerCase())
  const hash = Hash32.safeParse(found?.hash)
  if (!hash.success) return
  const isReplaced = (one: Tracked) => one.nonce === nonce && one.status === 'replaced' && one.id !== hash.data
  const ledger = context.store.get(ledgersAtom)[account] ?? []
  const named = ledger.map((one) => (isReplaced(one) ? { ...one, replacedBy: hash.data } : one))
  keep(context, account, named)
}

/** The toast that a transaction has started gives way to its outcome, as long as no other one has taken its place. */
function toastOutcome(context: ModalContext, account: Caip10, tracked: Tracked): void {
  const { store } = context
  const shown = store.get(toastAtom)
  if (shown?.key !== 'toast.transactionStarted' || shown.values?.id !== tracked.id) return
  switch (tracked.status) {
    case 'confirmed': {
      const sent = sentBy(context, account, tracked)
      return sent
        ? toast(context, 'success', 'toast.transactionSent', sent)
        : toast(context, 'success', 'toast.transactionConfirmed')
    }
    case 'failed':
      return toast(context, 'error', 'toast.transactionFailed')
    default:
      // Replaced or lost: the activity tells more.
      return store.set(toastAtom, null)
  }
}

/** `undefined` if it is no payment, or its amount is too small or too large to be shown as it is. */
function sentBy({ store }: ModalContext, account: Caip10, { operation, moved, value }: Tracked) {
  const currency = store.get(networksAtom).find(({ id }) => id === parseCaip10(account).chainId)?.currency
  if (operation !== 'send' || !currency) return undefined
  const { amount, label } = moved ?? {
    amount: toExactDecimals(BigInt(value ?? '0'), currency.decimals),
    label: currency.symbol,
  }
  const { text, bound } = toShownAmount(amount)
  return bound === undefined && /[1-9]/.test(text) && label !== ''
    ? { amount: withoutZeros(text), symbol: label }
    : undefined
}
