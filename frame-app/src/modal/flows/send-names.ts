/**
 * Resolves a name to an address: our own names by the project's gateway, all others by ENS, through Ethereum nodes. Refuses names that ENS
 * does not accept, such as those with letters of several alphabets or invisible ones.
 */
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { FoundName, NameRecord } from '@airlock/protocol/gateway/names.ts'
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { toDisplayText } from '../../shared/format/display-text.ts'
import { callGateway, refusalOf } from '../api/gateway-call.ts'
import { coinTypeOf } from '../state/name-rules.ts'
import type { ModalContext } from './context.ts'
import { gatewayOf } from './gateway.ts'
import { gatewayNode } from './gateway-networks.ts'

/** The network of ENS. */
const ethereum: Caip2 = 'eip155:1'
const etherCoinType = '60'

export interface Resolved {
  readonly address: string
  /** Cleaned for display. */
  readonly name: string
}

/** @returns `form`: not a possible name; `name`: not registered. @throws AirlockError if no service answers */
export async function resolveName(
  context: ModalContext,
  typed: string,
  chainId: Caip2,
  signal: AbortSignal,
): Promise<Resolved | 'form' | 'name'> {
  const { normalizeName, readEnsAddress } = await import('../../shared/chains/eip155/ens.ts')
  const name = normalizeName(typed)
  if (name === undefined) return 'form'
  const shown = toDisplayText(name, { max: 64 })
  const registered = await fromRegistry(context, name, chainId, signal)
  if (registered) return { address: registered, name: shown }
  const listed = context.project.rpc[ethereum] ?? []
  const url = listed.length > 0 ? undefined : await gatewayNode(context, ethereum)
  const nodes = url === undefined ? listed : [url]
  if (nodes.length === 0) return 'name'
  const address = await readEnsAddress(nodes, name, signal)
  return address === null ? 'name' : { address, name: shown }
}

/** `undefined` if the gateway does not know the name, or the project has no gateway. */
async function fromRegistry(
  context: ModalContext,
  name: string,
  chainId: Caip2,
  signal: AbortSignal,
): Promise<string | undefined> {
  const service = gatewayOf(context)
  if (!service || name.endsWith('.eth')) return undefined
  try {
    const query = { apiVersion: '2' }
    return readRecord(await callGateway(endpoints.name, service, { param: name, query, signal }), name, chainId)
  } catch (error) {
    // A refusal means that the name is not in this registry.
    if (refusalOf(error)) return undefined
    throw error
  }
}

/** The address for the network, else that for Ethereum, else the only one in the record. */
export function readRecord(found: z.infer<typeof FoundName>, name: string, chainId: Caip2): string | undefined {
  if (Array.isArray(found) || found.name.toLowerCase() !== name) return undefined
  const { addresses }: NameRecord = found
  const all = [...new Set(Object.values(addresses).map(({ address }) => address.toLowerCase()))]
  const own = addresses[String(coinTypeOf(Number(referenceOf(chainId))))] ?? addresses[etherCoinType]
  const read = z.safeParse(EvmAddress, own?.address ?? (all.length === 1 ? all[0] : undefined))
  return read.success ? read.data : undefined
}
