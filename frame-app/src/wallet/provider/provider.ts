/**
 * The embedded wallet as a provider (specification §5): safe methods are answered without a screen, from the account or
 * the project record's nodes; everything else is shown to the user. Loaded with the first request.
 */
import type { RpcMethod } from '@airlock/protocol/allowlist/define.ts'
import { findEmbeddedMethod } from '@airlock/protocol/allowlist/embedded.ts'
import { explainRefusal } from '@airlock/protocol/allowlist/refused.ts'
import type { HandlerContext } from '@airlock/protocol/contracts/define.ts'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, isCaip2, type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { type Approvals, createApprovals } from '../approval/approvals.ts'
import type { EvmOptions } from '../approval/eip155/tools.ts'
import type { Call, Preparer } from '../approval/prepared.ts'
import type { EmbeddedWallet } from '../login/embedded-wallet.ts'
import { createEip155Preparer, undelegateMethod } from '../requests/eip155.ts'
import { createSafe } from './safe.ts'

export interface WalletProvider {
  readonly approvals: Approvals
  /**
   * @param seen aborted when the wallet is no longer visible; requests that need approval are then cancelled at any stage
   * @throws {AirlockError} METHOD_NOT_ALLOWED, BAD_SHAPE, UNAUTHORIZED, NOT_AVAILABLE, USER_REJECTED, ABORTED, BUSY, NETWORK.
   */
  request(call: Call, context: HandlerContext, seen: AbortSignal): Promise<Json>
  /** Turns the account back into a plain one, after an approval. Called for the user's press in the wallet, never for a message. */
  undelegate(scope: Caip2, seen: AbortSignal): Promise<Json>
}

/** The parts of the wallet that requests need. */
type AskedWallet = Pick<EmbeddedWallet, 'signer' | 'sent' | 'batches' | 'service' | 'alone'> & {
  readonly account: Pick<EmbeddedWallet['account'], 'open' | 'addresses' | 'preferredType'>
}

export interface ProviderOptions {
  readonly project: ProjectRecord
  /** The embedding page, as reported by the browser. */
  readonly hostOrigin: string
  /** @throws {AirlockError} NOT_AVAILABLE if the project has none */
  readonly wallet: () => Promise<AskedWallet>
  /** Shows the screen on which the user decides. */
  readonly onAsked: () => Promise<void>
}

type CreatePreparer = (options: EvmOptions) => Preparer

/** Preparers by namespace; the code that reads transactions is heavy and loads with the first request. */
const preparers: Readonly<Partial<Record<Namespace, () => Promise<CreatePreparer>>>> = {
  eip155: () => Promise.resolve(createEip155Preparer),
  solana: () => import('../requests/solana.ts').then((module) => module.createSolanaPreparer),
}

const loadCalls = () => import('../requests/on-chain.ts')

export function createProvider(options: ProviderOptions): WalletProvider {
  const { project, hostOrigin, wallet, onAsked } = options
  /** Kept while the account is the same, because a preparer remembers sent transactions. */
  const ready = new Map<Namespace, { readonly account: string; readonly preparer: Preparer }>()

  const preparerFor = ({ scope }: Call): Preparer => {
    const preparer = ready.get(namespaceOf(scope))?.preparer
    if (!preparer) throw new AirlockError('NOT_AVAILABLE')
    return preparer
  }
  const prepareFor = async (scope: Caip2, signal: AbortSignal): Promise<void> => {
    const namespace = namespaceOf(scope)
    const { account: opened, sent, batches, service } = await wallet()
    const addresses: Readonly<Partial<Record<Namespace, string>>> = await opened.open(signal)
    const [create, account] = [await preparers[namespace]?.(), addresses[namespace]]
    if (!create || account === undefined) throw new AirlockError('NOT_AVAILABLE')
    if (ready.get(namespace)?.account === account) return
    const { rpc, swap, smartAccounts } = project
    const mayUpgrade = () => opened.preferredType() === 'smartAccount'
    const preparer = create({
      account,
      origin: hostOrigin,
      now: Date.now,
      sent,
      batches,
      service,
      mayUpgrade,
      rpc,
      swap,
      smartAccounts,
    })
    ready.set(namespace, { account, preparer })
  }
  /** Only calls and sessions can name a network other than the active one. */
  const networkOf = async ({ scope, params }: Call, { sends, session }: RpcMethod): Promise<Caip2> => {
    if (sends === 'calls') return (await loadCalls()).networkOfCalls(params, scope)
    if (session === 'grant') return (await loadCalls()).networkOfSession(params, scope)
    if (session !== 'revoke') return scope
    const { rpc } = project
    const networks = [scope, ...Object.keys(rpc).filter(isCaip2)].filter((id) => namespaceOf(id) === 'eip155')
    const account = ready.get('eip155')?.account ?? ''
    return (await loadCalls()).networkOfRevocation(params, { account, networks })
  }
  const approvals = createApprovals({
    preparerFor,
    signer: { sign: async (request, signal) => (await wallet()).signer.sign(request, signal) },
    open: async (signal) => (await wallet()).account.open(signal),
    alone: async (name, work) => (await wallet()).alone(name, work),
    isHostPinned: project.pinnedHosts.includes(hostOrigin),
    now: Date.now,
    randomId: () => crypto.randomUUID(),
    wait(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })

  const safe = createSafe({ project, origin: hostOrigin, wallet })

  return {
    approvals,
    async request(call, { signal, waitsForPerson }, seen) {
      const { scope, method, params } = call
      const listed = findEmbeddedMethod(namespaceOf(scope), method)
      if (!listed) throw new AirlockError('METHOD_NOT_ALLOWED', { message: explainRefusal(method) })
      if (!z.safeParse(listed.params, params).success)
        throw new AirlockError('BAD_SHAPE', { message: `${method}: invalid params` })
      if (listed.access === 'safe') return safe(call, listed, signal)
      waitsForPerson()
      // Closing the queue does not reach a request that is not in it yet.
      const wanted = AbortSignal.any([signal, seen])
      await Promise.all([prepareFor(scope, wanted), onAsked()])
      return approvals.ask({ ...call, scope: await networkOf(call, listed) }, wanted)
    },
    async undelegate(scope, seen) {
      await Promise.all([prepareFor(scope, seen), onAsked()])
      return approvals.ask({ scope, method: undelegateMethod, params: [] }, seen, 'user')
    },
  }
}
