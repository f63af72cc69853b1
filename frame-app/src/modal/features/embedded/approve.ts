/**
 * Shows the embedded wallet in the modal while it asks for approvals: the view appears with the
 * first request that needs one, and disappears with the last. Leaving it cancels waiting requests; a transaction that
 * is already being sent continues, and the page gets its answer. The wallet is never asked twice for one request.
 */
import type { RpcMethod } from '@airlock/protocol/allowlist/define.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { routeAtom, stackAtom } from '../../core/router/router.ts'
import type { Route } from '../../core/router/routes.ts'
import { refreshBalance } from '../../session/balance.ts'
import { go, hide } from '../../session/navigate.ts'
import { showModal } from '../../session/show-modal.ts'
import { type Asked, askedAtom, walletHeightAtom } from './state/wallet-screen.ts'

/** While the wallet accepts no new request after a rejection, the modal does not open for one. */
const calmMs = 3000

const route: Route = { view: 'ApproveTransaction' }

interface Waiting {
  count: number
  calmUntil: number
}
const waitingAtom = atom((): Waiting => ({ count: 0, calmUntil: 0 }))

export interface Approval<T> {
  readonly method: Pick<RpcMethod, 'signs' | 'session'>
  /** Sends the request to the wallet and waits for its answer. */
  readonly work: () => Promise<T>
  /** Tells the wallet that it is no longer visible. */
  readonly giveUp: () => Promise<unknown>
}

export async function withApproval<T>(context: ModalContext, { method, work, giveUp }: Approval<T>): Promise<T> {
  const { store, scope } = context
  const waiting = store.get(waitingAtom)
  if (!scope.current('approve')) store.set(walletHeightAtom, undefined)
  let undo = () => {}
  if (performance.now() < waiting.calmUntil) undo = standWhenAsked(context, giveUp)
  else stand(context, giveUp)
  waiting.count++
  const asked: Asked = { kind: method.signs ? 'signature' : 'transaction' }
  store.set(askedAtom, (before) => [...before, asked])
  const answer = work()
  try {
    const result = await answer
    scope.run(refreshBalance(context, { force: true }))
    return result
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'USER_REJECTED') waiting.calmUntil = performance.now() + calmMs
    throw error
  } finally {
    undo()
    store.set(askedAtom, (before) => before.filter((each) => each !== asked))
    waiting.count--
    if (waiting.count === 0) await leave(context, method, answer)
  }
}

/** Shows the approval on top of the current view; opens the modal if it is closed. */
function stand(context: ModalContext, giveUp: Approval<unknown>['giveUp']): void {
  const { store, scope } = context
  if (!scope.current('approve'))
    scope.begin('approve').addEventListener('abort', () => scope.run(giveUp().catch(() => {}))) // a lost wallet has cancelled everything
  if (!store.get(isOpenAtom)) showModal(context, route)
  else go.push(context, route)
}

/**
 * The wallet's pause after a rejection ends slightly before the modal's, so a request in between is shown only once the
 * wallet reports a height. Returns the undo.
 */
function standWhenAsked(context: ModalContext, giveUp: Approval<unknown>['giveUp']): () => void {
  const { store } = context
  const undo = store.sub(walletHeightAtom, () => {
    if (store.get(walletHeightAtom) === undefined) return
    undo()
    stand(context, giveUp)
  })
  return undo
}

/**
 * No request is left: returns to the previous view, or closes the modal if there was none. After a granted smart session, shows the view
 * that reports it.
 */
async function leave(
  context: ModalContext,
  { session }: Approval<unknown>['method'],
  answer: Promise<unknown>,
): Promise<void> {
  const { store, scope } = context
  scope.release('approve')
  if (store.get(routeAtom)?.view !== route.view) return
  const reason = await answer.then(
    () => 'completed' as const,
    () => 'error' as const,
  )
  if (reason === 'completed' && session === 'grant') go.replace(context, { view: 'SmartSessionCreated' })
  else if (store.get(stackAtom).steps.length > 1) go.back(context)
  else hide(context, reason)
}
