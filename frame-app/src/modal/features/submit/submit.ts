/**
 * Asks the wallet for exactly what was reviewed: a payment, a swap, or the allowance before it. Everything is read once more before. The
 * wallet's answer also counts if the user has left the view meanwhile, because it may have sent what it was asked for.
 *
 *     idle -> checking -> waiting <-> confirming -> settled (idle) | over | idle, if something else is shown first
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip10, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { optionsAtom } from '../../core/options.ts'
import { routeAtom } from '../../core/router/router.ts'
import { slowAfterMs } from '../../core/scope.ts'
import { refreshBalance } from '../../session/balance.ts'
import type { Connector } from '../../session/connector.ts'
import { go } from '../../session/navigate.ts'
import { announce, shake, toast } from '../../session/notify.ts'
import { accountTabAtom } from '../../session/state/account-places.ts'
import { type Connected, connectionsAtom } from '../../session/state/accounts.ts'
import { isSameAddress } from '../../session/state/addresses.ts'
import { connectorOf, connectorsAtom } from '../../session/state/connectors.ts'
import { alone, markAnswered, markBegun } from '../ledger/unanswered.ts'
import { switchNetwork } from '../networks/switch-network.ts'
import { type AnyForm, type Form, type FormDraft, isUnderWay, type Trouble } from './form.ts'

/** `form`: the form shows what has changed. `review`: the review does. `again`: the review has to be made again. */
export type End = 'settled' | 'form' | 'review' | 'again' | Trouble

/** What differs between payments, swaps and allowances. */
export interface Submission<Fresh extends object> {
  readonly form: AnyForm
  readonly draft: Pick<FormDraft, 'account' | 'chainId'>
  /** The reviewed address: no other account of the wallet may send. */
  readonly owner: string
  /** Recognises it after a reload. Absent: it does no harm a second time. */
  readonly content?: () => string
  /** Reads once more what was reviewed. Its failure is one of the network. */
  read(): Promise<Fresh | End>
  /**
   * Compares it with what was shown, and asks the wallet. Its failure is one of the wallet.
   * @returns what is to be done once it is sent
   */
  ask(fresh: Fresh, wallet: Asking): Promise<End | (() => void)>
  /** @param code of the wallet's failure */
  onTrouble(code: string, connection: Connected): void
}

export interface Asking {
  readonly connection: Connected
  /** @throws AirlockError DISCONNECTED */
  connector(): Connector
  /** Shows that the wallet is awaited. @throws AirlockError as the wallet says */
  request(method: string, params: Json): Promise<Json>
  /** Waits until it is in a block. @throws AirlockError WALLET_FAILED if it failed there, TIMEOUT */
  confirm<State extends Outcome>(look: () => Promise<State>): Promise<Extract<State, { status: 'done' }>>
}
export interface Outcome {
  readonly status: 'pending' | 'done' | 'failed'
}

const lookEveryMs = 2_000
/** After this, the view shows that the wallet, or the network, is slow. */
const slowMs = { waiting: slowAfterMs, confirming: 20_000 } as const
/** After this, the outcome counts as unknown. What arrives later still counts. */
const patienceMs = 5 * 60_000

/** Accounts for which this document is asking a wallet, for any form. `alone` is for other tabs, and old browsers do not have it. */
const askingAtom = atom(() => new Set<string>())

/** Does nothing while the form is under way. Nothing happens any more once the scope has ended. */
export async function submit<Fresh extends object>(
  context: ModalContext,
  task: Submission<Fresh>,
): Promise<End | undefined> {
  const { store, scope } = context
  const { form, draft } = task
  if (isUnderWay(store.get(form.progressAtom))) return undefined
  const asking = store.get(askingAtom)
  const key = draft.account.toLowerCase()
  if (asking.has(key)) return finish(context, task, 'pending')
  asking.add(key)
  store.set(form.progressAtom, { status: 'checking' })
  try {
    const end = await whileAlive(
      scope,
      alone(context, draft.account, () => attempt(context, task)),
    )
    return finish(context, task, end ?? 'elsewhere')
  } catch (error) {
    // The wallet may have been asked already.
    finish(context, task, 'unknown')
    throw error
  } finally {
    asking.delete(key)
  }
}

