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
 * @param permissionsOn what can be asked for as a smart session (ERC-7715); none: not offered
 */
export async function capabilitiesOn(
  networks: readonly Caip2[],
  asked: unknown,
  statusOn: (network: Caip2) => Promise<Abilities>,
  permissionsOn: (network: Caip2) => readonly string[] = () => [],
): Promise<Json> {
  const wanted = asked === undefined ? undefined : z.parse(Filter, asked).map((id) => BigInt(id))
  const answers = networks.filter(isEvm).map(async (network) => {
    const id = toHexChainId(network)
    if (wanted && !wanted.includes(BigInt(id))) return []
    return [[id, toCapabilities(await statusOn(network), permissionsOn(network))] as const]
  })
  return Object.fromEntries((await Promise.all(answers)).flat())
}

const isEvm = (network: Caip2): boolean => namespaceOf(network) === 'eip155'

/** `atomicBatch` is the name in the older draft. */
const toCapabilities = ({ status, isPaid }: Abilities, permissions: readonly string[]): Json => ({
  atomic: { status },
  // ERC-7811.
  assetDiscovery: { supported: true },
  ...(status !== 'unsupported' && { atomicBatch: { supported: true } }),
  // ERC-7677.
  ...(isPaid && { paymasterService: { supported: true } }),
  // ERC-7715.
  ...(status !== 'unsupported' &&
    permissions.length > 0 && {
      permissions: { supported: true, permissionTypes: [...permissions], signerTypes: ['account', 'key'] },
    }),
})
