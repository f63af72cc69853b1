/** The routers that a swap may call: from the project record, which comes with the modal, otherwise from the table. */
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { SwapNetwork, swapNetworks } from '@airlock/protocol/gateway/swap-networks.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'

/** `undefined`: the network has no swaps. A network in the record is never completed from the table. */
export function swapNetworkOf(chainId: Caip2, { swap }: Pick<ProjectRecord, 'swap'>): SwapNetwork | undefined {
  const own = swap?.[chainId]
  if (own === undefined) return swapNetworks[chainId]
  const read = z.safeParse(SwapNetwork, own)
  return read.success ? read.data : undefined
}
