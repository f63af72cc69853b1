/**
 * The gateway over HTTP: method, path, query, answer. The service and the modal's client infer their types from here.
 * Path parameters have a colon. Every call may carry `st`, `sv` and `clientId`, which describe the caller's SDK.
 */
import * as z from 'zod/mini'
import { ProjectId } from '../contracts/project.ts'
import { Balances, Currency, SupportedChains } from './shapes.ts'

export type GatewayEndpoint = {
  readonly method: 'GET' | 'POST'
  readonly path: `/v1/${string}`
  /** The query of a GET, the body of a POST. */
  readonly request: z.ZodMiniType
  readonly response: z.ZodMiniType
  /** Seconds that anybody may keep an answer; 0: nobody. */
  readonly maxAge: number
}
type Endpoints = Readonly<Record<string, GatewayEndpoint>>

const Word = z.string().check(z.maxLength(128))
const sdk = { st: z.optional(Word), sv: z.optional(Word), clientId: z.optional(Word) }
const day = 24 * 60 * 60

export const gatewayEndpoints = {
  /** Needs no project. */
  supportedChains: {
    method: 'GET',
    path: '/v1/supported-chains',
    request: z.object({ projectId: z.optional(ProjectId), ...sdk }),
    response: SupportedChains,
    maxAge: day,
  },
  balance: {
    method: 'GET',
    path: '/v1/account/:address/balance',
    request: z.object({
      projectId: ProjectId,
      currency: Currency,
      /** CAIP-2. Absent: all networks of the address's namespace. */
      chainId: z.optional(z.string().check(z.maxLength(41))),
      /** Tokens as CAIP-10, joined by commas, that are read from the chain now, and listed even if there are none. */
      forceUpdate: z.optional(z.string().check(z.maxLength(4096))),
      ...sdk,
    }),
    response: Balances,
    maxAge: 0,
  },
} as const satisfies Endpoints

/** The node gateway: a JSON-RPC request, or a batch of them, to `?chainId=&projectId=`. */
export const nodePath = '/v1/'
