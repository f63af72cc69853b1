/** Where swaps are offered: depends on the project, the page, the account and its network. Part of the account view. */
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { swapNetworkOf } from '../../../shared/swap/networks.ts'
import type { ModalContext } from '../../core/context.ts'
import { optionsAtom } from '../../core/options.ts'
import { networksAtom } from '../../session/state/network.ts'

/** Whether swaps are offered at all: the project needs a gateway, and the page a network with known routers. */
export function offersSwaps(context: ModalContext): boolean {
  const { project, store } = context
  const isOn = store.get(optionsAtom)?.features.swaps === true
  return isOn && project.gatewayUrl !== undefined && swapNetworks(context).length > 0
}

/** The page's networks that have swaps. */
export const swapNetworks = (context: ModalContext) =>
  context.store.get(networksAtom).filter(({ id }) => canSwapOn(context, id))

export const canSwapOn = ({ project }: ModalContext, chainId: Caip2): boolean =>
  namespaceOf(chainId) === 'eip155' && swapNetworkOf(chainId, project) !== undefined
