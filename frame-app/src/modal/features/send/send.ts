/** The payment form: opens it, fills it in, and keeps it up to date with account, network and balance. Loaded with its views. */
import { type Caip2, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { loadSending } from '../../../shared/chains/load-sending.ts'
import { cleanAmount, enterAmount } from '../../../shared/format/amount-input.ts'
import { toDisplayAddress } from '../../../shared/format/display-address.ts'
import type { ModalContext } from '../../core/context.ts'
import { askerOf, nodesOf } from '../../session/ask-chain.ts'
import { go } from '../../session/navigate.ts'
import { track } from '../../session/notify.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { isSameAddress } from '../../session/state/addresses.ts'
import { activeNetworkIdAtom, networksAtom } from '../../session/state/network.ts'
import { tokensAtom } from '../assets/state/tokens.ts'
import { loadRecents } from './send-known.ts'
import { lookUpRecipient } from './send-recipient.ts'
import {
  type Chosen,
  type Draft,
  draftAtom,
  type Facts,
  factsAtom,
  foundAtom,
  isUnderWay,
  sendingAtom,
} from './state/send.ts'
import { formAtom } from './state/send-form.ts'
import { isSameAsset, sendables } from './state/sendable.ts'

const everyMs = 15_000

let lastId = 0

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
  const connection = store.get(activeConnectionAtom)
  if (!connection || isUnderWay(store.get(sendingAtom))) return
  const known = store.get(draftAtom)
  // On any network: while the wallet switches to that of the form, the form is not shown and does not follow.
  const isOwn = known && isSameAddress(known.account, connection.active)
  const isHere = isOwn && (known.chainId === connection.chainId || known.isFromPage)
  if (isHere && !prefill) return
  const chainId = prefill?.chainId ?? connection.chainId
  loadRecents(context, namespaceOf(chainId))
  store.set(sendingAtom, { status: 'idle' })
  store.set(draftAtom, {
    id: ++lastId,
    account: connection.active,
    chainId,
    token: chosenOn(context, chainId, prefill?.token),
    typed: cleanAmount(prefill?.amount ?? ''),
    unit: 'token',
    isMax: false,
    to: prefill?.to ?? '',
    isFromPage: by === 'page',
    hasMoved: false,
  })
  store.set(factsAtom, { status: 'loading' })
  lookUpRecipient(context)
  if (by === 'visitor')
    track(context, 'OPEN_SEND', { network: chainId, isSmartAccount: connection.accountType === 'smartAccount' })
}

/** The token as the account's list names it; one that is not in the list has its address as its name. */
function chosenOn({ store }: ModalContext, chainId: Caip2, asset: string | undefined): Chosen | undefined {
  const network = store.get(networksAtom).find(({ id }) => id === chainId)
  const connection = store.get(activeConnectionAtom)
  if (!network || !connection) return undefined
  const held = store.get(tokensAtom)[`${chainId}:${parseCaip10(connection.active).address}`]
  const listed = sendables(network, held && 'tokens' in held ? held.tokens : [])
  const found = listed.find(({ address }) => isSameAsset(network, address, asset))
  if (found) return found
  const shown = toDisplayAddress(asset ?? '')
  const symbol = `${shown.slice(0, 6)}…${shown.slice(-4)}`
  return { address: asset, name: symbol, symbol, icon: undefined, price: undefined }
}

/** Keeps the form up to date while a view of it is shown. @returns a function that stops it */
export function watchDraft(context: ModalContext): () => void {
  const { store, scope } = context
  const watch = scope.child()
  const follow = () => followAccount(context)
  const read = () => scope.run(readFacts(context))
  watch.add(store.sub(activeConnectionAtom, follow))
  watch.add(store.sub(activeNetworkIdAtom, follow))
  watch.add(() => scope.abort('sendFacts'))
  watch.every(everyMs, read)
  follow()
  read()
  return watch.dispose
}

/**
 * Another account in the same namespace keeps the form, which then shows a notice. The form also stays when the wallet switches to another
 * network, and then offers to switch back.
 */
function followAccount(context: ModalContext): void {
  const { store } = context
  const draft = store.get(draftAtom)
  const connection = store.get(activeConnectionAtom)
  if (!draft || !connection || isUnderWay(store.get(sendingAtom))) return
  if (connection.active === draft.account) return
  const isOther = !isSameAddress(connection.active, draft.account)
  const isElsewhere = namespaceOf(connection.chainId) !== namespaceOf(draft.chainId)
  if (isElsewhere) {
    store.set(draftAtom, undefined)
    return startDraft(context)
  }
  edit(context, { account: connection.active, ...(isOther && { hasMoved: true }) })
  if (!isOther) return
  lookUpRecipient(context)
  context.scope.run(readFacts(context, true))
}

function edit({ store }: ModalContext, part: Partial<Draft>): void {
  const draft = store.get(draftAtom)
  if (!draft || isUnderWay(store.get(sendingAtom))) return
  store.set(draftAtom, { ...draft, ...part })
  if (store.get(sendingAtom).status === 'over') store.set(sendingAtom, { status: 'idle' })
}

export function chooseToken(context: ModalContext, token: Chosen): void {
  edit(context, { token, typed: '', isMax: false, unit: 'token' })
  lookUpRecipient(context)
  context.scope.run(readFacts(context, true))
  go.back(context)
}

export function typeAmount(context: ModalContext, text: string): void {
  const draft = context.store.get(draftAtom)
  if (!draft) return
  const symbol = draft.unit === 'token' ? draft.token?.symbol : undefined
  edit(context, { typed: enterAmount(draft.typed, text, symbol), isMax: false })
}

/** Keeps the amount, written in the other unit. */
export function turnUnit(context: ModalContext): void {
  const form = context.store.get(formAtom)
  const draft = context.store.get(draftAtom)
  if (!form || !draft || draft.token?.price === undefined) return
  edit(context, { unit: draft.unit === 'token' ? 'fiat' : 'token', typed: form.other ?? '' })
}

export const takeMost = (context: ModalContext): void => edit(context, { isMax: true, typed: '' })

export function typeRecipient(context: ModalContext, text: string): void {
  edit(context, { to: text.slice(0, 300) })
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

/** Called after the payment was sent. */
export function forgetDraft({ store }: ModalContext): void {
  store.set(draftAtom, undefined)
  store.set(foundAtom, { status: 'none' })
  store.set(sendingAtom, { status: 'idle' })
}
