/**
 * Quotes for a swap: requested when the user pauses, and again every 10 s. The newest request wins, and only checked
 * answers are shown.
 */

import { nativeToken, type Quote } from '@airlock/protocol/gateway/convert.ts'
import type { Caip2, Caip10 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { Address } from 'viem'
import { statusOf } from '../../../shared/http/bounded.ts'
import { checkQuote } from '../../../shared/swap/check.ts'
import { isSame } from '../../../shared/swap/decode.ts'
import { swapNetworkOf } from '../../../shared/swap/networks.ts'
import { fetchSwapQuote } from '../../core/api/convert.ts'
import { refusalOf } from '../../core/api/gateway-call.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import type { ModalContext } from '../../core/context.ts'
import { isUnderWay } from '../submit/form.ts'
import {
  type QuoteTrouble,
  quotedAtom,
  type SwapDraft,
  type SwapQuote,
  swapDraftAtom,
  swappingAtom,
} from './state/swap.ts'
import { type SwapForm, swapFormAtom } from './state/swap-form.ts'

const settleMs = 200
const everyMs = 10_000
/** How long a quote is valid, if the gateway names no end, and at most. */
const goodForMs = 30_000

interface Asked {
  readonly account: Caip10
  readonly chainId: Caip2
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
  readonly slippageBps: number
}

/** The request for the form's current values, as text: equal requests give equal texts. */
const questionAtom = atom((get): string => {
  const asked = askedOf(get(swapDraftAtom), get(swapFormAtom))
  return asked ? JSON.stringify({ ...asked, amount: asked.amount.toString() }) : ''
})

function askedOf(draft: SwapDraft | undefined, form: SwapForm | undefined): Asked | undefined {
  const amount = form?.amount && 'value' in form.amount ? form.amount.value : 0n
  if (!draft?.from || !draft.to || amount === 0n) return undefined
  const { account, chainId, from, to, slippageBps } = draft
  return { account, chainId, from: from.address, to: to.address, amount, slippageBps }
}

/** @returns a function that stops watching */
export function watchQuote(context: ModalContext): () => void {
  const { store } = context
  const watch = context.scope.child()
  const read = () => context.scope.run(readSwapQuote(context))
  let settled = () => {}
  const begin = () => {
    settled()
    context.scope.abort('swapQuote')
    if (isUnderWay(store.get(swappingAtom))) return
    const isAsked = store.get(questionAtom) !== ''
    store.set(quotedAtom, { status: isAsked ? 'loading' : 'none' })
    if (isAsked) settled = watch.after(settleMs, read)
  }
  watch.add(store.sub(questionAtom, begin))
  watch.every(everyMs, () => {
    if (!document.hidden && store.get(quotedAtom).status !== 'loading') read()
  })
  const quoted = store.get(quotedAtom)
  const isFresh = quoted.status === 'ready' && Date.now() - quoted.quote.at < everyMs
  if (store.get(questionAtom) !== '' && !isFresh) read()
  watch.add(() => context.scope.abort('swapQuote'))
  return watch.dispose
}

/** Requests a quote now; for unchanged values the last quote stays meanwhile. @returns the quote, unless another was requested since */
export async function readSwapQuote(context: ModalContext): Promise<SwapQuote | undefined> {
  const { store } = context
  if (isUnderWay(store.get(swappingAtom))) return undefined
  const asked = askedOf(store.get(swapDraftAtom), store.get(swapFormAtom))
  const service = gatewayOf(context)
  const signal = context.scope.begin('swapQuote')
  if (!asked || !service) return undefined
  const known = store.get(quotedAtom)
  // Includes a quote that expired while the modal was closed.
  if (known.status !== 'ready' || Date.now() >= known.quote.expiresAt) store.set(quotedAtom, { status: 'loading' })
  try {
    const quote = await askForQuote(context, asked, signal)
    if (signal.aborted) return undefined
    store.set(quotedAtom, typeof quote === 'string' ? { status: 'failed', why: quote } : { status: 'ready', quote })
    return typeof quote === 'string' ? undefined : quote
  } catch (error) {
    if (signal.aborted) return undefined
    const before = store.get(quotedAtom)
    const why = quoteTroubleOf(error)
    const isOutage = why === 'network' || why === 'busy'
    // One missing answer does no harm while the last quote is valid.
    if (before.status === 'ready' && isOutage && Date.now() < before.quote.expiresAt) return undefined
    store.set(quotedAtom, { status: 'failed', why: known.status === 'ready' && isOutage ? 'expired' : why })
    return undefined
  }
}

/** @throws AirlockError NETWORK, ABORTED */
async function askForQuote(
  context: ModalContext,
  { account, chainId, ...asked }: Asked,
  signal: AbortSignal,
): Promise<SwapQuote | QuoteTrouble> {
  const service = gatewayOf(context)
  const network = swapNetworkOf(chainId, context.project)
  if (!service || !network) return 'noRoute'
  const { amount, slippageBps } = asked
  const [from, to] = [`${chainId}:${asked.from}`, `${chainId}:${asked.to}`]
  const answer = await fetchSwapQuote(
    service,
    { from, to, userAddress: account, amount: amount.toString(), slippageBps },
    signal,
  )
  if (!answer) return 'noRoute'
  const isOneForOne =
    (isSame(asked.from, nativeToken) && isSame(asked.to, network.wrapped)) ||
    (isSame(asked.to, nativeToken) && isSame(asked.from, network.wrapped))
  // Wrapping has no price that could move.
  const checked = checkQuote(answer, { from, to, amount, slippageBps: isOneForOne ? 0 : slippageBps })
  if ('refused' in checked) return checked.refused === 'lowMinimum' ? 'small' : 'refused'
  return { ...asked, ...checked, ...shownOf(answer) }
}

function shownOf(quote: Quote): Omit<SwapQuote, keyof Asked | 'received' | 'minimum' | 'feeBps'> {
  const now = Date.now()
  const ends = quote.expiresAt ?? now + goodForMs
  return {
    impactBps: quote.priceImpactBps ?? undefined,
    route: quote.route ?? [],
    spender: quote.spender ?? undefined,
    gas: quote.gas == null ? undefined : BigInt(quote.gas),
    isTaxed: quote.isTaxed ?? false,
    at: now,
    // Clocks differ: a quote that seems expired on arrival would be requested again without end.
    expiresAt: ends > now && ends < now + goodForMs ? ends : now + goodForMs,
  }
}

function quoteTroubleOf(error: unknown): QuoteTrouble {
  const status = statusOf(error)
  if (status === 429) return 'busy'
  if (status !== 400 && status !== 404) return 'network'
  return /too small/i.test(refusalOf(error)?.description ?? '') ? 'small' : 'noRoute'
}
