/** The capabilities that a wallet reports for a network (`wallet_getCapabilities`, EIP-5792). A wallet may lie, so its answer is parsed. */
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import * as z from 'zod/mini'

export interface Capabilities {
  /** It can list its assets (`wallet_getAssets`, ERC-7811). */
  readonly discoversAssets: boolean
  /** It executes several calls as one, or none of them (`wallet_sendCalls`), perhaps after an upgrade of the account. */
  readonly isAtomic: boolean
}

export const toHexChain = (chainId: Caip2): string => `0x${BigInt(referenceOf(chainId)).toString(16)}`

/** The key that stands for all networks (EIP-5792). */
const everywhere = '0x0'

const Said = z.record(
  z.string(),
  z.looseObject({
    assetDiscovery: z.catch(z.optional(z.object({ supported: z.boolean() })), undefined),
    atomic: z.catch(z.optional(z.object({ status: z.string() })), undefined),
  }),
)

/** @param answer of `wallet_getCapabilities`: by chain id in hex, in upper or lower case */
export function readCapabilities(answer: unknown, chainId: Caip2): Capabilities {
  const said = Object.entries(z.safeParse(Said, answer).data ?? {})
  const on = (chain: string) => said.find(([key]) => key.toLowerCase() === chain)?.[1]
  const own = on(toHexChain(chainId))
  const all = on(everywhere)
  const atomic = (own?.atomic ?? all?.atomic)?.status
  return {
    discoversAssets: (own?.assetDiscovery ?? all?.assetDiscovery)?.supported === true,
    isAtomic: atomic === 'supported' || atomic === 'ready',
  }
}
