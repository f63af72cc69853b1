/**
 * Reads what the active account did, page by page, from the project's gateway. One request in flight per account; a list that is
 * shown again within 30 s is not read again. Loaded with the account view.
 */
import { type Caip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { fetchHistory, type Page } from '../../core/api/gateway.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import { queries } from '../../core/api/queries.ts'
import type { ModalContext } from '../../core/context.ts'
import { serves } from '../../session/gateway-networks.ts'
import { toast, track } from '../../session/notify.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { watchBought } from '../buy/onramp-activity.ts'
import { lookAtListed } from '../ledger/ledger.ts'
import { type Activity, type ActivityEntry, activityAtom, setActivityAtom } from '../ledger/state/activity.ts'
import { joinEntries, readEntries } from '../ledger/state/activity-rules.ts'

const freshMs = 30_000
/** How many pages without a row to show, such as pages of spam, are read in one go. */
const maxEmptyPages = 5

/** Reads now, and for each account that becomes active. @returns a function that stops watching */
export function watchActivity(context: ModalContext): () => void {
  const read = () => context.scope.run(refreshActivity(context))
  const unsubscribe = context.store.sub(activeConnectionAtom, read)
  read()
  const stopBought = context.project.onramp && watchBought(context)
  return () => {
    unsubscribe()
    stopBought?.()
  }
}

/** Reads the first page; entries that were read before stay below it. @param isAsked reads even if the list is fresh */
export async function refreshActivity(context: ModalContext, { isAsked = false } = {}): Promise<void> {
  const { store } = context
  const service = gatewayOf(context)
  const account = store.get(activeConnectionAtom)?.active
  if (!service || !account) return
  const known = store.get(activityAtom)[account]
  const isFresh = known?.status === 'ready' && Date.now() - known.asOf < freshMs
  if (isFresh && !isAsked) return
  if (!known || !('entries' in known)) set(context, account, { status: 'loading' })
  try {
    if (!(await serves(service, parseCaip10(account).chainId))) return set(context, account, { status: 'unsupported' })
    const { rows, next } = await readPages(context, account, undefined)
    const last = store.get(activityAtom)[account]
    const kept = last && 'entries' in last ? olderThan(rows, last) : undefined
    set(context, account, {
      status: 'ready',
      entries: joinEntries(kept?.entries ?? [], rows),
      next: kept ? kept.next : next,
      more: 'idle',
      asOf: Date.now(),
    })
    context.scope.run(lookAtListed(context, account, new Set(rows.map(({ hash }) => hash))))
  } catch {
    const last = store.get(activityAtom)[account]
    set(context, account, last && 'entries' in last ? { ...last, status: 'stale' } : { status: 'failed' })
    failed(context)
  }
}

/**
 * The entries of the last list that stay below a new first page. Newer ones are dropped, because a reorganisation may have undone them. If
 * the page does not reach the list, the whole list is dropped, because there would be a gap.
 */
function olderThan(page: readonly ActivityEntry[], last: List): Pick<List, 'entries' | 'next'> | undefined {
  const oldest = page.at(-1)
  if (!oldest || !last.entries.some(({ key }) => key === oldest.key)) return undefined
  return { entries: last.entries.filter(({ at }) => at <= oldest.at), next: last.next }
}

export async function loadMoreActivity(context: ModalContext): Promise<void> {
  const account = context.store.get(activeConnectionAtom)?.active
  const known = account && context.store.get(activityAtom)[account]
  if (!account || !known || !('entries' in known) || known.next === undefined || known.more === 'loading') return
  set(context, account, { ...known, more: 'loading' })
  track(context, 'LOAD_MORE_TRANSACTIONS', { isSmartAccount: isSmartAccount(context) })
  try {
    const { rows, next } = await readPages(context, account, known.next)
    update(context, account, (list) => ({ ...list, entries: joinEntries(list.entries, rows), next, more: 'idle' }))
  } catch {
    update(context, account, (list) => ({ ...list, more: 'failed' }))
    failed(context)
  }
}

/** @throws AirlockError NETWORK, ABORTED */
async function readPages(
  context: ModalContext,
  account: Caip10,
  cursor: string | undefined,
): Promise<Page<ActivityEntry>> {
  const service = gatewayOf(context)
  const { address, chainId } = parseCaip10(account)
  const rows: ActivityEntry[] = []
  let next = cursor
  for (let pages = 0; service && rows.length === 0 && pages < maxEmptyPages; pages += 1) {
    const asked = next
    const page = await queries.fetchQuery({
      queryKey: ['history', service.base, account, asked],
      queryFn: ({ signal }) => fetchHistory(service, { address, chainId, cursor: asked }, signal),
      staleTime: 0,
      // Pages live in the list; a second copy would double the memory of a long one.
      gcTime: 0,
    })
    rows.push(...readEntries(page.rows, { address, chainId }))
    // A cursor that does not move would repeat its page for ever.
    next = page.next === asked ? undefined : page.next
    if (next === undefined) break
  }
  return { rows, next }
}

const set = ({ store }: ModalContext, account: Caip10, activity: Activity) =>
  store.set(setActivityAtom, account, activity)

type List = Extract<Activity, { entries: unknown }>
function update(context: ModalContext, account: Caip10, change: (list: List) => List): void {
  const known = context.store.get(activityAtom)[account]
  if (known && 'entries' in known) set(context, account, change(known))
}

function failed(context: ModalContext): void {
  toast(context, 'error', 'toast.fetchTransactionsFailed')
  track(context, 'ERROR_FETCH_TRANSACTIONS', { isSmartAccount: isSmartAccount(context) })
}

function isSmartAccount({ store }: ModalContext): boolean {
  const connection = store.get(activeConnectionAtom)
  return connection?.accountType === 'smartAccount' && namespaceOf(connection.active) === 'eip155'
}
