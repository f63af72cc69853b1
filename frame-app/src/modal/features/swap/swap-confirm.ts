/** Asks the wallet for exactly the swap that was reviewed, as one transaction or as several calls that are executed as one. */
import { AirlockError, type ErrorCode } from '@airlock/protocol/errors.ts'
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { Hash32 } from '@airlock/protocol/scalars/values.ts'
import { type GasPrice, priceFields, toQuantity } from '../../../shared/chains/eip155/fees.ts'
import { toExactDecimals } from '../../../shared/format/amount.ts'
import type { Call } from '../../../shared/swap/decode.ts'
import { readBatchState, readTaken, toBatch } from '../../core/api/wallet-calls.ts'
import type { ModalContext } from '../../core/context.ts'
import { parseOr } from '../../core/parse-or.ts'
import { refuseBatches } from '../../session/capabilities.ts'
import { track } from '../../session/notify.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { refreshTokens } from '../assets/tokens.ts'
import { record } from '../ledger/ledger.ts'
import { type Asking, showSent, submit, symbolInEvents } from '../submit/submit.ts'
import {
  quotedAtom,
  type ReadySwap,
  type SwapDraft,
  type SwapQuote,
  swapDraftAtom,
  swapReviewAtom,
  swaps,
} from './state/swap.ts'
import { swapFormAtom, withoutMargin } from './state/swap-form.ts'
import { prepareSwap, swapperOf } from './swap-prepare.ts'
import { readSwapReview, swapContentOf } from './swap-review.ts'

export async function confirmSwap(context: ModalContext): Promise<void> {
  const { store } = context
  const draft = store.get(swapDraftAtom)
  const shown = store.get(swapReviewAtom)
  if (!draft || shown.status !== 'ready') return
  const { quote, allowance, gas, gasPrice } = shown
  const figures = figuresOf(context, draft, quote)
  const end = await submit(context, {
    form: swaps,
    draft,
    owner: shown.account,
    content: () => swapContentOf(quote),
    async read() {
      if (!figures) return 'form'
      const built = await prepareSwap(context, draft, quote, allowance, new AbortController().signal)
      return built === 'network' ? built : { fresh: built, figures }
    },
    async ask({ fresh, figures }, wallet) {
      if (typeof fresh === 'string') {
        store.set(swapReviewAtom, { status: 'failed', why: fresh })
        return 'review'
      }
      if (!holds(shown, fresh)) {
        store.set(swapReviewAtom, { status: 'ready', isChanged: true, ...fresh })
        return 'review'
      }
      const facts = swapEvent(draft, figures, wallet.connection)
      track(context, 'INITIATE_SWAP', facts)
      const id = fresh.allowance
        ? await sendBatch(draft, [...fresh.allowance.calls, fresh.call], wallet)
        : await sendCall(draft, { call: fresh.call, gas, gasPrice }, wallet)
      // Approval and swap as two steps instead.
      if (id === undefined) return 'again'
      track(context, 'SWAP_SUCCESS', facts)
      return () => {
        record(context, draft.chainId, id, 'wallet', {
          operation: 'trade',
          to: fresh.call.to,
          gained: { amount: figures.minimum, label: draft.to?.symbol ?? '' },
          ...(quote.from === nativeToken
            ? { value: quote.amount.toString() }
            : { moved: { amount: figures.given, label: draft.from?.symbol ?? '' } }),
        })
        showSent(context, swaps, draft, id)
        store.set(quotedAtom, { status: 'none' })
        context.scope.run(refreshTokens(context, { isAsked: true }))
      }
    },
    onTrouble: (message, connection) =>
      figures && track(context, 'SWAP_ERROR', { ...swapEvent(draft, figures, connection), message }),
  })
  if (end === 'again') await readSwapReview(context, quote)
}

