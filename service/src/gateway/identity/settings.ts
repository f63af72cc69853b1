/** The operator's settings for ENS. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { Hex } from 'viem'
import { mainnet } from 'viem/chains'

export type EnsSettings = {
  readonly network: Caip2
  readonly universalResolver: Hex
}

export const ensOfEthereum: EnsSettings = {
  network: 'eip155:1',
  universalResolver: mainnet.contracts.ensUniversalResolver.address,
}
