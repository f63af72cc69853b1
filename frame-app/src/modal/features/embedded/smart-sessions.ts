/** Lists and revokes this site's smart sessions (ERC-7715). The embedded wallet keeps them, and asks the user before it revokes one. */
import { SmartAccountNetwork } from '@airlock/protocol/contracts/smart-accounts.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { EvmAddress, EvmChainIdHex, Hex, Quantity } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import type { ModalContext } from '../../core/context.ts'
import { toast } from '../../session/notify.ts'
import { connectionsAtom } from '../../session/state/accounts.ts'
import { connectorOf, connectorsAtom } from '../../session/state/connectors.ts'
import { revokingAtom, type SmartSession, smartSessionsAtom } from './state/smart-sessions.ts'

/** Whether the wallet of this project grants smart sessions. */
export const hasSmartSessions = ({ project }: Pick<ModalContext, 'project'>): boolean =>
  Object.values(project.smartAccounts ?? {}).some((entry) => SmartAccountNetwork.safeParse(entry).data?.sessions)

const Answer = z
  .array(
    z.object({
      chainId: EvmChainIdHex,
      permission: z.object({
        type: z.enum(['native-token-transfer', 'erc20-token-transfer', 'contract-call']),
        data: z.object({ allowance: z.optional(Quantity), address: z.optional(EvmAddress) }),
      }),
      rules: z.tuple([z.object({ data: z.object({ timestamp: z.int() }) })]),
      context: Hex,
      createdAt: z.int(),
      status: z.enum(['active', 'expired', 'revoking', 'revoked', 'unknown']),
    }),
  )
  .check(z.maxLength(255))

/** Poll interval while a revocation is on its way to the chain. */
const againMs = 3_000

/** Loads the list, and again while a revocation is on its way: after each answer, so that a slow one is not given up. */
export function followSmartSessions(context: ModalContext, signal: AbortSignal): void {
  const { store } = context
  const watch = context.scope.child()
  const load = () => watch.run(loadSmartSessions(context, signal))
  const look = () => {
    const next = watch.begin('next')
    const list = store.get(smartSessionsAtom)
    const isOnItsWay = list.status === 'ready' && list.sessions.some(({ status }) => status === 'revoking')
    if (isOnItsWay) watch.after(againMs, load, next)
  }
  watch.add(store.sub(smartSessionsAtom, look))
  signal.addEventListener('abort', watch.dispose)
  load()
}

/** The list that is shown stays until the answer arrives. */
export async function loadSmartSessions(context: ModalContext, signal: AbortSignal): Promise<void> {
  const { store } = context
  try {
    const answer = await ask(context, 'wallet_getGrantedExecutionPermissions', [{ withEnded: true }], signal)
    const sessions = z.parse(Answer, answer).map(toSession)
    if (!signal.aborted) store.set(smartSessionsAtom, { status: 'ready', sessions })
  } catch {
    if (!signal.aborted) store.set(smartSessionsAtom, { status: navigator.onLine ? 'failed' : 'offline' })
  }
}

/** The wallet shows its approval on top of the list. */
export async function revokeSmartSession(context: ModalContext, session: SmartSession): Promise<void> {
  const { store } = context
  if (store.get(revokingAtom) !== undefined) return
  store.set(revokingAtom, session.context)
  try {
    const params = [{ permissionContext: session.context }]
    await ask(context, 'wallet_revokeExecutionPermission', params, new AbortController().signal)
    const list = store.get(smartSessionsAtom)
    if (list.status !== 'ready') return
    const sessions = list.sessions.map((each) =>
      each.context === session.context ? { ...each, status: 'revoking' as const } : each,
    )
    store.set(smartSessionsAtom, { status: 'ready', sessions })
  } catch (error) {
    if (!(error instanceof AirlockError && changedHisMind.has(error.code)))
      toast(context, 'error', 'toast.smartSessionNotRevoked')
  } finally {
    store.set(revokingAtom, undefined)
  }
}
const changedHisMind: ReadonlySet<string> = new Set(['USER_REJECTED', 'ABORTED'])

function ask({ store }: ModalContext, method: string, params: object[], signal: AbortSignal) {
  const connection = store.get(connectionsAtom).eip155
  if (connection?.status !== 'connected' || connection.wallet.type !== 'auth') throw new AirlockError('UNAUTHORIZED')
  const connector = connectorOf(store.get(connectorsAtom), 'eip155', connection.wallet)
  if (!connector) throw new AirlockError('DISCONNECTED')
  // as: objects of plain values
  return connector.request(method, params as { [key: string]: string | boolean }[], {
    scope: connection.chainId,
    signal,
  })
}

function toSession(granted: z.infer<typeof Answer>[number]): SmartSession {
  const { type: kind, data } = granted.permission
  return {
    context: granted.context,
    chainId: `eip155:${BigInt(granted.chainId)}`,
    kind,
    coins: kind === 'erc20-token-transfer' ? undefined : BigInt(data.allowance ?? '0x0'),
    contract: data.address,
    createdAt: granted.createdAt * 1000,
    until: granted.rules[0].data.timestamp * 1000,
    status: granted.status,
  }
}
