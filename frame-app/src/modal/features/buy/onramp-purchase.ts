/**
 * One purchase: the address of the checkout, opening it, and the wait for the provider to report the purchase. The checkout opens in a
 * window of its own, without a handle (T28), so it is not known whether it is still open; only the provider's report counts.
 */
import { readCheckoutUrl } from '@airlock/protocol/gateway/checkout-url.ts'
import type { Transaction } from '@airlock/protocol/gateway/history.ts'
import { purchaseStatus } from '@airlock/protocol/gateway/onramp.ts'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import { statusOf } from '../../../shared/http/bounded.ts'
import { fetchOnrampUrl, fetchPurchases } from '../../core/api/onramp.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import type { ModalContext } from '../../core/context.ts'
import { push, stackAtom } from '../../core/router/router.ts'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { openLink } from '../../session/open-link.ts'
import { refreshHoldings } from '../ledger/ledger.ts'
import { toShownAmount } from '../ledger/state/activity-rules.ts'
import { isSmartAccount } from './offers-buying.ts'
import { buyerOf } from './onramp.ts'
import { refreshBought, rememberSeller } from './onramp-activity.ts'
import {
  assetAtom,
  type Bought,
  type Buy,
  formAtom,
  type Link,
  offeredAtom,
  purchaseAtom,
  type Stage,
} from './state/onramp.ts'
import { checkoutNetwork, meldUrl, readWhole, type Seller } from './state/onramp-rules.ts'

/** Poll interval, and how long to wait without a report (specification §9). */
export const pollMs = 4_000
export const patienceMs = 180_000
/** Poll interval after that, for a payment that is on its way: a bank transfer takes days. */
const slowMs = 30_000
/** The token in a checkout address is valid for five minutes; an older address is replaced. */
const linkMs = 4 * 60_000

/** Purchases that existed before, so that the new one is recognised. `undefined`: the service does not report purchases. */
type Known = ReadonlySet<string> | undefined
const known = new WeakMap<Buy, Promise<Known>>()

/** Shows where the user would go, and requests the checkout address. */
export function choose(context: ModalContext, seller: Seller): void {
  const { store } = context
  const form = store.get(formAtom)
  const asset = store.get(assetAtom)
  const address = buyerOf(context)
  if (!form || !asset || address === undefined) return
  const { name } = seller
  if (name === 'coinbase' || name === 'meld')
    track(context, 'SELECT_BUY_PROVIDER', { provider: name, isSmartAccount: isSmartAccount(context) })
  prepare(context, { seller, asset, form, address })
  go.push(context, { view: 'BuyInProgress' })
}

function prepare(context: ModalContext, buy: Buy): void {
  context.scope.abort('buy')
  known.set(buy, readKnown(context, buy))
  set(context, buy, { name: 'leaving', link: { status: 'loading' }, isBlocked: false })
  context.scope.run(loadLink(context, buy))
}

/** Starts again with a new address. */
export function tryAgain(context: ModalContext): void {
  const buy = context.store.get(purchaseAtom)?.buy
  if (buy) prepare(context, buy)
}

/** A paid purchase is left for good: the way back leads to where buying was begun. */
export function seeActivity(context: ModalContext): void {
  const { store } = context
  const stack = store.get(stackAtom)
  const next = push(stack, { view: 'Activity' })
  const stage = store.get(purchaseAtom)?.stage.name
  const start = next.steps.findIndex(({ route }) => route.view === 'OnRamp' || route.view === 'BuyInProgress')
  const isPaid = (stage === 'paid' || stage === 'done') && start >= 0
  go.to(context, isPaid ? { ...next, steps: [...next.steps.slice(0, start), ...next.steps.slice(-1)] } : next)
}

async function loadLink(context: ModalContext, buy: Buy): Promise<void> {
  const link = await readLink(context, buy)
  const current = context.store.get(purchaseAtom)
  if (current?.buy !== buy || current.stage.name !== 'leaving') return
  set(context, buy, { ...current.stage, link })
  if (link.status === 'ready') context.scope.after(linkMs, () => renew(context, buy, link))
}

/** Replaces an address that was not used in time, so that a press never opens an expired one. */
function renew(context: ModalContext, buy: Buy, link: Link): void {
  const current = context.store.get(purchaseAtom)
  if (current?.buy !== buy || current.stage.name !== 'leaving' || current.stage.link !== link) return
  set(context, buy, { ...current.stage, link: { status: 'loading' } })
  context.scope.run(loadLink(context, buy))
}