/** Whether the shown gas limit and price still cover the swap. They need not be equal: a pool's estimate differs from block to block. */
function holds(shown: ReadySwap, fresh: ReadySwap): boolean {
  if (fresh.simulation.status === 'fails' && shown.simulation.status !== 'fails') return false
  const isPriced = !shown.gasPrice || !fresh.gasPrice || priceNow(fresh.gasPrice) <= shown.gasPrice.most
  const isLimited =
    shown.gas === undefined || fresh.gas === undefined || withoutMargin(fresh.gas, fresh.quote) <= shown.gas
  return isPriced && isLimited && (shown.gas === undefined) === (fresh.gas === undefined)
}

const priceNow = (price: GasPrice): bigint => (price.kind === 'market' ? price.base + price.tip : price.most)

interface Transaction {
  readonly call: Call
  readonly gas?: bigint | undefined
  readonly gasPrice?: GasPrice | undefined
}

/** @returns the hash @throws AirlockError */
export async function sendCall(
  draft: SwapDraft,
  { call: { to, data, value }, gas, gasPrice }: Transaction,
  wallet: Asking,
): Promise<string> {
  const transaction = {
    from: swapperOf(draft),
    to,
    data,
    value: toQuantity(value),
    ...(gas !== undefined && { gas: toQuantity(gas) }),
    ...(gasPrice && priceFields(gasPrice)),
  }
  const hash = await wallet.request('eth_sendTransaction', [transaction])
  return parseOr('TIMEOUT', Hash32, hash, 'The wallet named no transaction.')
}

/**
 * All of the calls are executed or none; waits until they are in a block.
 * @returns the hash; `undefined` if the wallet cannot, or the user declines to upgrade the account, and nothing was sent
 * @throws AirlockError
 */
async function sendBatch(draft: SwapDraft, calls: readonly Call[], wallet: Asking): Promise<string | undefined> {
  const connector = wallet.connector()
  let answer: Json
  try {
    answer = await wallet.request('wallet_sendCalls', toBatch(draft.chainId, swapperOf(draft), calls))
  } catch (thrown) {
    if (!isUnsupported(thrown)) throw thrown
    refuseBatches(connector, draft.account)
    return undefined
  }
  const taken = readTaken(answer)
  if (!taken) throw new AirlockError('TIMEOUT', { message: 'The wallet named no calls.' })
  if (taken.hash !== undefined) return taken.hash
  const look = () => connector.request('wallet_getCallsStatus', [taken.id], { scope: draft.chainId })
  return (await wallet.confirm(() => look().then(readBatchState))).hash
}

const unsupported: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['METHOD_NOT_ALLOWED', 'BAD_SHAPE', 'UNAUTHORIZED'])

/** EIP-5792 errors 5700 to 5760; 5750 means that the user declines an upgrade of the account. */
const isUnsupported = (thrown: unknown): boolean =>
  thrown instanceof AirlockError && (unsupported.has(thrown.code) || (thrown.rpcCode >= 5700 && thrown.rpcCode <= 5760))

/** Amounts as exact decimal text. */
interface Figures {
  readonly given: string
  readonly received: string
  readonly minimum: string
}

/** Read before the wallet is asked, because the page may remove the network before it answers. `undefined`: the decimals are not known. */
export function figuresOf({ store }: ModalContext, draft: SwapDraft, quote: SwapQuote): Figures | undefined {
  const { from, to } = store.get(swapFormAtom)?.decimals ?? {}
  if (from === undefined || to === undefined || store.get(swapDraftAtom)?.id !== draft.id) return undefined
  return {
    given: toExactDecimals(quote.amount, from),
    received: toExactDecimals(quote.received, to),
    minimum: toExactDecimals(quote.minimum, to),
  }
}

export function swapEvent(draft: SwapDraft, { given, received }: Figures, { accountType }: Connected) {
  const nameOf = (side: SwapDraft['from']) =>
    side?.address === nativeToken ? symbolInEvents(side.symbol) : `${draft.chainId}:${side?.address ?? ''}`
  return {
    isSmartAccount: accountType === 'smartAccount',
    network: draft.chainId,
    swapFromToken: nameOf(draft.from),
    swapToToken: nameOf(draft.to),
    swapFromAmount: given,
    swapToAmount: received,
  }
}
