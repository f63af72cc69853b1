/** Answers to the methods of EIP-5792 that need no approval. Loaded with the first such call. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress, EvmChainIdHex } from '@airlock/protocol/scalars/values.ts'
import type { Client } from 'viem'
import * as z from 'zod/mini'
import { toHexChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { implementationOn, readAtomicStatus, type SmartAccounts } from '../../approval/eip155/delegation.ts'
import { type BatchLog, createSentBatches, refuse } from '../../approval/eip155/sent-batches.ts'
import { createServices, servicesOn } from '../../approval/eip155/sponsor.ts'
import { sessionsOn } from '../../requests/smart-session/network.ts'
import { sessionTypes } from '../../requests/smart-session/request.ts'
import type { AskNode } from './operation-status.ts'
import { readStatus } from './status.ts'

export interface CallsContext {
  /** The account of the page. */
  readonly account: string
  readonly networks: readonly Caip2[]
  readonly smartAccounts: SmartAccounts
  readonly batches: BatchLog
  /** The page. */
  readonly origin: string
  readonly clientFor: (scope: Caip2) => Client
  readonly askNode: (scope: Caip2) => AskNode
  readonly signal: AbortSignal
}

/** A bundler that is slower is not waited for. */
const hintMs = 3000

const CapabilitiesParams = z.catch(z.tuple([z.optional(EvmAddress)], z.unknown()), [undefined])

export async function capabilitiesFor(params: unknown, context: CallsContext): Promise<Json> {
  const { account, networks } = context
  const [of, asked] = CapabilitiesParams.parse(params)
  if (of !== undefined && of.toLowerCase() !== account.toLowerCase())
    throw new AirlockError('UNAUTHORIZED', { message: 'wallet_getCapabilities: not the account of this wallet' })
  const wanted = asked === undefined ? undefined : z.parse(Filter, asked).map((id) => BigInt(id))
  const answers = networks.filter(isEvm).map(async (network) => {
    const id = toHexChainId(network)
    if (wanted && !wanted.includes(BigInt(id))) return []
    return [[id, await capabilitiesOn(network, context)] as const]
  })
  return Object.fromEntries((await Promise.all(answers)).flat())
}

const Filter = z.array(EvmChainIdHex)
const isEvm = (network: Caip2): boolean => namespaceOf(network) === 'eip155'

async function capabilitiesOn(network: Caip2, { account, smartAccounts, clientFor }: CallsContext): Promise<Json> {
  const implementation = implementationOn(smartAccounts, network)
  // Without an answer, the network counts as unsupported.
  const status = implementation
    ? await readAtomicStatus(clientFor(network), checksum(account), implementation).catch(() => 'unsupported' as const)
    : 'unsupported'
  const isPossible = status !== 'unsupported'
  return {
    atomic: { status },
    // ERC-7811.
    assetDiscovery: { supported: true },
    // The name in the older draft.
    ...(isPossible && { atomicBatch: { supported: true } }),
    // ERC-7677: a sponsor can pay.
    ...(isPossible && servicesOn(smartAccounts, network) && { paymasterService: { supported: true } }),
    // ERC-7715.
    ...(isPossible &&
      sessionsOn(smartAccounts, network) && {
        permissions: { supported: true, permissionTypes: [...sessionTypes], signerTypes: ['account', 'key'] },
      }),
  }
}

export async function statusFor(id: string, context: CallsContext): Promise<Json> {
  const { batches, origin, smartAccounts, askNode, signal } = context
  const batch = createSentBatches({ origin, batches, now: Date.now }).find(id)
  if (!batch) refuse('unknown')
  const services = servicesOn(smartAccounts, batch.scope)
  const hintSignal = AbortSignal.any([signal, AbortSignal.timeout(hintMs)])
  return readStatus(id, batch, {
    ask: askNode(batch.scope),
    locate: async (hash) => (services ? createServices(services, hintSignal).locate(hash) : undefined),
  })
}
