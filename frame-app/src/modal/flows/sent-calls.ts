/** Calls that a page has sent as a batch (EIP-5792): followed as the transaction that the wallet names, and shown when the page asks. */
import { CallsId } from '@airlock/protocol/allowlist/calls.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, isCaip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { Hash32 } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { connectionsAtom, setConnectionAtom } from '../state/accounts.ts'
import { activeConnectionAtom } from '../state/active-connection.ts'
import { ledgersAtom } from '../state/ledger.ts'
import { isOpenAtom } from '../state/modal.ts'
import type { ModalContext } from './context.ts'
import { record } from './ledger.ts'
import { go } from './navigate.ts'
import { open } from './open.ts'

/** CAIP-345. */
const Named = z.object({
  capabilities: z.object({
    caip345: z.object({
      caip2: z.string().check(z.refine((text) => isCaip2(text) && namespaceOf(text) === 'eip155')),
      transactionHashes: z.array(Hash32).check(z.minLength(1), z.maxLength(100)),
    }),
  }),
})

interface Sent {
  readonly network: Caip2
  readonly hash: string
}

/** `undefined` if the wallet does not name the transaction. */
export function transactionIn(answer: unknown): Sent | undefined {
  const { data } = Named.safeParse(answer)
  const named = data?.capabilities.caip345
  const hash = named?.transactionHashes.at(-1)
  return named && hash !== undefined && isCaip2(named.caip2) ? { network: named.caip2, hash } : undefined
}

export function followCalls(context: ModalContext, answer: Json): void {
  const sent = transactionIn(answer)
  if (!sent) return
  record(context, sent.network, sent.hash)
  const connection = context.store.get(connectionsAtom).eip155
  if (connection?.status !== 'connected' || connection.smartAccountDeployed !== false) return
  const stop = context.store.sub(ledgersAtom, () => {
    const tracked = Object.values(context.store.get(ledgersAtom))
      .flat()
      .find(({ id }) => id === sent.hash)
    if (tracked?.status === 'pending') return
    stop()
    if (tracked?.status === 'confirmed') void readDeployed(context, sent.network)
  })
}

/** The first calls may have deployed the smart account. */
async function readDeployed(context: ModalContext, network: Caip2): Promise<void> {
  const { store } = context
  try {
    const { reachWallet } = await import('./embedded-wallet.ts')
    const { app } = await reachWallet(context)
    const { isDeployed } = await app.request('INIT_SMART_ACCOUNT', {})
    const now = store.get(connectionsAtom).eip155
    if (now?.status !== 'connected' || now.wallet.type !== 'auth' || now.chainId !== network) return
    store.set(setConnectionAtom, 'eip155', { ...now, smartAccountDeployed: isDeployed })
  } catch {
    // Read again with the next connection.
  }
}

/**
 * `wallet_showCallsStatus` for the embedded wallet: shows the receipt in the modal.
 * @param ask asks the wallet for the status: it knows which calls are the page's
 */
export async function showCalls(
  context: ModalContext,
  params: Json | undefined,
  ask: (method: string, params: Json) => Promise<Json>,
): Promise<null> {
  const [id] = z.parse(CallsId, params)
  const sent = transactionIn(await ask('wallet_getCallsStatus', [id]))
  if (!sent)
    throw new AirlockError('NOT_AVAILABLE', { message: 'wallet_showCallsStatus: the calls have no transaction' })
  const { store } = context
  // The receipt can only be shown for the active account.
  if (!store.get(activeConnectionAtom)?.active.startsWith(`${sent.network}:`))
    throw new AirlockError('CHAIN_DISCONNECTED', {
      message: 'wallet_showCallsStatus: switch to the network of the calls',
    })
  record(context, sent.network, sent.hash)
  // Does not interrupt what the user is doing.
  if (store.get(isOpenAtom)) return null
  if (open(context).view === 'Account') go.push(context, { view: 'Transaction', entry: sent.hash })
  return null
}
