/** Filling in a form of payments or swaps: its start, its changes, the account that it belongs to, and a page that waits for it. */
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { cleanAmount } from '../../../shared/format/amount-input.ts'
import type { ModalContext, WorkName } from '../../core/context.ts'
import type { Scope } from '../../core/scope.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { isSameAddress } from '../../session/state/addresses.ts'
import { activeNetworkIdAtom } from '../../session/state/network.ts'
import { open } from '../connect/open.ts'
import { untilSent } from '../ledger/until-sent.ts'
import { type Choice, type Form, type FormDraft, isUnderWay } from './form.ts'

let lastId = 0

/** The account of a new form; `undefined` if the known one stays. @param isFilled with values that start another one */
export function startsFor<Draft extends FormDraft>(
  { store }: ModalContext,
  { draftAtom, progressAtom }: Form<Draft>,
  isFilled: boolean,
): Connected | undefined {
  const connection = store.get(activeConnectionAtom)
  if (!connection || isUnderWay(store.get(progressAtom))) return undefined
  const known = store.get(draftAtom)
  // On any network: while the wallet switches to that of the form, the form is not shown and does not follow.
  const isOwn = known && isSameAddress(known.account, connection.active)
  const isHere = isOwn && (known.chainId === connection.chainId || known.isFromPage)
  return isHere && !isFilled ? undefined : connection
}

export function newDraft({ active }: Connected, chainId: Caip2, typed: string, isFromPage: boolean): FormDraft {
  return {
    id: ++lastId,
    account: active,
    chainId,
    typed: cleanAmount(typed),
    isMax: false,
    isFromPage,
    hasMoved: false,
  }
}

/** A token that is not in the account's list has its address as its name. */
export function unlisted<Id extends string | undefined>(address: Id, shown: string): Choice<Id> {
  const symbol = `${shown.slice(0, 6)}…${shown.slice(-4)}`
  return { address, name: symbol, symbol, icon: undefined, price: undefined }
}

export function edit<Draft extends FormDraft>(
  { store }: ModalContext,
  { draftAtom, progressAtom }: Form<Draft>,
  part: Partial<Draft>,
): void {
  const draft = store.get(draftAtom)
  if (!draft || isUnderWay(store.get(progressAtom))) return
  store.set(draftAtom, { ...draft, ...part })
  if (store.get(progressAtom).status === 'over') store.set(progressAtom, { status: 'idle' })
}

export interface Watched<Draft> {
  /** The reads of balances, decimals and fees. */
  readonly work: WorkName
  readonly everyMs: number
  /** @param isOther forgets first what is known */
  read(isOther?: boolean): Promise<void>
  /** Nothing of the form is valid for this connection. */
  isElsewhere(draft: Draft, connection: Connected): boolean
  restart(): void
  /** The form belongs to another account now. */
  onMoved(): void
}

/** Keeps the form up to date while a view of it is shown. Another account keeps the form, which then shows a notice. */
export function watchForm<Draft extends FormDraft>(
  context: ModalContext,
  form: Form<Draft>,
  rules: Watched<Draft>,
): Scope {
  const { store, scope } = context
  const watch = scope.child()
  const follow = () => {
    const draft = store.get(form.draftAtom)
    const connection = store.get(activeConnectionAtom)
    if (!draft || !connection || isUnderWay(store.get(form.progressAtom))) return
    if (rules.isElsewhere(draft, connection)) {
      store.set(form.draftAtom, undefined)
      return rules.restart()
    }
    if (connection.active === draft.account) return
    const isOther = !isSameAddress(connection.active, draft.account)
    store.set(form.draftAtom, { ...draft, account: connection.active, hasMoved: draft.hasMoved || isOther })
    if (store.get(form.progressAtom).status === 'over') store.set(form.progressAtom, { status: 'idle' })
    if (!isOther) return
    rules.onMoved()
    scope.run(rules.read(true))
  }
  watch.add(store.sub(activeConnectionAtom, follow))
  watch.add(store.sub(activeNetworkIdAtom, follow))
  watch.add(() => scope.abort(rules.work))
  watch.every(rules.everyMs, () => {
    if (!document.hidden) scope.run(rules.read())
  })
  follow()
  scope.run(rules.read())
  return watch
}

/**
 * Opens the modal on a form that the page fills in, and waits until it is sent.
 * @throws AirlockError REQUEST_PENDING while the wallet has another one, USER_CLOSED, ABORTED
 */
export function waitForForm<Draft extends FormDraft>(
  context: ModalContext,
  { view, draftAtom, progressAtom, lastAtom }: Form<Draft>,
  { signal, waitsForPerson }: HandlerContext,
  start: () => void,
): Promise<{ hash: string }> {
  const { store } = context
  if (isUnderWay(store.get(progressAtom))) throw new AirlockError('REQUEST_PENDING')
  waitsForPerson()
  const shown = open(context, { view }).view
  // An approval, a network switch or a sign-in is shown first; the page may ask again later.
  if (shown !== view) throw new AirlockError('REQUEST_PENDING', { message: `The modal shows ${shown}.` })
  start()
  const mine = store.get(draftAtom)?.id
  return untilSent(context, signal, {
    hash: () => {
      const sent = store.get(lastAtom)
      return sent && sent.draft.id === mine ? sent.id : undefined
    },
    isReplaced: () => (store.get(draftAtom)?.id ?? mine) !== mine,
    isUnderWay: () => isUnderWay(store.get(progressAtom)),
    atoms: [lastAtom, progressAtom, draftAtom],
  })
}
