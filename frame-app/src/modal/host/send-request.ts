/** Handles the page's `open({ view: 'Send', args })`: opens the modal on a payment, and answers with the transaction. */
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import { nativeToken, SendRequest } from '@airlock/protocol/contracts/shapes/send.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { isCaip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { hasAddressForm } from '../../shared/chains/address-form.ts'
import { toVisible } from '../../shared/format/display-text.ts'
import type { ModalContext } from '../core/context.ts'
import { type Prefill, startDraft } from '../features/send/send.ts'
import { payments } from '../features/send/state/send.ts'
import { waitForForm } from '../features/submit/fill-in.ts'
import { canSend } from '../session/ask-chain.ts'
import { rememberConnections } from '../session/reconnect-hints.ts'
import { connectionsAtom } from '../session/state/accounts.ts'
import { activeNetworkIdAtom, networksAtom } from '../session/state/network.ts'

/**
 * @throws AirlockError BAD_SHAPE for details that contradict each other, CHAIN_NOT_SUPPORTED, DISCONNECTED without an account of the
 * namespace, NOT_AVAILABLE where nothing can be sent, REQUEST_PENDING while the wallet has another payment, USER_CLOSED
 */
export async function waitForSend(
  context: ModalContext,
  given: object,
  handling: HandlerContext,
): Promise<{ hash: string }> {
  const request = z.safeParse(SendRequest, given)
  if (!request.success) throw new AirlockError('BAD_SHAPE', { message: 'args are not valid' })
  const prefill = readRequest(context, request.data)
  return waitForForm(context, payments, handling, () => startDraft(context, prefill))
}

/** Makes the network's namespace the active one, if it is connected. */
function readRequest(context: ModalContext, { to, amount, token = nativeToken, chainId }: SendRequest): Prefill {
  const { store } = context
  const contract = isCaip10(token) ? parseCaip10(token) : undefined
  if (token !== nativeToken && !contract) throw bad('token')
  if (contract && chainId !== undefined && contract.chainId !== chainId) throw bad('token')
  const network = contract?.chainId ?? chainId ?? store.get(activeNetworkIdAtom)
  if (network === null || !store.get(networksAtom).some(({ id }) => id === network))
    throw new AirlockError('CHAIN_NOT_SUPPORTED')
  const namespace = namespaceOf(network)
  if (contract && !hasAddressForm(namespace, contract.address)) throw bad('token')
  if (to !== undefined && toVisible(to).trim() !== to) throw bad('to')
  const connection = store.get(connectionsAtom)[namespace]
  if (connection?.status !== 'connected') throw new AirlockError('DISCONNECTED')
  if (!canSend(context, { ...connection, chainId: network }))
    throw new AirlockError('NOT_AVAILABLE', { message: 'Nothing can be sent on this network.' })
  const active = store.get(activeNetworkIdAtom)
  if (active === null || namespaceOf(active) !== namespace) {
    store.set(activeNetworkIdAtom, connection.chainId)
    rememberConnections(context)
  }
  return { to, amount, token: contract?.address, chainId: network }
}

const bad = (field: keyof SendRequest) => new AirlockError('BAD_SHAPE', { message: `args.${field} is not valid` })
