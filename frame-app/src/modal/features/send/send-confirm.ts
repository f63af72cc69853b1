/**
 * Asks the wallet to send exactly what was reviewed; everything is read once more before. The wallet's answer also counts if the user has
 * left the view meanwhile, because the payment may have been sent.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { loadSending } from '../../../shared/chains/load-sending.ts'
import type { Ask, Quote, SendDriver } from '../../../shared/chains/sending.ts'
import { toExactDecimals } from '../../../shared/format/amount.ts'
import type { ModalContext } from '../../core/context.ts'
import { isOpenAtom } from '../../core/modal.ts'
import { optionsAtom } from '../../core/options.ts'
import { routeAtom } from '../../core/router/router.ts'
import { slowAfterMs } from '../../core/scope.ts'
import { askerOf } from '../../session/ask-chain.ts'
import { refreshBalance } from '../../session/balance.ts'
import { go } from '../../session/navigate.ts'
import { announce, shake, toast, track } from '../../session/notify.ts'
import { accountTabAtom } from '../../session/state/account-places.ts'
import { type Connected, connectionsAtom } from '../../session/state/accounts.ts'
import { connectorOf, connectorsAtom } from '../../session/state/connectors.ts'
import { networksAtom } from '../../session/state/network.ts'
import { record } from '../ledger/ledger.ts'
import { alone, markAnswered, markBegun } from '../ledger/unanswered.ts'
import { switchNetwork } from '../networks/switch-network.ts'
import { forgetDraft } from './send.ts'
import { rememberRecipient } from './send-known.ts'
import { contentOf, toEvent, troubleOf } from './send-outcome.ts'
import {
  type Draft,
  draftAtom,
  foundAtom,
  isRepeatAtom,
  isUnderWay,
  lastSentAtom,
  reviewAtom,
  sendingAtom,
  type Trouble,
} from './state/send.ts'

export async function confirmSend(context: ModalContext): Promise<void> {
  const { store } = context
  const draft = store.get(draftAtom)
  const review = store.get(reviewAtom)
  if (!draft || review.status !== 'ready' || isUnderWay(store.get(sendingAtom))) return
  store.set(sendingAtom, { status: 'checking' })
  const done = await alone(context, draft.account, async () => {
    await attempt(context, draft, review.quote)
    return true
  })
  if (!done) end(context, 'elsewhere')
}

async function attempt(context: ModalContext, draft: Draft, shown: Quote): Promise<void> {
  const ready = await prepare(context, draft, shown)
  if (!ready) return
  const { connection, driver, request, ask } = ready
  const { store } = context
  const facts = toEvent(draft, connection, shown)
  const { name } = connection.wallet
  track(context, 'SEND_INITIATED', facts)
  store.set(sendingAtom, { status: 'waiting', isSlow: false })
  announce(context, 'live.waitingFor', { wallet: name })
  const slow = context.scope.after(slowAfterMs, () => store.set(sendingAtom, { status: 'waiting', isSlow: true }))
  markBegun(context, draft.account, contentOf(shown.payment))
  try {
    const connector = connectorOf(store.get(connectorsAtom), namespaceOf(draft.chainId), connection.wallet)
    if (!connector) throw new AirlockError('DISCONNECTED')
    const put = ({ method, params }: Quote['request']) => connector.request(method, params, { scope: draft.chainId })
    const id = await put(request).then(driver.readId, async (error: unknown) => {
      const isUnknown = error instanceof AirlockError && error.code === 'METHOD_NOT_ALLOWED'
      if (!isUnknown || !driver.signing) throw error
      return driver.signing.send(ask, request, await put(driver.signing.request(request)))
    })
    if (id === undefined) throw new AirlockError('TIMEOUT', { message: 'The wallet named no transaction.' })
    markAnswered(context, draft.account)
    track(context, 'SEND_SUCCESS', facts)
    settle(context, draft, shown, id)
  } catch (thrown) {
    const trouble = troubleOf(thrown, connection.wallet.type)
    if (trouble !== 'unknown') markAnswered(context, draft.account)
    track(context, 'SEND_ERROR', { ...facts, message: thrown instanceof AirlockError ? thrown.code : 'INTERNAL' })
    end(context, trouble)
  } finally {
    slow()
  }
}

interface Ready {
  readonly connection: Connected
  readonly driver: SendDriver
  readonly request: Quote['request']
  readonly ask: Ask
}

/** Checks the wallet's account and network, and quotes once more. @returns `undefined` if something else must be shown first */
async function prepare(context: ModalContext, draft: Draft, shown: Quote): Promise<Ready | undefined> {
  const { store } = context
  const connectionNow = () => {
    const connection = store.get(connectionsAtom)[namespaceOf(draft.chainId)]
    return connection?.status === 'connected' ? connection : undefined
  }
  const isOwn = (connection: Connected | undefined) =>
    connection !== undefined && addressOf(connection.active) === shown.payment.from.toLowerCase()
  if (!isOwn(connectionNow())) return backToForm(context)
  if (connectionNow()?.chainId !== draft.chainId) {
    try {
      await switchNetwork(context, draft.chainId)
    } catch {
      return end(context, 'switch')
    }
  }
  const network = store.get(networksAtom).find(({ id }) => id === draft.chainId)
  if (!network) return end(context, 'failed')
  try {
    const signal = new AbortController().signal
    const [driver, ask] = await Promise.all([loadSending(network.id), askerOf(context, network, signal)])
    const fresh = await driver.quote(ask, network, shown.payment, false)
    const connection = connectionNow()
    // The wallet may have changed while the network was asked.
    if (!connection || !isOwn(connection) || connection.chainId !== draft.chainId) return backToForm(context)
    const request = driver.agree(shown, fresh)
    if (request) return { connection, driver, request, ask }
    store.set(reviewAtom, { status: 'ready', quote: fresh, isChanged: true })
    store.set(sendingAtom, { status: 'idle' })
    return undefined
  } catch {
    return end(context, 'network')
  }
}

