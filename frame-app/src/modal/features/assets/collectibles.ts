/** Reads the NFTs of the active account, page by page, from the project's gateway. Loaded with the account view. */
import { type Caip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { statusOf } from '../../../shared/http/bounded.ts'
import { fetchCollectibles, type Page } from '../../core/api/gateway.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import { queries } from '../../core/api/queries.ts'
import type { ModalContext } from '../../core/context.ts'
import { serves } from '../../session/gateway-networks.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import {
  type Collectible,
  type Collectibles,
  collectiblesAtom,
  joinCollectibles,
  readCollectibles,
  setCollectiblesAtom,
} from './state/collectibles.ts'

const freshMs = 30_000

/** Reads now, and for each account that becomes active. @returns a function that stops watching */
export function watchCollectibles(context: ModalContext): () => void {
  const read = () => context.scope.run(refreshCollectibles(context))
  const unsubscribe = context.store.sub(activeConnectionAtom, read)
  read()
  return unsubscribe
}

/** Reads the first page. @param isAsked reads even if the list is fresh */
export async function refreshCollectibles(context: ModalContext, { isAsked = false } = {}): Promise<void> {
  const { store } = context
  const service = gatewayOf(context)
  const account = store.get(activeConnectionAtom)?.active
  if (!service || !account) return
  const known = store.get(collectiblesAtom)[account]
  if (known?.status === 'ready' && Date.now() - known.asOf < freshMs && !isAsked) return
  if (!known || !('items' in known)) set(context, account, { status: 'loading' })
  try {
    if (!(await serves(service, parseCaip10(account).chainId))) return set(context, account, { status: 'unsupported' })
    const { rows, next } = await readPage(context, account, undefined)
    set(context, account, { status: 'ready', items: joinCollectibles([], rows), next, more: 'idle', asOf: Date.now() })
  } catch (error) {
    const last = store.get(collectiblesAtom)[account]
    // The hosted API has no such list.
    const isMissing = statusOf(error) === 404
    if (isMissing) set(context, account, { status: 'unsupported' })
    else set(context, account, last && 'items' in last ? { ...last, status: 'stale' } : { status: 'failed' })
  }
}

export async function loadMoreCollectibles(context: ModalContext): Promise<void> {
  const account = context.store.get(activeConnectionAtom)?.active
  const known = account && context.store.get(collectiblesAtom)[account]
  if (!account || !known || !('items' in known) || known.next === undefined || known.more === 'loading') return
  set(context, account, { ...known, more: 'loading' })
  try {
    const { rows, next } = await readPage(context, account, known.next)
    update(context, account, (list) => ({ ...list, items: joinCollectibles(list.items, rows), next, more: 'idle' }))
  } catch {
    update(context, account, (list) => ({ ...list, more: 'failed' }))
  }
}

/** @throws AirlockError NETWORK, ABORTED */
async function readPage(
  context: ModalContext,
  account: Caip10,
  cursor: string | undefined,
): Promise<Page<Collectible>> {
  const service = gatewayOf(context)
  if (!service) return { rows: [], next: undefined }
  const { address, chainId } = parseCaip10(account)
  const { rows, next } = await queries.fetchQuery({
    queryKey: ['nfts', service.base, account, cursor],
    queryFn: ({ signal }) => fetchCollectibles(service, { address, chainId, cursor }, signal),
    staleTime: 0,
    gcTime: 0,
  })
  // A cursor that does not move would repeat its page for ever.
  return { rows: readCollectibles(rows), next: next === cursor ? undefined : next }
}

const set = ({ store }: ModalContext, account: Caip10, collectibles: Collectibles) =>
  store.set(setCollectiblesAtom, account, collectibles)

type List = Extract<Collectibles, { items: unknown }>
function update(context: ModalContext, account: Caip10, change: (list: List) => List): void {
  const known = context.store.get(collectiblesAtom)[account]
  if (known && 'items' in known) set(context, account, change(known))
}
