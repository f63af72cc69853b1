/** Handles the page's `open({ view: 'Swap', args })`: opens the modal on a swap, and answers with the transaction. */
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import { SwapRequest } from '@airlock/protocol/contracts/shapes/swap.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { nativeToken } from '@airlock/protocol/gateway/convert.ts'
import { type Caip2, isCaip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import type { ModalContext } from '../core/context.ts'
import { waitForForm } from '../features/submit/fill-in.ts'
import { canSwapOn, offersSwaps } from '../features/swap/offers-swaps.ts'
import { swaps } from '../features/swap/state/swap.ts'
import { addressOn } from '../features/swap/state/swappable.ts'
import { type SwapPrefill, startSwap } from '../features/swap/swap.ts'
import { rememberConnections } from '../session/reconnect-hints.ts'
import { connectionsAtom } from '../session/state/accounts.ts'
import { activeConnectionAtom } from '../session/state/active-connection.ts'
import { activeNetworkIdAtom, networksAtom } from '../session/state/network.ts'

/**
 * @throws AirlockError BAD_SHAPE for details that contradict each other, CHAIN_NOT_SUPPORTED, DISCONNECTED without an EVM account,
 * NOT_AVAILABLE where nothing can be swapped, REQUEST_PENDING while the wallet has another swap, USER_CLOSED
 */
export async function waitForSwap(
  context: ModalContext,
  given: object,
  handling: HandlerContext,
): Promise<{ hash: string }> {
  const request = z.safeParse(SwapRequest, given)
  if (!request.success) throw new AirlockError('BAD_SHAPE', { message: 'args are not valid' })
  const prefill = readRequest(context, request.data)
  return waitForForm(context, swaps, handling, () => startSwap(context, prefill))
}

/** Also makes the EVM connection the active one. */
function readRequest(context: ModalContext, { from, to, amount, chainId }: SwapRequest): SwapPrefill {
  const { store } = context
  const named = [from, to].flatMap((token) =>
    token !== undefined && isCaip10(token) ? [parseCaip10(token).chainId] : [],
  )
  const chains = new Set<Caip2>([...named, ...(chainId === undefined ? [] : [chainId])])
  if (chains.size > 1) throw bad('chainId')
  const connection = store.get(connectionsAtom).eip155
  const [wanted] = chains
  if (connection?.status !== 'connected')
    throw new AirlockError('DISCONNECTED', { message: 'No ActiveCaipAddress found' })
  const id = wanted ?? connection.chainId
  const network = store.get(networksAtom).find((one) => one.id === id)
  if (!network) throw new AirlockError('CHAIN_NOT_SUPPORTED')
  if (!offersSwaps(context) || !canSwapOn(context, id))
    throw new AirlockError('NOT_AVAILABLE', { message: 'Network not supported for Swaps' })
  const read = (field: 'from' | 'to', token: string | undefined): Address | undefined => {
    if (token === undefined || token === 'native') return token && nativeToken
    const address = addressOn(network, token)
    if (address === undefined) throw bad(field)
    return address
  }
  const prefill = { from: read('from', from ?? 'native'), to: read('to', to), amount, chainId: id }
  if (prefill.from === prefill.to) throw bad('to')
  const active = store.get(activeConnectionAtom)
  if (!active || namespaceOf(active.chainId) !== 'eip155') {
    store.set(activeNetworkIdAtom, connection.chainId)
    rememberConnections(context)
  }
  return prefill
}

const bad = (field: keyof SwapRequest) => new AirlockError('BAD_SHAPE', { message: `args.${field} is not valid` })
