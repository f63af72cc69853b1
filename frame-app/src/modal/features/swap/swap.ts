/** The swap form: opens it, fills it in, and keeps it up to date with the account, the network and the balances. Loaded with its views. */
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { type Caip2, type Caip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import type { Address } from 'viem'
import { readPrice } from '../../../shared/chains/eip155/network-fees.ts'
import { loadSending } from '../../../shared/chains/load-sending.ts'
import { toExactDecimals } from '../../../shared/format/amount.ts'
import { enterAmount } from '../../../shared/format/amount-input.ts'
import { fetchPrice } from '../../core/api/prices.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import type { ModalContext } from '../../core/context.ts'
import { routeAtom } from '../../core/router/router.ts'
import { askerOf, nodesOf } from '../../session/ask-chain.ts'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { networksAtom } from '../../session/state/network.ts'
import { tokensAtom, tokensOn } from '../assets/state/tokens.ts'
import { edit, newDraft, startsFor, unlisted, watchForm } from '../submit/fill-in.ts'
import { canSwapOn } from './offers-swaps.ts'
import {
  quotedAtom,
  type Side,
  type SwapChoice,
  type SwapDraft,
  type SwapFacts,
  swapDraftAtom,
  swapFactsAtom,
  swaps,
} from './state/swap.ts'
import { swapFormAtom } from './state/swap-form.ts'
import { defaultSlippageBps } from './state/swap-rules.ts'
import { contractOf, currencyOf, swappables } from './state/swappable.ts'
import { watchQuote } from './swap-quote.ts'

/** The amount in a new form. */
const firstAmount = '1'
const everyMs = 10_000

export type SwapSide = 'from' | 'to'

/** Validated values of a page's request. */
export interface SwapPrefill {
  readonly from: Address | undefined
  readonly to: Address | undefined
  readonly amount: string | undefined
  readonly chainId: Caip2
}

/** Starts a form for the active account, unless there is one already. @param prefill values of the page, which start another form */
export function startSwap(context: ModalContext, prefill?: SwapPrefill): void {
  const { store } = context
  const connection = startsFor(context, swaps, prefill !== undefined)
  if (!connection) return
  const chainId = prefill?.chainId ?? connection.chainId
  if (!canSwapOn(context, chainId)) return store.set(swapDraftAtom, undefined)
  const choose = (address: Address | undefined) =>
    address === undefined ? undefined : choiceOn(context, chainId, connection.active, address)
  store.set(swaps.progressAtom, { status: 'idle' })
  store.set(quotedAtom, { status: 'none' })
  store.set(swapFactsAtom, { status: 'loading' })
  store.set(swapDraftAtom, {
    ...newDraft(connection, chainId, prefill ? (prefill.amount ?? '') : firstAmount, prefill !== undefined),
    from: choose(prefill ? prefill.from : nativeToken),
    to: choose(prefill?.to),
    slippageBps: defaultSlippageBps,
  })
  for (const side of ['from', 'to'] as const) context.scope.run(priceOf(context, side))
  if (!prefill)
    track(context, 'OPEN_SWAP', { network: chainId, isSmartAccount: connection.accountType === 'smartAccount' })
}

/** The token as the account's list names it. */
function choiceOn({ store }: ModalContext, chainId: Caip2, account: Caip10, address: Address): SwapChoice | undefined {
  const network = store.get(networksAtom).find(({ id }) => id === chainId)
  if (!network) return undefined
  const { own } = swappables(network, [], tokensOn(store.get(tokensAtom), chainId, account))
  return own.find((token) => token.address === address) ?? unlisted(address, address)
}

/** Another network starts a new form, because its tokens are different. A review has its own quote. @returns a function that stops it */
export function watchSwap(context: ModalContext, { isReview = false } = {}): () => void {
  const watch = watchForm(context, swaps, {
    work: 'swapFacts',
    everyMs,
    read: (isOther) => readSwapFacts(context, isOther ? { status: 'loading' } : undefined),
    isElsewhere: ({ chainId, isFromPage }, connection) => connection.chainId !== chainId && !isFromPage,
    restart() {
      startSwap(context)
      context.scope.run(readSwapFacts(context, { status: 'loading' }))
    },
    onMoved() {
      // The review belongs to the other account.
      if (context.store.get(routeAtom)?.view === 'SwapPreview') go.back(context)
    },
  })
  if (!isReview) watch.add(watchQuote(context))
  return watch.dispose
}

const editSwap = (context: ModalContext, part: Partial<SwapDraft>) => edit(context, swaps, part)

/** If the other side has this token, the two sides change places. */
export function chooseSwapToken(context: ModalContext, side: SwapSide, token: SwapChoice): void {
  const { store } = context
  const draft = store.get(swapDraftAtom)
  if (!draft) return
  const other = side === 'from' ? 'to' : 'from'
  const swapped = draft[other]?.address === token.address ? { [other]: draft[side] } : {}
  editSwap(context, { ...swapped, [side]: token, ...(side === 'from' && { isMax: false }) })
  context.scope.run(priceOf(context, side))
  context.scope.run(readSwapFacts(context, knownSides(context, draft)))
  go.back(context)
}

/** The amount to receive becomes the amount to give. */
export function flipSwap(context: ModalContext): void {
  const { store } = context
  const draft = store.get(swapDraftAtom)
  if (!draft) return
  const quoted = store.get(quotedAtom)
  const decimals = store.get(swapFormAtom)?.decimals.to
  const received =
    quoted.status === 'ready' && decimals !== undefined ? toExactDecimals(quoted.quote.received, decimals) : undefined
  editSwap(context, {
    from: draft.to,
    to: draft.from,
    isMax: false,
    ...(received !== undefined && { typed: received }),
  })
  context.scope.run(readSwapFacts(context, knownSides(context, draft)))
}

/** What was read of a side that has stayed, or has changed places; shown until the network answers for both. */
function knownSides({ store }: ModalContext, before: SwapDraft): SwapFacts {
  const [now, facts] = [store.get(swapDraftAtom), store.get(swapFactsAtom)]
  if (!now || facts.status !== 'ready') return { status: 'loading' }
  const sideOf = (token: SwapChoice | undefined) => {
    if (token?.address === before.from?.address) return facts.from
    return token?.address === before.to?.address ? facts.to : undefined
  }
  const from = sideOf(now.from)
  return from ? { ...facts, from, to: now.to && sideOf(now.to) } : { status: 'loading' }
}

export function typeSwapAmount(context: ModalContext, text: string): void {
  const draft = context.store.get(swapDraftAtom)
  if (draft) editSwap(context, { typed: enterAmount(draft.typed, text, draft.from?.symbol), isMax: false })
}

export const takeMostToSwap = (context: ModalContext): void => editSwap(context, { isMax: true, typed: '' })

export const setSlippage = (context: ModalContext, slippageBps: number): void => editSwap(context, { slippageBps })

/** Requests the price of a token that the account does not hold; the account's list has the other prices. */
async function priceOf(context: ModalContext, side: SwapSide): Promise<void> {
  const { store } = context
  const draft = store.get(swapDraftAtom)
  const token = draft?.[side]
  const service = gatewayOf(context)
  if (!draft || !token || token.price !== undefined || !service) return
  const price = await fetchPrice(service, `${draft.chainId}:${token.address}`, AbortSignal.timeout(everyMs)).catch(
    () => undefined, // amounts are shown without their value
  )
  const now = store.get(swapDraftAtom)
  if (price === undefined || now?.chainId !== draft.chainId) return
  const priced = (choice: SwapChoice | undefined) => (choice?.address === token.address ? { ...choice, price } : choice)
  store.set(swapDraftAtom, { ...now, from: priced(now.from), to: priced(now.to) })
}

/** Reads balances, decimals and the gas price. After a failed read the known values stay. @param known what is shown until then, after another choice */
export async function readSwapFacts(context: ModalContext, known?: SwapFacts): Promise<void> {
  const { store } = context
  const draft = store.get(swapDraftAtom)
  const network = store.get(networksAtom).find(({ id }) => id === draft?.chainId)
  const signal = context.scope.begin('swapFacts')
  if (!draft || !network) return
  const show = (facts: SwapFacts) => {
    if (!signal.aborted) store.set(swapFactsAtom, facts)
  }
  if (known) show(known)
  const { address: account } = parseCaip10(draft.account)
  try {
    const [driver, ask] = await Promise.all([loadSending(network.id), askerOf(context, network, signal)])
    const holdingOf = (token: SwapChoice) =>
      driver.holding(ask, network, account, contractOf(token.address), nodesOf(context, network, signal))
    const [given, bought, gasPrice] = await Promise.all([
      holdingOf(draft.from ?? currencyOf(network)),
      draft.to && holdingOf(draft.to),
      readPrice(ask),
    ])
    const side = ({ balance, decimals }: Side): Side => ({ balance, decimals })
    show({ status: 'ready', from: side(given), to: bought && side(bought), currency: given.currency, gasPrice })
  } catch {
    if (store.get(swapFactsAtom).status !== 'ready') show({ status: 'failed' })
  }
}
