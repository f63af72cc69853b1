/**
 * Who pays for calls in place of the account: a paymaster (ERC-7677), through a bundler (ERC-4337). Neither is trusted: of their answers,
 * only what is read here is used, in the fields of a request that the Key Worker hashes itself.
 */
import type { Json } from '@airlock/protocol/json.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { AnyJson, EvmAddress, Hash32, Hex, Quantity } from '@airlock/protocol/scalars/values.ts'
import type { Address } from 'viem'
import * as z from 'zod/mini'
import { toHexChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { jsonRpc } from '../../../shared/http/json-rpc.ts'
import type { Implementation } from '../../signing/implementations.ts'
import type { EvmCall } from '../../signing/request.ts'
import type { Call } from '../prepared.ts'
import type { ToComplete } from './complete.ts'
import { readNetwork, type SmartAccounts } from './delegation.ts'
import type { CallsName } from './sent-batches.ts'

export interface Services {
  readonly bundler: string
  readonly paymaster: string
  /** The contract for which both take user operations. */
  readonly entryPoint: Address
}

export interface Sponsor extends Services {
  /** Given by the page for the paymaster. */
  readonly context: Json
}

/** The services of a network in the project record. */
export function servicesOn(smartAccounts: SmartAccounts, scope: Caip2): Services | undefined {
  const { network, implementation } = readNetwork(smartAccounts, scope) ?? {}
  const { bundler, paymaster } = network ?? {}
  return implementation && bundler !== undefined && paymaster !== undefined
    ? { bundler, paymaster, entryPoint: implementation.entryPoint }
    : undefined
}

/** The capability `paymasterService` of a page. */
const Wanted = z.object({ url: z.string(), context: z.optional(z.record(z.string(), AnyJson)) })

/**
 * The sponsor that the page asks for: `undefined` if the record does not list its origin, because the policy of this document lets nothing
 * else be reached. Another path or key there may be another account at the same operator.
 */
export function readSponsor(wanted: unknown, services: Services): Sponsor | undefined {
  const { data } = Wanted.safeParse(wanted)
  if (!data || !URL.canParse(data.url)) return undefined
  const { href, origin } = new URL(data.url)
  if (origin !== new URL(services.paymaster).origin) return undefined
  return { ...services, paymaster: href, context: data.context ?? {} }
}

/** Shown to the user. */
export const hostOf = ({ paymaster }: Sponsor): string => new URL(paymaster).host

const Paying = z.object({ paymaster: EvmAddress, paymasterData: Hex })
const Stub = z.extend(Paying, {
  paymasterVerificationGasLimit: z._default(Quantity, '0x0'),
  paymasterPostOpGasLimit: z._default(Quantity, '0x0'),
  isFinal: z._default(z.boolean(), false),
})
const Estimate = z.object({
  preVerificationGas: Quantity,
  verificationGasLimit: Quantity,
  paymasterVerificationGasLimit: z.optional(z.nullable(Quantity)),
  paymasterPostOpGasLimit: z.optional(z.nullable(Quantity)),
})
const Located = z.nullable(z.object({ receipt: z.object({ transactionHash: Hash32 }) }))

/** An operation as JSON. */
export type Fields = Readonly<Record<string, Json>>

/** All throw {AirlockError} NETWORK or WALLET_FAILED, or a ZodError for an answer of another form. */
export const createServices = ({ bundler, paymaster, entryPoint }: Services, signal: AbortSignal) => {
  const ask = (url: string, method: string, params: Json) => jsonRpc(url, { method, params, signal })
  const pay = (method: string, operation: Fields, scope: Caip2, context: Json) =>
    ask(paymaster, method, [operation, entryPoint, toHexChainId(scope), context])
  return {
    stub: async (operation: Fields, scope: Caip2, context: Json) =>
      z.parse(Stub, await pay('pm_getPaymasterStubData', operation, scope, context)),
    pay: async (operation: Fields, scope: Caip2, context: Json) =>
      z.parse(Paying, await pay('pm_getPaymasterData', operation, scope, context)),
    estimate: async (operation: Fields) =>
      z.parse(Estimate, await ask(bundler, 'eth_estimateUserOperationGas', [operation, entryPoint])),
    send: (operation: Fields) => ask(bundler, 'eth_sendUserOperation', [operation, entryPoint]),
    knows: async (hash: string) => (await ask(bundler, 'eth_getUserOperationByHash', [hash])) !== null,
    /** Where it says that the operation is; `undefined` if it does not say. */
    locate: async (hash: string) =>
      z.parse(Located, await ask(bundler, 'eth_getUserOperationReceipt', [hash]))?.receipt.transactionHash,
  }
}

/** Calls that a sponsor may pay for. */
export interface SponsoredCalls extends Required<Pick<ToComplete, 'toRead' | 'join'>> {
  readonly call: Call
  readonly work: CallsName
  readonly calls: readonly EvmCall[]
  readonly sponsor: Sponsor
  readonly implementation: Implementation
  /** The account is upgraded with them. */
  readonly isUpgrading: boolean
}
