/** Which networks the project's gateway serves, and its nodes for them. */
import { nodePath } from '@airlock/protocol/gateway/endpoints.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { fetchSupportedChains, type GatewayService } from '../core/api/gateway.ts'
import { addressOf } from '../core/api/listing.ts'
import { gatewayOf } from '../core/api/project-gateway.ts'
import { queries } from '../core/api/queries.ts'
import type { ModalContext } from '../core/context.ts'

/** Namespaces that have balances and activity (specification §9). */
const servedNamespaces: ReadonlySet<string> = new Set(['eip155', 'solana'])

/** The list is fetched once; a failed fetch is tried again at the next call. @throws AirlockError NETWORK */
export async function serves(service: GatewayService, chainId: Caip2): Promise<boolean> {
  const supported = await queries.fetchQuery({
    queryKey: ['supported-chains', service.base],
    queryFn: ({ signal }) => fetchSupportedChains(service, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return supported.has(chainId) && servedNamespaces.has(namespaceOf(chainId))
}

/** The gateway's node for a network without nodes in the project record; `undefined` if it has none. */
export async function gatewayNode(context: ModalContext, chainId: Caip2): Promise<string | undefined> {
  const service = gatewayOf(context)
  if (!service || !(await serves(service, chainId).catch(() => false))) return undefined
  return addressOf(service, nodePath.slice(1), { chainId })
}
