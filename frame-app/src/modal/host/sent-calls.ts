/**
 * Calls that a page has sent as a batch (EIP-5792): followed as the transaction that the wallet names, and shown when the page asks. A
 * sponsored batch has no transaction before it is in a block: the wallet is asked for it.
 */
import { CallsId, SendCalls } from '@airlock/protocol/allowlist/calls.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, isCaip2, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { Hash32 } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { type BatchState, readBatchState, readTaken } from '../core/api/wallet-calls.ts'
import type { ModalContext } from '../core/context.ts'
import { isOpenAtom } from '../core/modal.ts'
import { open } from '../features/connect/open.ts'
import { record } from '../features/ledger/ledger.ts'
import { ledgersAtom, type Tracked } from '../features/ledger/state/ledger.ts'
import { pauseOf } from '../features/ledger/state/ledger-rules.ts'
import { go } from '../session/navigate.ts'
import { type Connected, connectionsAtom, setConnectionAtom } from '../session/state/accounts.ts'
import { activeConnectionAtom } from '../session/state/active-connection.ts'
import { connectorOf, connectorsAtom } from '../session/state/connectors.ts'

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

export function followCalls(
  context: ModalContext,
  { scope, params }: { readonly scope: Caip2; readonly params?: Json | undefined },
  answer: Json,
): void {
  const { store } = context
  const sent = transactionIn(answer)
  const connection = connectionIn(context)
  if (!sent) {
    const id = readTaken(answer)?.id
    if (id !== undefined && connection?.wallet.type === 'auth')
      context.scope.run(untilEnded(context, { network: networkOf(params, scope), id, connection }))
    return
  }
  record(context, sent.network, sent.hash)
  if (connection?.smartAccountDeployed !== false) return
  const stop = store.sub(ledgersAtom, () => {
    const tracked = Object.values(store.get(ledgersAtom))
      .flat()
      .find(({ id }) => id === sent.hash)
    if (tracked?.status === 'pending') return
    stop()
    if (tracked?.status === 'confirmed') context.scope.run(readDeployed(context, sent.network))
  })
}

function connectionIn({ store }: ModalContext): Connected | undefined {
  const connection = store.get(connectionsAtom).eip155
  return connection?.status === 'connected' ? connection : undefined
}

/** The network that the calls name, or the active one. */
function networkOf(params: Json | undefined, active: Caip2): Caip2 {
  const named = z.safeParse(SendCalls, params).data?.[0].chainId
  return named === undefined ? active : `eip155:${BigInt(named)}`
}

/** Calls that are not in a block by then are no longer followed. */
const patienceMs = 30 * 60_000

/**
 * Asks the wallet for the outcome of the calls: the transaction is the bundler's, and can succeed although they failed. Ends when another
 * account is in use, which may belong to another user.
 */
async function untilEnded(
  context: ModalContext,
  { network, id, connection }: { readonly network: Caip2; readonly id: string; readonly connection: Connected },
): Promise<void> {
  const { store } = context
  const address = addressOf(connection)
  const begun = Date.now()
  for (let age = 0; age < patienceMs; age = Date.now() - begun) {
    await context.scope.pause(pauseOf(age))
    const now = connectionIn(context)
    if (!now || addressOf(now) !== address) return
    const connector = connectorOf(store.get(connectorsAtom), 'eip155', now.wallet)
    const answer = await connector?.request('wallet_getCallsStatus', [id], { scope: network }).catch(() => undefined)
    const state = readBatchState(answer)
    if (state.status === 'pending') continue
    if (state.hash !== undefined) record(context, network, state.hash, 'wallet', endOf(state, now))
    if (state.status === 'done' && now.smartAccountDeployed === false) await readDeployed(context, network)
    return
  }
}

const addressOf = ({ active }: Connected): string => parseCaip10(active).address.toLowerCase()

/** As for a batch that the account pays itself, the recipient is the account. */
const endOf = ({ status }: BatchState, { active }: Connected): Partial<Pick<Tracked, 'status' | 'to'>> =>
  status === 'pending' ? {} : { status: status === 'done' ? 'confirmed' : 'failed', to: parseCaip10(active).address }

/** The first calls may have deployed the smart account. */
async function readDeployed(context: ModalContext, network: Caip2): Promise<void> {
  const { store } = context
  try {
    const { reachWallet } = await import('../features/embedded/embedded-wallet.ts')
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
  const status = await ask('wallet_getCallsStatus', [id])
  const sent = transactionIn(status)
  if (!sent)
    throw new AirlockError('NOT_AVAILABLE', { message: 'wallet_showCallsStatus: the calls have no transaction' })
  const { store } = context
  // The receipt can only be shown for the active account.
  const connection = store.get(activeConnectionAtom)
  if (!connection?.active.startsWith(`${sent.network}:`))
    throw new AirlockError('CHAIN_DISCONNECTED', {
      message: 'wallet_showCallsStatus: switch to the network of the calls',
    })
  record(context, sent.network, sent.hash, 'wallet', endOf(readBatchState(status), connection))
  // Does not interrupt what the user is doing.
  if (store.get(isOpenAtom)) return null
  if (open(context).view === 'Account') go.push(context, { view: 'Transaction', entry: sent.hash })
  return null
}
