/**
 * Handles dapp calls for a connection that the frames hold. The allowlist decides what is allowed; listed nodes answer reads, and calls
 * that need approval go to the wallet. Injected EVM wallets are called by the host directly and never come here.
 */
import { readAddedChain, unknownChain } from '@airlock/protocol/allowlist/added-chain.ts'
import type { RpcMethod } from '@airlock/protocol/allowlist/define.ts'
import { explainParams } from '@airlock/protocol/allowlist/explain.ts'
import { explainRefusal, findMethod } from '@airlock/protocol/allowlist/index.ts'
import { SentTransactionParams } from '@airlock/protocol/allowlist/transaction.ts'
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import * as z from 'zod/mini'
import { tidyParams } from '../../shared/chains/eip155/tidy-params.ts'
import type { ModalContext } from '../core/context.ts'
import { isOpenAtom, toastAtom } from '../core/modal.ts'
import { optionsAtom } from '../core/options.ts'
import { stackAtom } from '../core/router/router.ts'
import { readerOf } from '../session/balance.ts'
import { hide } from '../session/navigate.ts'
import { toast } from '../session/notify.ts'
import { showModal } from '../session/show-modal.ts'
import { connectionsAtom } from '../session/state/accounts.ts'
import { activeConnectionAtom } from '../session/state/active-connection.ts'
import { connectorOf, connectorsAtom } from '../session/state/connectors.ts'
import { networksAtom } from '../session/state/network.ts'

const toastDelayMs = 300

const hasToldAtom = atom(false)
/** The modal is open only to say it. */
const isTellingAtom = atom(false)

/** Opens the modal for it at most once per visit: a page that asks again and again must not open it again and again. */
function tellRefused(context: ModalContext): void {
  const { store } = context
  // Said again before it has gone, it would keep the modal open.
  if (store.get(isTellingAtom)) return
  const wasOpen = store.get(isOpenAtom)
  if (!wasOpen) {
    if (store.get(hasToldAtom) || !store.get(activeConnectionAtom)) return
    showModal(context, { view: 'Account' })
  }
  store.set(hasToldAtom, true)
  toast(context, 'error', 'toast.actionNotAllowed')
  if (!wasOpen) closeAfterToast(context)
}

/**
 * Closes the modal that was opened only for a toast once that has gone, unless the user presses something in it, the page opens it, or
 * another toast appears meanwhile. An approval that the wallet has shown on top ends first.
 */
function closeAfterToast(context: ModalContext): void {
  const { store, scope } = context
  const step = store.get(stackAtom).steps.at(-1)?.id
  const mine = scope.begin('conclude')
  const stay = () => scope.abort('conclude')
  store.set(isTellingAtom, true)
  let isGone = false
  const look = () => {
    const other = store.get(toastAtom)
    if (!store.get(isOpenAtom) || (other && other.key !== 'toast.actionNotAllowed')) return stay()
    if ((!isGone && other) || store.get(stackAtom).steps.at(-1)?.id !== step) return
    stay()
    hide(context, 'error')
  }
  const told = store.get(toastAtom)
  if (told)
    store.set(toastAtom, {
      ...told,
      onGone() {
        isGone = true
        if (!mine.aborted) look()
      },
    })
  const undos = [isOpenAtom, stackAtom, toastAtom].map((watched) => store.sub(watched, look))
  mine.addEventListener('abort', () => {
    store.set(isTellingAtom, false)
    for (const undo of undos) undo()
  })
  for (const press of ['pointerdown', 'keydown']) addEventListener(press, stay, { signal: mine, capture: true })
}

export async function rpcRequest(
  context: ModalContext,
  { scope, method, params: given }: { scope: Caip2; method: string; params?: Json | undefined },
  { signal, waitsForPerson }: HandlerContext,
): Promise<{ result: Json }> {
  const found = findMethod(namespaceOf(scope), method)
  if (!found) {
    const message = explainRefusal(method)
    // Methods with an explanation are called by libraries, not by the user, and show no toast.
    if (message === undefined) context.scope.after(toastDelayMs, () => tellRefused(context))
    throw new AirlockError('METHOD_NOT_ALLOWED', { message })
  }
  if (found.session === 'grant' && context.store.get(optionsAtom)?.features.smartSessions === false)
    throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'The page has switched `features.smartSessions` off.' })
  const params = tidyParams(found, given)
  const parsed = z.safeParse(method === 'eth_sendTransaction' ? SentTransactionParams : found.params, params)
  if (!parsed.success) throw new AirlockError('BAD_SHAPE', { message: explainParams(method, parsed.error) })
  if (found.access === 'approval' || found.mayPrompt) waitsForPerson()
  if (found.by === 'modal') return { result: await addChain(context, scope, params) }
  const call = { scope, method, params, found }
  if (found.by !== 'node') return { result: followed(context, call, await askWallet(context, call, signal)) }
  const network = context.store.get(networksAtom).find((candidate) => candidate.id === scope)
  if (!network) throw new AirlockError('CHAIN_NOT_SUPPORTED', { message: 'Unsupported chain' })
  const reader = await readerOf(context, network)
  if (!reader) throw new AirlockError('DISCONNECTED')
  const result = await reader.request(method, params ?? [], signal, found.filter)
  return { result: followed(context, call, result) }
}