async function readLink(context: ModalContext, { seller, asset, form, address }: Buy): Promise<Link> {
  const service = gatewayOf(context)
  const amount = readWhole(form.amount)
  if (!service || amount === undefined) return { status: 'failed' }
  const network = checkoutNetwork(asset.chainId)
  const { checkoutOrigins: origins = [], meldKey } = context.project.onramp ?? {}
  const offered = context.store.get(offeredAtom)
  const ofMeld =
    meldKey && seller.name === 'meld' && offered.status === 'ready' && offered.isBuiltIn
      ? meldUrl(meldKey, asset, address)
      : undefined
  try {
    const answered =
      ofMeld ??
      (await fetchOnrampUrl(
        service,
        {
          destinationWallets: [{ address, blockchains: [network], assets: [asset.currency.symbol] }],
          partnerUserId: address,
          defaultNetwork: network,
          defaultExperience: 'buy',
          presetFiatAmount: amount,
          provider: seller.name,
          paymentCurrency: form.currency,
          paymentMethod: form.method,
          country: form.country,
          ...(form.subdivision !== undefined && { subdivision: form.subdivision }),
        },
        new AbortController().signal,
      ))
    const url = readCheckoutUrl(answered, { provider: seller.name, address, origins })
    return url === undefined ? { status: 'refused' } : { status: 'ready', url, host: new URL(url).host }
  } catch {
    return { status: 'failed' }
  }
}

const opening = new WeakSet<Buy>()

/** Handles the user's press: the host opens one window, and the wait begins. */
export async function leave(context: ModalContext): Promise<void> {
  const current = context.store.get(purchaseAtom)
  if (current?.stage.name !== 'leaving' || current.stage.link.status !== 'ready') return
  const { buy, stage } = current
  if (opening.has(buy)) return
  opening.add(buy)
  const isOpen = await openLink(context, current.stage.link.url)
  opening.delete(buy)
  // Another purchase has begun meanwhile.
  if (context.store.get(purchaseAtom) !== current) return
  if (!isOpen) return set(context, buy, { ...stage, isBlocked: true })
  rememberSeller(context, buy.address, buy.seller.name)
  const signal = context.scope.begin('buy')
  const before = await known.get(buy)
  if (signal.aborted) return
  set(context, buy, { name: 'waiting', isBack: false, isWatched: before !== undefined })
  if (before) watch(context, buy, before, signal)
}

function watch(context: ModalContext, buy: Buy, before: ReadonlySet<string>, signal: AbortSignal): void {
  const started = Date.now()
  let isAsking = false
  let last = started
  const look = async () => {
    if (isAsking || signal.aborted) return
    isAsking = true
    last = Date.now()
    const row = await findNew(context, buy, before, signal)
    isAsking = false
    if (signal.aborted) return
    const next = row ? stageOf(row) : undefined
    if (next) set(context, buy, next)
    if (next?.name === 'done' || next?.name === 'failed') return settle()
    if (!next && Date.now() - started >= patienceMs) {
      if (stageNow() === 'waiting') set(context, buy, { name: 'late' })
      settle()
    }
  }
  const stageNow = () => context.store.get(purchaseAtom)?.stage.name
  const { scope } = context
  const polls = scope.child()
  signal.addEventListener('abort', polls.dispose)
  polls.every(pollMs, () => {
    const now = Date.now()
    if (now - started <= patienceMs + pollMs || now - last >= slowMs) scope.run(look())
  })
  const back = () => {
    if (document.hidden) return
    if (stageNow() === 'waiting') set(context, buy, { name: 'waiting', isBack: true, isWatched: true })
    scope.run(look())
  }
  document.addEventListener('visibilitychange', back, { signal: polls.signal })
  function settle(): void {
    polls.dispose()
    scope.run(refreshBought(context))
    scope.run(refreshHoldings(context))
  }
}

/** `undefined` without a service. @throws AirlockError NETWORK, ABORTED */
async function purchasesOf(context: ModalContext, { address, seller }: Buy, signal: AbortSignal) {
  const service = gatewayOf(context)
  return service && fetchPurchases(service, { address, provider: seller.name }, signal)
}

async function findNew(
  context: ModalContext,
  buy: Buy,
  before: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Transaction | undefined> {
  try {
    const rows = await purchasesOf(context, buy, signal)
    return rows?.find(({ id }) => !before.has(id))
  } catch {
    return undefined // the next poll may succeed
  }
}

async function readKnown(context: ModalContext, buy: Buy): Promise<Known> {
  try {
    const rows = await purchasesOf(context, buy, new AbortController().signal)
    return rows && new Set(rows.map(({ id }) => id))
  } catch (error) {
    // A service that does not know the provider reports nothing. After another error, each purchase reported later counts as new.
    return statusOf(error) === 400 || statusOf(error) === 404 ? undefined : new Set()
  }
}

function stageOf({ metadata, transfers }: Transaction): Stage {
  const transfer = transfers?.[0]
  const bought: Bought = {
    amount: toShownAmount(transfer?.quantity.numeric ?? '0').text,
    symbol: toDisplayText(transfer?.fungible_info?.symbol ?? '', { max: 12 }),
    hash: metadata.hash,
  }
  if (metadata.status === purchaseStatus.done) return { name: 'done', bought }
  return metadata.status === purchaseStatus.failed ? { name: 'failed' } : { name: 'paid', bought }
}

const set = ({ store }: ModalContext, buy: Buy, stage: Stage): void => store.set(purchaseAtom, { buy, stage })