async function attempt<Fresh extends object>(context: ModalContext, task: Submission<Fresh>): Promise<End> {
  const connection = await ownConnection(context, task)
  if (typeof connection === 'string') return connection
  const fresh = await whileAlive(
    context.scope,
    task.read().catch(() => 'network' as const),
  )
  // The wallet may have changed while the network was asked.
  const now = ownerIn(context, task)
  if (now?.wallet.id !== connection.wallet.id || now.chainId !== task.draft.chainId) return 'form'
  if (typeof fresh === 'string') return fresh
  const { wallet, stop } = createAsking(context, task, now)
  let end: End | (() => void)
  try {
    end = await whileAlive(context.scope, task.ask(fresh, wallet))
    stop('answered')
  } catch (thrown) {
    const trouble = troubleOf(thrown, now.wallet.type)
    stop(trouble === 'unknown' ? trouble : 'answered')
    task.onTrouble(thrown instanceof AirlockError ? thrown.code : 'INTERNAL', now)
    return trouble
  }
  if (typeof end === 'string') return end
  end()
  context.store.set(task.form.progressAtom, { status: 'idle' })
  return 'settled'
}

/** The connection of the reviewed account, switched to the network of the form. */
async function ownConnection(context: ModalContext, task: Submission<object>): Promise<Connected | 'form' | 'switch'> {
  const connection = ownerIn(context, task)
  if (!connection || connection.chainId === task.draft.chainId) return connection ?? 'form'
  try {
    await whileAlive(context.scope, switchNetwork(context, task.draft.chainId))
  } catch {
    return 'switch'
  }
  return ownerIn(context, task) ?? 'form'
}

/** `undefined` if the active account is not the reviewed one. */
function ownerIn({ store }: ModalContext, { draft, owner }: Submission<object>): Connected | undefined {
  const reviewed: Caip10 = `${draft.chainId}:${owner}`
  const connection = store.get(connectionsAtom)[namespaceOf(draft.chainId)]
  const isOwn =
    connection?.status === 'connected' &&
    isSameAddress(connection.active, reviewed) &&
    isSameAddress(draft.account, reviewed)
  return isOwn ? connection : undefined
}

function createAsking(context: ModalContext, { form, draft, content }: Submission<object>, connection: Connected) {
  const { store, scope } = context
  const { chainId, account } = draft
  let phase: 'checking' | 'waiting' | 'confirming' | 'over' = 'checking'
  let stopTimer = () => {}
  const enter = (next: 'waiting' | 'confirming') => {
    if (phase === 'over') throw new AirlockError('ABORTED', { message: 'This was finished before.' })
    if (phase === next) return
    if (phase === 'checking' && content) markBegun(context, account, content())
    phase = next
    const show = (isSlow: boolean) => store.set(form.progressAtom, { status: next, isSlow })
    show(false)
    stopTimer()
    stopTimer = scope.after(slowMs[next], () => show(true))
    if (next === 'waiting') announce(context, 'live.waitingFor', { wallet: connection.wallet.name })
  }
  const connector = () => {
    const found = connectorOf(store.get(connectorsAtom), namespaceOf(chainId), connection.wallet)
    if (!found) throw new AirlockError('DISCONNECTED')
    return found
  }
  const wallet: Asking = {
    connection,
    connector,
    async request(method, params) {
      enter('waiting')
      return whileAlive(scope, connector().request(method, params, { scope: chainId }))
    },
    async confirm<State extends Outcome>(look: () => Promise<State>) {
      enter('confirming')
      const end = Date.now() + patienceMs
      while (Date.now() < end) {
        // Who fails now may answer the next time.
        const said = await Promise.race([whileAlive(scope, look()), scope.pause(slowMs.confirming)]).catch(
          () => undefined,
        )
        if (said && isDone(said)) return said
        if (said?.status === 'failed') throw new AirlockError('WALLET_FAILED', { message: 'The calls failed.' })
        await scope.pause(lookEveryMs)
      }
      throw new AirlockError('TIMEOUT', { message: 'Nobody said what became of the calls.' })
    },
  }
  const stop = (outcome: 'answered' | 'unknown') => {
    // What was not asked this time may still be open from before.
    if (phase !== 'checking' && content && outcome === 'answered') markAnswered(context, account)
    phase = 'over'
    stopTimer()
  }
  return { wallet, stop }
}

