/** The project's gateway, and which networks it serves. */
import { nodePath } from '@airlock/protocol/gateway/endpoints.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { addressOf } from '../api/listing.ts'
import { fetchSupportedChains, type GatewayService } from '../api/gateway.ts'
import { queries } from '../api/queries.ts'
import { optionsAtom } from '../state/options.ts'
import type { ModalContext } from './context.ts'

export const hasGateway = ({ project }: ModalContext): boolean => project.gatewayUrl !== undefined

export function gatewayOf({ project, store }: ModalContext): GatewayService | undefined {
  const options = store.get(optionsAtom)
  if (project.gatewayUrl === undefined || !options) return undefined
  return {
    base: project.gatewayUrl,
    projectId: project.projectId,
    sdkVersion: `html-universal-${options.sdkVersion}`,
  }
}

/** Namespaces that have balances and activity (specification §9). */
const servedNamespaces: ReadonlySet<string> = new Set(['eip155', 'solana'])

/** The list is fetched once; a failed fetch is tried again at the next call (facts §1.4). @throws AirlockError NETWORK */
export async function serves(service: GatewayService, chainId: Caip2): Promise<boolean> {
  const supported = await queries.fetchQuery({
    queryKey: ['supported-chains', service.base],
    queryFn: ({ signal }) => fetchSupportedChains(service, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return supported.has(chainId) && servedNamespaces.has(namespaceOf(chainId))
}

/** The gateway's own node of a network that the project lists no nodes for; `undefined` if it has none. */
export async function gatewayNode(context: ModalContext, chainId: Caip2): Promise<string | undefined> {
  const service = gatewayOf(context)
  if (!service || !(await serves(service, chainId).catch(() => false))) return undefined
  return addressOf(service, nodePath.slice(1), { chainId })
}
