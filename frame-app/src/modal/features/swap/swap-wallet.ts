/** Asks the wallet to send one transaction, or several calls that are executed as one. */
import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { Hash32 } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { type GasPrice, priceFields, toQuantity } from '../../../shared/chains/eip155/fees.ts'
import type { Call } from '../../../shared/swap/decode.ts'
import { readBatchState, readTaken, toBatch } from '../../core/api/wallet-calls.ts'
import type { ModalContext } from '../../core/context.ts'
import { slowAfterMs } from '../../core/scope.ts'
import { refuseBatches } from '../../session/capabilities.ts'
import type { Connector } from '../../session/connector.ts'
import { announce, shake, toast } from '../../session/notify.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { connectorOf, connectorsAtom } from '../../session/state/connectors.ts'
import { troubleOf } from '../send/send-outcome.ts'
import type { Trouble } from '../send/state/send.ts'
import { isRepeatedSwapAtom, type SwapDraft, swappingAtom } from './state/swap.ts'
import { swapperOf } from './swap-prepare.ts'

/** Called before a failure is shown. */
type OnTrouble = (trouble: Trouble, code: string) => void

export interface Transaction {
  readonly call: Call
  readonly gas: bigint | undefined
  readonly gasPrice: GasPrice | undefined
}

/** @returns the hash; `undefined` after a failure */
export async function askWallet(
  context: ModalContext,
  draft: SwapDraft,
  connection: Connected,
  { call, gas, gasPrice }: Transaction,
  onTrouble: OnTrouble,
): Promise<{ readonly hash: string } | undefined> {
  const stopWaiting = waitFor(context, connection)
  try {
    const transaction = {
      from: swapperOf(draft),
      to: call.to,
      data: call.data,
      value: toQuantity(call.value),
      ...(gas !== undefined && { gas: toQuantity(gas) }),
      ...(gasPrice && priceFields(gasPrice)),
    }
    const connector = connectorFor(context, draft, connection)
    const answer = await connector.request('eth_sendTransaction', [transaction], { scope: draft.chainId })
    const hash = z.safeParse(Hash32, answer)
    if (!hash.success) throw new AirlockError('TIMEOUT', { message: 'The wallet named no transaction.' })
    return { hash: hash.data }
  } catch (thrown) {
    return endWith(context, connection, thrown, onTrouble)
  } finally {
    stopWaiting()
  }
}

const lookEveryMs = 2_000
/** After this, the screen shows that the network is slow. */
const slowNetworkMs = 20_000
/** After this, the outcome counts as unknown, and the user is told to check the wallet. */
const patienceMs = 5 * 60_000

/**
 * Asks the wallet to execute all of the calls or none, and waits until they are in a block.
 * @returns the hash; `unsupported` if the wallet cannot, or the user declines to upgrade the account, and nothing was sent; `undefined`
 * after a failure
 */
export async function askForBatch(
  context: ModalContext,
  draft: SwapDraft,
  connection: Connected,
  calls: readonly Call[],
  onTrouble: OnTrouble,
): Promise<{ readonly hash: string } | 'unsupported' | undefined> {
  const stopWaiting = waitFor(context, connection)
  try {
    const connector = connectorFor(context, draft, connection)
    const ask = (method: string, params: Json) => connector.request(method, params, { scope: draft.chainId })
    const answer = await ask('wallet_sendCalls', toBatch(draft.chainId, swapperOf(draft), calls)).catch(
      (thrown: unknown) => {
        if (!isUnsupported(thrown)) throw thrown
        refuseBatches(connector, draft.account)
      },
    )
    if (answer === undefined) return 'unsupported'
    stopWaiting()
    const taken = readTaken(answer)
    if (!taken) throw new AirlockError('TIMEOUT', { message: 'The wallet named no calls.' })
    return { hash: taken.hash ?? (await hashOf(context, () => ask('wallet_getCallsStatus', [taken.id]))) }
  } catch (thrown) {
    return endWith(context, connection, thrown, onTrouble)
  } finally {
    stopWaiting()
  }
}

const unsupported: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['METHOD_NOT_ALLOWED', 'BAD_SHAPE', 'UNAUTHORIZED'])

/** EIP-5792 errors 5700 to 5760; 5750 means that the user declines an upgrade of the account. */
const isUnsupported = (thrown: unknown): boolean =>
  thrown instanceof AirlockError && (unsupported.has(thrown.code) || (thrown.rpcCode >= 5700 && thrown.rpcCode <= 5760))

/** @throws AirlockError WALLET_FAILED if the calls failed, TIMEOUT */
async function hashOf({ store, scope }: ModalContext, look: () => Promise<Json>): Promise<string> {
  store.set(swappingAtom, { status: 'confirming', isSlow: false })
  const slow = scope.after(slowNetworkMs, () => store.set(swappingAtom, { status: 'confirming', isSlow: true }))
  const end = Date.now() + patienceMs
  try {
    while (Date.now() < end) {
      // A wallet that fails now may answer the next time.
      const said = readBatchState(await Promise.race([look(), scope.pause(slowNetworkMs)]).catch(() => undefined))
      if (said.status === 'done') return said.hash
      if (said.status === 'failed') throw new AirlockError('WALLET_FAILED', { message: 'The calls failed.' })
      await scope.pause(lookEveryMs)
    }
  } finally {
    slow()
  }
  throw new AirlockError('TIMEOUT', { message: 'The wallet did not say what became of the calls.' })
}

/** @returns a function that ends it */
function waitFor(context: ModalContext, { wallet }: Connected): () => void {
  const { store } = context
  store.set(swappingAtom, { status: 'waiting', isSlow: false })
  announce(context, 'live.waitingFor', { wallet: wallet.name })
  const slow = context.scope.after(slowAfterMs, () => store.set(swappingAtom, { status: 'waiting', isSlow: true }))
  return () => slow()
}

/** @throws AirlockError DISCONNECTED */
function connectorFor({ store }: ModalContext, { chainId }: SwapDraft, { wallet }: Connected): Connector {
  const connector = connectorOf(store.get(connectorsAtom), namespaceOf(chainId), wallet)
  if (!connector) throw new AirlockError('DISCONNECTED')
  return connector
}

function endWith(context: ModalContext, { wallet }: Connected, thrown: unknown, onTrouble: OnTrouble): undefined {
  const trouble = troubleOf(thrown, wallet.type)
  onTrouble(trouble, thrown instanceof AirlockError ? thrown.code : 'INTERNAL')
  return endSwap(context, trouble)
}

/** Keeps the form; the view shows the problem and what can be done. */
export function endSwap(context: ModalContext, trouble: Trouble): undefined {
  const { store } = context
  store.set(swappingAtom, { status: 'over', trouble })
  store.set(isRepeatedSwapAtom, trouble === 'unknown')
  if (trouble === 'failed' || trouble === 'funds' || trouble === 'nonce') toast(context, 'error', 'error.title')
  if (trouble === 'declined') shake(context)
  return undefined
}
