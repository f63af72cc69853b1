/** Swaps through the gateway (specification §7). Answers are checked before they are shown or signed (`shared/swap/`). */
import {
  type BuildRequest,
  type BuiltApproval,
  type BuiltSwap,
  type Quote,
  SwapToken,
} from '@airlock/protocol/gateway/convert.ts'
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'
import { callGateway, type GatewayService, readRows } from './gateway-call.ts'

/** A pair of tokens, each in CAIP-10, and the account that swaps. */
export interface Pair {
  readonly from: string
  readonly to: string
  readonly userAddress: string
}

const mostTokens = 5_000
const TokenRows = z.object({ tokens: z.array(z.unknown()).check(z.maxLength(20_000)) })

/** The tokens that a network lists; a row that is not valid is left out. @throws AirlockError NETWORK (`refusalOf`), ABORTED */
export async function fetchSwapTokens(
  service: GatewayService,
  chainId: Caip2,
  signal: AbortSignal,
): Promise<readonly SwapToken[]> {
  const { tokens } = await callGateway({ ...endpoints.swapTokens, response: TokenRows }, service, {
    query: { chainId },
    signal,
  })
  return readRows(SwapToken, tokens.slice(0, mostTokens))
}

export interface QuoteQuery extends Pair {
  readonly amount: string
  readonly slippageBps: number
}

/** `undefined` if no provider offers the swap. @throws AirlockError NETWORK (`refusalOf`), ABORTED */
export async function fetchSwapQuote(
  service: GatewayService,
  { slippageBps, ...query }: QuoteQuery,
  signal: AbortSignal,
): Promise<Quote | undefined> {
  const { quotes } = await callGateway(endpoints.quotes, service, {
    query: { ...query, slippageBps: String(slippageBps), routers: 'known' },
    signal,
  })
  return quotes[0]
}

/** @throws AirlockError NETWORK (`refusalOf`), ABORTED */
export const fetchBuiltSwap = (
  service: GatewayService,
  request: Omit<BuildRequest, 'projectId' | 'routers'>,
  signal: AbortSignal,
): Promise<BuiltSwap> =>
  callGateway(endpoints.buildSwap, service, {
    json: { ...request, projectId: service.projectId, routers: 'known' } satisfies BuildRequest,
    signal,
  })

/** @param amount in the smallest unit, or `unlimited` @throws AirlockError NETWORK (`refusalOf`), ABORTED */
export const fetchBuiltApproval = (
  service: GatewayService,
  query: Pair & { readonly spender: string; readonly amount: string },
  signal: AbortSignal,
): Promise<BuiltApproval> => callGateway(endpoints.buildApproval, service, { query: { ...query }, signal })