const isDone = <State extends Outcome>(state: State): state is Extract<State, { status: 'done' }> =>
  state.status === 'done'

/** What the wallet's error means for the user. `unknown`: it may have sent it. The embedded wallet is certain that what it aborted was not sent. */
export function troubleOf(thrown: unknown, wallet: Connected['wallet']['type']): Trouble {
  const error = thrown instanceof AirlockError ? thrown : undefined
  switch (error?.code) {
    case 'USER_REJECTED':
    case 'USER_CLOSED':
      return 'declined'
    case 'REQUEST_PENDING':
      return 'pending'
    case 'ABORTED':
      return wallet === 'auth' ? 'declined' : 'unknown'
    case 'PEER_GONE':
    case 'TIMEOUT':
    case 'DISCONNECTED':
    case 'NETWORK':
      return 'unknown'
    default:
      if (/insufficient (funds|lamports|balance)/i.test(error?.message ?? '')) return 'funds'
      return /nonce|already known|replacement/i.test(error?.message ?? '') ? 'nonce' : 'failed'
  }
}

/** The form is kept; the view shows the trouble and what can be done. */
function finish(context: ModalContext, { form, draft }: Pick<Submission<object>, 'form' | 'draft'>, end: End): End {
  // Another one may have begun since.
  if (end === 'settled') return end
  const { store } = context
  const trouble = end === 'form' || end === 'review' || end === 'again' ? undefined : end
  store.set(form.progressAtom, trouble ? { status: 'over', trouble } : { status: 'idle' })
  if (end === 'form' && store.get(routeAtom)?.view === form.reviewView) go.back(context)
  if (!trouble) return end
  store.set(form.isRepeatAtom, trouble === 'unknown')
  if (trouble === 'failed' || trouble === 'funds' || trouble === 'nonce')
    toast(context, 'error', namespaceOf(draft.chainId) === 'solana' ? 'toast.sendFailed' : 'error.title')
  if (trouble === 'declined') shake(context)
  return end
}

/** Forgets the form of what was sent, and shows the account unless the user has left. */
export function showSent<Draft extends FormDraft>(
  context: ModalContext,
  form: Form<Draft>,
  draft: Draft,
  id: string,
): void {
  const { store, scope } = context
  const { view = '' } = store.get(routeAtom) ?? {}
  const isShown =
    store.get(isOpenAtom) && [form.view, 'OpenWallet', 'ApproveTransaction'].some((own) => view.startsWith(own))
  // Set first: a page that waits for it must not take the end of the form for a rejection.
  store.set(form.lastAtom, { draft, id })
  store.set(form.draftAtom, undefined)
  if (store.get(optionsAtom)?.features.history) store.set(accountTabAtom, 'activity')
  toast(context, 'success', 'toast.transactionStarted', { id })
  if (isShown) go.reset(context, { view: 'Account' })
  scope.run(refreshBalance(context, { force: true }))
}

/** A currency is named by its symbol, if that is valid, else `native`. */
export const symbolInEvents = (symbol = ''): string => (/^[\w.$₮-]{1,16}$/.test(symbol) ? symbol : 'native')

/** Never settles once the scope has ended, so that nothing follows. */
function whileAlive<T>({ signal }: ModalContext['scope'], work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    work.then(
      (value) => signal.aborted || resolve(value),
      (error) => signal.aborted || reject(error),
    )
  })
}
