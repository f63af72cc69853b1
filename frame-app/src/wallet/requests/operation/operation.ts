/** Calls for which a sponsor pays: a user operation (ERC-4337). Calls become one if a sponsor is asked and agrees. */
import type { Address, Client } from 'viem'
import { getBlockNumber } from 'viem/actions'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { transactionOf } from '../../approval/eip155/batch.ts'
import { movedTo, withEffects } from '../../approval/eip155/complete.ts'
import { isDelegated } from '../../approval/eip155/delegation.ts'
import { type CallsName, createSentBatches } from '../../approval/eip155/sent-batches.ts'
import { simulate } from '../../approval/eip155/simulate.ts'
import { hostOf, type Services, type SponsoredCalls } from '../../approval/eip155/sponsor.ts'
import { type EvmTools, readSigned } from '../../approval/eip155/tools.ts'
import type { ReadyRequest, RequestKind, Simulation } from '../../approval/prepared.ts'
import { implementations } from '../../signing/implementations.ts'
import type { EvmOperation } from '../../signing/request.ts'
import { fillOperation, hashOf, nextOperation, sendOperation } from './user-operation.ts'

type Work = CallsName & { readonly services: Services }

/** Timeout for nodes after the user has approved. */
const answerMs = 10_000

export interface Operations extends RequestKind<EvmOperation, Work> {
  /** `undefined` if the sponsor does not pay. */
  prepare(asked: SponsoredCalls, signal: AbortSignal): Promise<ReadyRequest | undefined>
}

export function createOperations(tools: EvmTools): Operations {
  const { options, clientFor, nextNonce, noteSent, laneOf } = tools
  const sent = createSentBatches(options)
  const kind: Operations = {
    async prepare({ call, work, calls, sponsor, implementation, isUpgrading, toRead, join }, signal) {
      const { scope } = call
      const client = clientFor(call, signal)
      const [nonce, authorizationNonce] = await Promise.all([
        nextOperation(client, sponsor.entryPoint, { ...options, scope }),
        isUpgrading ? nextNonce(call, client, signal) : null,
      ])
      const toFill = { implementation: implementation.id, calls, sponsor, nonce, authorizationNonce }
      const request = await fillOperation(toFill, { account: options.account, scope, client, signal })
      if (!request) return undefined
      const { bundler, paymaster, entryPoint } = sponsor
      return withEffects(
        {
          kind,
          call,
          request,
          feePaidBy: hostOf(sponsor),
          work: { ...work, services: { bundler, paymaster, entryPoint } },
        },
        { toRead, join, simulating: simulateOperation(client, request), warnings: [], signal },
        tools,
      )
    },
    lane: laneOf,
    /** The number of the account may have moved: it is the delegation's alone. */
    async renew(ready, signal) {
      const { call, request, work } = ready
      const { scope } = call
      // Another tab may have sent the same calls meanwhile.
      sent.expectNew(work.id)
      const client = clientFor(call, signal)
      const isUpgrading = request.authorizationNonce !== null
      const [nonce, isUpgraded, next] = await Promise.all([
        nextOperation(client, entryPointOf(request), { ...options, scope }),
        isDelegated(options, scope, client),
        isUpgrading ? nextNonce(call, client, signal) : null,
      ])
      // The sponsor has agreed to this number, and without its code the account would not carry the calls out.
      if (nonce !== request.nonce || isUpgraded === isUpgrading) return undefined
      if (next === request.authorizationNonce) return ready
      return movedTo(ready, { ...request, authorizationNonce: next }, simulateOperation(client, request))
    },
    sends: () => true,
    /** @throws {AirlockError} if the bundler has not taken it */
    async finish({ call, request, work }, signed) {
      const signature = readSigned(signed)
      const { scope } = call
      const client = clientFor(call, AbortSignal.timeout(answerMs))
      const hash = hashOf(request)
      const since = Number(await getBlockNumber(client, { cacheTime: 0 }))
      const { nonce, authorizationNonce } = request
      const note = { scope, account: checksum(options.account), nonce, hash, since, entryPoint: entryPointOf(request) }
      const outcome = await sent.noted(work, note, () => sendOperation(request, signature, work.services))
      // The delegation's authorization uses up this nonce.
      if (authorizationNonce !== null) noteSent({ scope, nonce: authorizationNonce, hash, outcome })
      // The transaction is not known before it is in a block.
      return work.version === '1.0' ? work.id : { id: work.id }
    },
  }
  return kind
}

const entryPointOf = ({ implementation }: EvmOperation): Address => implementations[implementation].entryPoint

function simulateOperation(client: Client, operation: EvmOperation): Promise<Simulation> {
  const { delegate, entryPoint, batches } = implementations[operation.implementation]
  return simulate(
    client,
    transactionOf({ ...operation, kind: 'evmBatch', form: batches, delegate: null, gas: operation.callGas }),
    operation.authorizationNonce === null ? null : delegate,
    entryPoint,
  )
}
