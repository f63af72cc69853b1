/** The payment form: opens it, fills it in, and keeps it up to date with account, network and balance. Loaded with its views. */
import { type Caip2, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { loadSending } from '../../../shared/chains/load-sending.ts'
import { enterAmount } from '../../../shared/format/amount-input.ts'
import { toDisplayAddress } from '../../../shared/format/display-address.ts'
import type { ModalContext } from '../../core/context.ts'
import { askerOf, nodesOf } from '../../session/ask-chain.ts'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { networksAtom } from '../../session/state/network.ts'
import { tokensAtom, tokensOn } from '../assets/state/tokens.ts'
import type { PastPayment } from '../ledger/state/activity.ts'
import { edit, newDraft, startsFor, unlisted, watchForm } from '../submit/fill-in.ts'
import { loadRecents } from './send-known.ts'
import { lookUpRecipient } from './send-recipient.ts'
import { type Chosen, type Draft, draftAtom, type Facts, factsAtom, payments } from './state/send.ts'
import { formAtom } from './state/send-form.ts'
import { isSameAsset, sendables } from './state/sendable.ts'

const everyMs = 15_000

/** Validated values of a page's request or of an earlier payment. */
export interface Prefill {
  readonly to?: string | undefined
  readonly amount?: string | undefined
  /** `undefined`: the network's currency. */
  readonly token?: string | undefined
  readonly chainId?: Caip2 | undefined
}

/**
 * Starts a form for the active account, unless there is one already.
 * @param prefill starts another one
 * @param by who has filled it in; the form names the page
 */
export function startDraft(
  context: ModalContext,
  prefill?: Prefill,
  by: 'page' | 'visitor' = prefill ? 'page' : 'visitor',
): void {
  const { store } = context
  const connection = startsFor(context, payments, prefill !== undefined)
  if (!connection) return
  const chainId = prefill?.chainId ?? connection.chainId
  loadRecents(context, namespaceOf(chainId))
  store.set(payments.progressAtom, { status: 'idle' })
  store.set(draftAtom, {
    ...newDraft(connection, chainId, prefill?.amount ?? '', by === 'page'),
    token: chosenOn(context, chainId, prefill?.token),
    unit: 'token',
    to: prefill?.to ?? '',
  })
  store.set(factsAtom, { status: 'loading' })
  lookUpRecipient(context)
  if (by === 'visitor')
    track(context, 'OPEN_SEND', { network: chainId, isSmartAccount: connection.accountType === 'smartAccount' })
}

/** The token as the account's list names it. */
function chosenOn({ store }: ModalContext, chainId: Caip2, asset: string | undefined): Chosen | undefined {
  const network = store.get(networksAtom).find(({ id }) => id === chainId)
  const connection = store.get(activeConnectionAtom)
  if (!network || !connection) return undefined
  const listed = sendables(network, tokensOn(store.get(tokensAtom), chainId, connection.active))
  return (
    listed.find(({ address }) => isSameAsset(network, address, asset)) ?? unlisted(asset, toDisplayAddress(asset ?? ''))
  )
}

/** The form stays when the wallet switches to another network, and then offers to switch back. @returns a function that stops it */
export const watchDraft = (context: ModalContext): (() => void) =>
  watchForm(context, payments, {
    work: 'sendFacts',
    everyMs,
    read: (isOther) => readFacts(context, isOther),
    isElsewhere: ({ chainId }, connection) => namespaceOf(connection.chainId) !== namespaceOf(chainId),
    restart: () => startDraft(context),
    onMoved: () => lookUpRecipient(context),
  }).dispose

const editDraft = (context: ModalContext, part: Partial<Draft>) => edit(context, payments, part)

export function chooseToken(context: ModalContext, token: Chosen): void {
  editDraft(context, { token, typed: '', isMax: false, unit: 'token' })
  lookUpRecipient(context)
  context.scope.run(readFacts(context, true))
  go.back(context)
}

export function typeAmount(context: ModalContext, text: string): void {
  const draft = context.store.get(draftAtom)
  if (!draft) return
  const symbol = draft.unit === 'token' ? draft.token?.symbol : undefined
  editDraft(context, { typed: enterAmount(draft.typed, text, symbol), isMax: false })
}

/** Keeps the amount, written in the other unit. */
export function turnUnit(context: ModalContext): void {
  const form = context.store.get(formAtom)
  const draft = context.store.get(draftAtom)
  if (!form || !draft || draft.token?.price === undefined) return
  editDraft(context, { unit: draft.unit === 'token' ? 'fiat' : 'token', typed: form.other ?? '' })
}

export const takeMost = (context: ModalContext): void => editDraft(context, { isMax: true, typed: '' })

export function typeRecipient(context: ModalContext, text: string): void {
  editDraft(context, { to: text.slice(0, 300) })
  lookUpRecipient(context)
}

/** Reads balance, decimals and usual fee. After a failed read the known values stay. @param isOther discards the known values first */
export async function readFacts(context: ModalContext, isOther = false): Promise<void> {
  const { store } = context
  const draft = store.get(draftAtom)
  const network = store.get(networksAtom).find(({ id }) => id === draft?.chainId)
  if (!draft?.token || !network) return
  const signal = context.scope.begin('sendFacts')
  const { address } = parseCaip10(draft.account)
  const asset = draft.token.address
  const show = (facts: Facts) => {
    if (!signal.aborted) store.set(factsAtom, facts)
  }
  if (isOther) show({ status: 'loading' })
  try {
    const [driver, ask] = await Promise.all([loadSending(network.id), askerOf(context, network, signal)])
    const [holding, cost] = await Promise.all([
      driver.holding(ask, network, address, asset, nodesOf(context, network, signal)),
      driver.usualCost(ask, network, address, asset),
    ])
    show({ status: 'ready', holding, cost })
  } catch {
    if (store.get(factsAtom).status !== 'ready') show({ status: 'failed' })
  }
}

/** Opens the form with the values of an earlier payment, on the network of the account whose history has it. All is checked as if the user typed it. */
export function sendAgain(context: ModalContext, payment: PastPayment): void {
  const connection = context.store.get(activeConnectionAtom)
  if (!connection) return
  const { chainId } = parseCaip10(connection.active)
  startDraft(context, { ...payment, to: toDisplayAddress(payment.to), chainId }, 'visitor')
  go.push(context, { view: 'Send' })
}
