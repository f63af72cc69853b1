/** Handles the page's `open({ view: 'OnRamp', args })`: opens the modal on a purchase, and answers once the provider reports it as done. */
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import { TransactionId } from '@airlock/protocol/contracts/shapes/account.ts'
import { BuyRequest } from '@airlock/protocol/contracts/shapes/buy.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import * as z from 'zod/mini'
import type { ModalContext } from '../core/context.ts'
import { offersBuying, sellsHere } from '../features/buy/offers-buying.ts'
import { change, formOf } from '../features/buy/onramp.ts'
import { assetAtom, formAtom, purchaseAtom } from '../features/buy/state/onramp.ts'
import { open } from '../features/connect/open.ts'
import { untilSent } from '../features/ledger/until-sent.ts'
import { activeConnectionAtom } from '../session/state/active-connection.ts'
import { networksAtom } from '../session/state/network.ts'

/**
 * @throws AirlockError BAD_SHAPE, CHAIN_NOT_SUPPORTED, DISCONNECTED without an account, NOT_AVAILABLE where nothing is sold,
 * REQUEST_PENDING while the modal shows something else, USER_CLOSED
 */
export async function waitForPurchase(
  context: ModalContext,
  given: object,
  { signal, waitsForPerson }: HandlerContext,
): Promise<{ hash?: string }> {
  const { store } = context
  const request = z.safeParse(BuyRequest, given)
  if (!request.success) throw new AirlockError('BAD_SHAPE', { message: 'args are not valid' })
  const { amount, currency, asset, chainId } = request.data
  if (!store.get(activeConnectionAtom)) throw new AirlockError('DISCONNECTED')
  if (chainId !== undefined && !store.get(networksAtom).some(({ id }) => id === chainId))
    throw new AirlockError('CHAIN_NOT_SUPPORTED')
  if (!offersBuying(context) || !sellsHere())
    throw new AirlockError('NOT_AVAILABLE', { message: 'Nothing is sold here.' })
  waitsForPerson()
  const { view } = open(context, { view: 'OnRamp' })
  // An approval, a network switch or a sign-in is shown first; the page may ask for the purchase again later.
  if (view !== 'OnRamp') throw new AirlockError('REQUEST_PENDING', { message: `The modal shows ${view}.` })
  const wanted = { symbol: asset, chainId }
  store.set(formAtom, formOf(context))
  change(context, {
    wanted,
    asset: undefined,
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
  })
  const mine = () => {
    const purchase = store.get(purchaseAtom)
    return purchase?.buy.form.wanted === wanted ? purchase.stage : undefined
  }
  const { hash } = await untilSent(context, signal, {
    hash: () => {
      const stage = mine()
      return stage?.name === 'done' ? stage.bought.hash : undefined
    },
    isReplaced: () => store.get(formAtom)?.wanted !== wanted,
    isUnderWay: () => ['waiting', 'paid'].includes(mine()?.name ?? ''),
    atoms: [purchaseAtom, formAtom],
  }).finally(() => {
    const form = store.get(formAtom)
    // What the page has asked for does not apply to the user's next purchase.
    if (form?.wanted === wanted)
      store.set(formAtom, { ...form, wanted: undefined, asset: form.asset ?? store.get(assetAtom)?.key })
  })
  return z.safeParse(TransactionId, hash).success ? { hash } : {}
}
