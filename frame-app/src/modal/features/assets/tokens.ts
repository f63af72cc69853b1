/**
 * Reads what the active account holds: from its wallet, if it can tell, or from the project's gateway; tokens that the page lists are read
 * from the project's nodes. At most one request in flight per account; a list is reused for 30 s, and after a failure the next try is 30 s
 * later, unless the user asks (specification §9). Loaded with the account view.
 */
import type { Balance } from '@airlock/protocol/gateway/shapes.ts'
import { type Caip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import { hasDriver } from '../../../shared/chains/registry.ts'
import { fetchBalances } from '../../core/api/gateway.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import { queries } from '../../core/api/queries.ts'
import type { ModalContext } from '../../core/context.ts'
import { serves } from '../../session/gateway-networks.ts'
import { toast } from '../../session/notify.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { listsTokens, readCurrency, readListed } from './listed-tokens.ts'
import { type Listed, readTokens } from './state/token-rules.ts'
import { setTokensAtom, tokensAtom } from './state/tokens.ts'
import { readWalletAssets } from './wallet-assets.ts'

const freshMs = 30_000
const failedAtAtom = atom(() => new Map<string, number>())

/** Reads now, and again every 30 s and for each account that becomes active. @returns a function that stops it */
export function watchTokens(context: ModalContext): () => void {
  const watch = context.scope.child()
  const read = () => watch.run(refreshTokens(context))
  watch.add(context.store.sub(activeConnectionAtom, read))
  watch.every(freshMs, read)
  read()
  return watch.dispose
}

export async function refreshTokens(
  context: ModalContext,
  options: { readonly isAsked?: boolean } = {},
): Promise<void> {
  const { store } = context
  const service = gatewayOf(context)
  const account = store.get(activeConnectionAtom)?.active
  if (!account) return
  const show = (balances: readonly Balance[], more: readonly Listed[]) =>
    store.set(setTokensAtom, account, { status: 'ready', tokens: readTokens(balances, more), asOf: Date.now() })
  const listed = readListed(context, account, options)
  const own = await readWalletAssets(context, account)
  if (own) return show(own, await listed)
  /** For when neither wallet nor gateway answers: shows the currency and the page's tokens. @returns whether the nodes have answered */
  const showFromNodes = async (): Promise<boolean> => {
    if (!listsTokens(context, account)) return false
    const currency = await readCurrency(context, account).catch(() => undefined)
    if (currency) show([currency], await listed)
    return currency !== undefined
  }
  if (!service) {
    if (!listsTokens(context, account)) return
    if (!store.get(tokensAtom)[account]) store.set(setTokensAtom, account, { status: 'loading' })
    if (!(await showFromNodes())) keepLast(context, account)
    return
  }
  const { address, chainId } = parseCaip10(account)
  const failures = store.get(failedAtAtom)
  const isWaiting = Date.now() - (failures.get(account) ?? -freshMs) < freshMs
  if (isWaiting && !options.isAsked) return
  const known = store.get(tokensAtom)[account]
  // A list stays visible until the next one arrives.
  if (!known || known.status === 'failed') store.set(setTokensAtom, account, { status: 'loading' })
  try {
    if (!(await serves(service, chainId))) {
      if (await showFromNodes()) return
      // On networks whose balances are never read, the view itself shows that.
      if (known?.status !== 'unsupported' && hasDriver(namespaceOf(chainId)))
        toast(context, 'error', 'toast.tokenBalanceUnavailable')
      store.set(setTokensAtom, account, { status: 'unsupported' })
      return
    }
    const balances = await queries.fetchQuery({
      queryKey: ['tokens', service.base, account],
      queryFn: ({ signal }) => fetchBalances(service, { address, chainId, currency: 'usd' }, signal, context),
      staleTime: options.isAsked ? 0 : freshMs,
    })
    failures.delete(account)
    show(balances, await listed)
  } catch {
    const isFirst = !failures.has(account)
    failures.set(account, Date.now())
    // A list that is ready after a failure came from the nodes.
    const isGateways = known && 'tokens' in known && (isFirst || known.status === 'stale')
    if (!isGateways && (await showFromNodes())) return
    keepLast(context, account)
    if (isFirst || options.isAsked) toast(context, 'error', 'toast.tokenBalanceUnavailable')
  }
}

/** Keeps a list, which is shown with its age. */
function keepLast({ store }: ModalContext, account: Caip10): void {
  const last = store.get(tokensAtom)[account]
  store.set(setTokensAtom, account, last && 'tokens' in last ? { ...last, status: 'stale' } : { status: 'failed' })
}