interface Call {
  readonly scope: Caip2
  readonly method: string
  readonly params: Json | undefined
  readonly found: RpcMethod
}

function followed(context: ModalContext, { scope, method, params, found: { sends } }: Call, result: Json): Json {
  if (sends === 'calls')
    import('./sent-calls.ts').then(
      ({ followCalls }) => followCalls(context, { scope, params }, result),
      () => {}, // the calls were sent, but are not followed
    )
  else if (sends)
    import('../features/ledger/ledger.ts').then(
      ({ record }) => record(context, scope, idOf(result), sends, transferIn(method, params)),
      () => {}, // the transaction was sent, but is not followed
    )
  return result
}

/** Solana and Bitcoin wallets return an object. */
function idOf(result: Json): Json {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return result
  return result['signature'] ?? result['txid'] ?? null
}

const Transfer = z.object({ recipientAddress: z.string(), amount: z.string() })

/** For a Bitcoin payment, the server's answer would not tell which output is the payment. */
function transferIn(method: string, params: Json | undefined) {
  const read = method === 'sendTransfer' ? z.safeParse(Transfer, params) : undefined
  return read?.success ? { operation: 'send' as const, to: read.data.recipientAddress, value: read.data.amount } : {}
}

/** `wallet_addEthereumChain`: switches to the network if the app has it, as wallets do after adding; refuses any other. */
async function addChain(context: ModalContext, scope: Caip2, params: Json | undefined): Promise<null> {
  connectionOf(context, scope)
  const id = readAddedChain(params)
  if (!context.store.get(networksAtom).some((network) => network.id === id)) throw unknownChain(id)
  const { switchNetwork } = await import('../features/networks/switch-network.ts')
  await switchNetwork(context, id, { isOfPage: true })
  return null
}

/** @throws UNAUTHORIZED if no wallet is connected */
function connectionOf({ store }: ModalContext, scope: Caip2) {
  const connection = store.get(connectionsAtom)[namespaceOf(scope)]
  if (connection?.status !== 'connected') throw new AirlockError('UNAUTHORIZED')
  return connection
}

/** Asks the wallet of the connection; an injected EVM wallet is asked by the page itself. */
async function askWallet(
  context: ModalContext,
  { scope, method, params = [], found }: Call,
  signal: AbortSignal,
): Promise<Json> {
  const connection = connectionOf(context, scope)
  const { wallet } = connection
  if (found.by === 'bundler' && wallet.type !== 'auth')
    throw new AirlockError('NOT_AVAILABLE', { message: `${method} is answered for the embedded wallet only` })
  const connector = connectorOf(context.store.get(connectorsAtom), namespaceOf(scope), wallet)
  if (!connector || (connector.handle !== undefined && connector.namespace === 'eip155'))
    throw new AirlockError('DISCONNECTED')
  if (method === 'wallet_showCallsStatus' && wallet.type === 'auth') {
    const { showCalls } = await import('./sent-calls.ts')
    return showCalls(context, params, (about, given) => connector.request(about, given, { scope, signal }))
  }
  const ask = (asked: Json = params) => connector.request(method, asked, { scope, signal })
  if (method === 'solana_signAndSendTransaction')
    return ask().catch(async (error: unknown) => {
      if (!(error instanceof AirlockError && error.code === 'METHOD_NOT_ALLOWED')) throw error
      return (await import('../features/sign-in/sign-only.ts')).signThenSend(context, connector, params, {
        scope,
        signal,
      })
    })
  if (connector.namespace !== 'bip122') return ask()
  const { askBitcoin } = await import('./bitcoin-request.ts')
  return askBitcoin(context, { scope, method, params }, connection, signal, ask)
}
