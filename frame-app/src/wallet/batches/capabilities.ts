/** What the account can do on each network (`wallet_getCapabilities`, EIP-5792). */
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { EvmChainIdHex } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { toHexChainId } from '../../shared/chains/eip155/chain-id.ts'
import type { AtomicStatus } from './delegation.ts'

const Filter = z.array(EvmChainIdHex)

export interface Abilities {
  readonly status: AtomicStatus
  /** A sponsor can pay. */
  readonly isPaid: boolean
}

/**
 * @param asked chain ids; `undefined`: all
 * @param statusOn never throws: without an answer, the network counts as unsupported
 */
export async function capabilitiesOn(
  networks: readonly Caip2[],
  asked: unknown,
  statusOn: (network: Caip2) => Promise<Abilities>,
): Promise<Json> {
  const wanted = asked === undefined ? undefined : z.parse(Filter, asked).map((id) => BigInt(id))
  const answers = networks.filter(isEvm).map(async (network) => {
    const id = toHexChainId(network)
    if (wanted && !wanted.includes(BigInt(id))) return []
    return [[id, toCapabilities(await statusOn(network))] as const]
  })
  return Object.fromEntries((await Promise.all(answers)).flat())
}

const isEvm = (network: Caip2): boolean => namespaceOf(network) === 'eip155'

/** `atomicBatch` is the name in the older draft. */
const toCapabilities = ({ status, isPaid }: Abilities): Json => ({
  atomic: { status },
  // ERC-7811.
  assetDiscovery: { supported: true },
  ...(status !== 'unsupported' && { atomicBatch: { supported: true } }),
  // ERC-7677.
  ...(isPaid && { paymasterService: { supported: true } }),
})
