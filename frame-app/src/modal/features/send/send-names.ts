/**
 * Resolves a name to an address: names of the project's own zones by its gateway, all others by ENS, as two Ethereum nodes say. Refuses names
 * that ENS does not accept, such as those with letters of several alphabets or invisible ones.
 */

import { AirlockError } from '@airlock/protocol/errors.ts'
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import type { FoundName, NameRecord } from '@airlock/protocol/gateway/names.ts'
import { type Caip2, referenceOf } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { askTwo } from '../../../shared/chains/agreement.ts'
import type { EnsAddress } from '../../../shared/chains/eip155/ens.ts'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import { callGateway, refusalOf } from '../../core/api/gateway-call.ts'
import { coinTypeOf } from '../../core/api/name-rules.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import type { ModalContext } from '../../core/context.ts'
import { gatewayNode } from '../../session/gateway-networks.ts'

/** The zones of the hosted registry. Names of the second, its older one, can be paid but no longer registered (specification §9). */
const defaultZones = ['reown.id', 'wcn.id']
/** The network of ENS. */
const ethereum: Caip2 = 'eip155:1'
const etherCoinType = '60'

export interface Resolved {
  readonly address: string
  /** Cleaned for display. */
  readonly name: string
  /** The name has no address for the network; this is the one for another network. */
  readonly isElsewhere?: boolean
}

/**
 * @returns `form`: not a possible name; `name`: not registered; `disputed`: nodes disagree about it, or only one of several answers
 * @throws AirlockError if no service answers
 */
export async function resolveName(
  context: ModalContext,
  typed: string,
  chainId: Caip2,
  signal: AbortSignal,
): Promise<Resolved | 'form' | 'name' | 'disputed'> {
  const { normalizeName, readEnsAddress } = await import('../../../shared/chains/eip155/ens.ts')
  const name = normalizeName(typed)
  if (name === undefined) return 'form'
  const shown = toDisplayText(name, { max: 64 })
  const coinType = coinTypeOf(Number(referenceOf(chainId)))
  const registered = await fromRegistry(context, name, coinType, signal)
  if (registered) return { ...registered, name: shown }
  const listed = context.project.rpc[ethereum] ?? []
  const url = listed.length > 0 ? undefined : await gatewayNode(context, ethereum)
  const nodes = url === undefined ? listed : [url]
  if (nodes.length === 0) return 'name'
  const said = await askTwo(nodes, (node) => readEnsAddress([node], name, coinType, signal))
  if (said.status === 'silent') throw new AirlockError('NETWORK')
  if (said.status === 'disputed') return 'disputed'
  return said.answer === null ? 'name' : { ...said.answer, name: shown }
}

/** `undefined` if the gateway does not know the name or may not be asked, or the project has no gateway. */
async function fromRegistry(
  context: ModalContext,
  name: string,
  coinType: number,
  signal: AbortSignal,
): Promise<EnsAddress | undefined> {
  const service = gatewayOf(context)
  const { nameZones = defaultZones } = context.project
  // The gateway alone would decide the recipient, so it is asked only for names that are its own.
  if (!service || !nameZones.some((zone) => name.endsWith(`.${zone}`))) return undefined
  try {
    const query = { apiVersion: '2' }
    return readRecord(await callGateway(endpoints.name, service, { param: name, query, signal }), name, coinType)
  } catch (error) {
    // A refusal means that the name is not in this registry.
    if (refusalOf(error)) return undefined
    throw error
  }
}

/** The address for the network, else that for Ethereum, else the only one in the record. */
export function readRecord(found: z.infer<typeof FoundName>, name: string, coinType: number): EnsAddress | undefined {
  if (Array.isArray(found) || found.name.toLowerCase() !== name) return undefined
  const { addresses }: NameRecord = found
  const all = [...new Set(Object.values(addresses).map(({ address }) => address.toLowerCase()))]
  const own = addresses[String(coinType)]
  const read = z.safeParse(
    EvmAddress,
    (own ?? addresses[etherCoinType])?.address ?? (all.length === 1 ? all[0] : undefined),
  )
  return read.success ? { address: read.data, isElsewhere: own === undefined } : undefined
}
