/** Answers to the methods of EIP-5792 that need no approval. Loaded with the first such call. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress } from '@airlock/protocol/scalars/values.ts'
import type { Client } from 'viem'
import * as z from 'zod/mini'
import { checksum } from '../../shared/chains/eip155/checksum.ts'
import { sessionsOn } from '../sessions/network.ts'
import { sessionTypes } from '../sessions/request.ts'
import { type Abilities, capabilitiesOn } from './capabilities.ts'
import { implementationOn, readAtomicStatus, type SmartAccounts } from './delegation.ts'
import type { AskNode } from './receipt.ts'
import { refuse } from './refusal.ts'
import { type BatchLog, createSentBatches } from './sent-batches.ts'
import { createServices, servicesOn } from './sponsor.ts'
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
  const { account, networks, smartAccounts, clientFor } = context
  const [of, asked] = CapabilitiesParams.parse(params)
  if (of !== undefined && of.toLowerCase() !== account.toLowerCase())
    throw new AirlockError('UNAUTHORIZED', { message: 'wallet_getCapabilities: not the account of this wallet' })
  const statusOn = async (network: Caip2): Promise<Abilities> => {
    const implementation = implementationOn(smartAccounts, network)
    const status = implementation
      ? await readAtomicStatus(clientFor(network), checksum(account), implementation).catch(
          () => 'unsupported' as const,
        )
      : 'unsupported'
    return { status, isPaid: status !== 'unsupported' && servicesOn(smartAccounts, network) !== undefined }
  }
  const permissionsOn = (network: Caip2) => (sessionsOn(smartAccounts, network) ? sessionTypes : [])
  return capabilitiesOn(networks, asked, statusOn, permissionsOn)
}

export async function statusFor(id: string, context: CallsContext): Promise<Json> {
  const { batches, origin, smartAccounts, askNode, signal } = context
  const batch = createSentBatches({ origin, log: batches, now: Date.now }).find(id)
  if (!batch) refuse('unknown')
  const services = servicesOn(smartAccounts, batch.scope)
  const hintSignal = AbortSignal.any([signal, AbortSignal.timeout(hintMs)])
  return readStatus(id, batch, {
    ask: askNode(batch.scope),
    locate: async (hash) => (services ? createServices(services, hintSignal).locate(hash) : undefined),
  })
}