const addressOf = (account: Connected['active']) => parseCaip10(account).address.toLowerCase()

/** The form shows what has changed. */
function backToForm(context: ModalContext): undefined {
  context.store.set(sendingAtom, { status: 'idle' })
  if (context.store.get(routeAtom)?.view === 'SendReview') go.back(context)
  return undefined
}

function settle(context: ModalContext, draft: Draft, { payment }: Quote, id: string): void {
  const { store } = context
  const found = store.get(foundAtom)
  const name = found.status === 'found' && found.address === payment.to ? found.name : undefined
  rememberRecipient(context, namespaceOf(draft.chainId), { address: payment.to, ...(name && { name }) })
  record(context, draft.chainId, id, 'wallet', {
    operation: 'send',
    to: payment.to,
    ...(payment.asset === undefined
      ? { value: payment.units.toString() }
      : {
          moved: {
            amount: toExactDecimals(payment.units, payment.decimals),
            label: draft.token?.symbol ?? '',
            address: payment.asset,
          },
        }),
  })
  const isShown = isSendView(context)
  // Set first: a page that waits for it must not take the end of the form for a rejection.
  store.set(lastSentAtom, { draft, id })
  forgetDraft(context)
  if (store.get(optionsAtom)?.features.history) store.set(accountTabAtom, 'activity')
  toast(context, 'success', 'toast.transactionStarted', { id })
  if (isShown) go.reset(context, { view: 'Account' })
  context.scope.run(refreshBalance(context, { force: true }))
}

const isSendView = ({ store }: ModalContext): boolean =>
  store.get(isOpenAtom) && /^(Send|OpenWallet|ApproveTransaction)/.test(store.get(routeAtom)?.view ?? '')

/** Keeps the form; the view shows the problem and what can be done. */
function end(context: ModalContext, trouble: Trouble): undefined {
  const { store } = context
  store.set(sendingAtom, { status: 'over', trouble })
  store.set(isRepeatAtom, trouble === 'unknown')
  if (trouble === 'failed' || trouble === 'funds' || trouble === 'nonce') {
    const isSolana = namespaceOf(store.get(draftAtom)?.chainId ?? ('eip155:1' satisfies Caip2)) === 'solana'
    toast(context, 'error', isSolana ? 'toast.sendFailed' : 'error.title')
  }
  if (trouble === 'declined') shake(context)
  return undefined
}
