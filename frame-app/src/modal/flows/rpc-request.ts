/**
 * Calls of the dapp for a connection in the frames. The allowlist decides what is allowed; listed nodes answer reads,
 * and calls that need approval go to the connection. Injected wallets are called by the host directly and never come
 * here.
 */
import { findMethod } from '@airlock/protocol/allowlist/index.ts'
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { connectionsAtom } from '../state/accounts.ts'
import { connectorOf, connectorsAtom } from '../state/connectors.ts'
import { isOpenAtom } from '../state/modal.ts'
import { networksAtom } from '../state/network.ts'
import { readerOf } from './balance.ts'
import type { ModalContext } from './context.ts'
import { toast } from './notify.ts'

const toastDelayMs = 300

export async function rpcRequest(
  context: ModalContext,
  { scope, method, params }: { scope: Caip2; method: string; params?: Json | undefined },
  { signal, waitsForPerson }: HandlerContext,
): Promise<{ result: Json }> {
  const found = findMethod(namespaceOf(scope), method)
  if (!found) {
    setTimeout(() => {
      if (context.store.get(isOpenAtom)) toast(context, 'error', 'toast.actionNotAllowed')
    }, toastDelayMs)
    throw new AirlockError('METHOD_NOT_ALLOWED')
  }
  if (!z.safeParse(found.params, params).success)
    throw new AirlockError('BAD_SHAPE', { message: `${method}: invalid params` })
  if (found.access === 'approval') {
    waitsForPerson()
    return { result: await askWallet(context, scope, method, params ?? [], signal) }
  }
  // Nodes do not know the wallet's capabilities.
  if (method.startsWith('wallet_')) return { result: await askWallet(context, scope, method, params ?? [], signal) }
  const network = context.store.get(networksAtom).find((candidate) => candidate.id === scope)
  if (!network) throw new AirlockError('CHAIN_NOT_SUPPORTED')
  const reader = await readerOf(context, network)
  if (!reader) throw new AirlockError('DISCONNECTED')
  return { result: await reader.request(method, params ?? [], signal) }
}

/** Asks the wallet of the connection; an injected wallet is asked by the page itself. */
async function askWallet(
  { store }: ModalContext,
  scope: Caip2,
  method: string,
  params: Json,
  signal: AbortSignal,
): Promise<Json> {
  const namespace = namespaceOf(scope)
  const connection = store.get(connectionsAtom)[namespace]
  if (connection?.status !== 'connected') throw new AirlockError('DISCONNECTED')
  const connector = connectorOf(store.get(connectorsAtom), namespace, connection.wallet)
  if (!connector || connector.handle !== undefined) throw new AirlockError('DISCONNECTED')
  return connector.request(method, params, { scope, signal })
}
