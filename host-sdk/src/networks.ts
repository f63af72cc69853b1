/** Converts the page's networks into the form of the protocol, and keeps the list that the page may change. */
import { Network as Wire } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { isCaip2 } from '@airlock/protocol/scalars/caip.ts'
import { conform } from './conform.ts'
import { attempt, refuse } from './refuse.ts'
import type { Adapter, CaipNetworkId, Chain, Namespace, Network, Options } from './types.ts'

export const tooMany = `More than ${limits.networks} networks`

/** Adds the CAIP fields to viem's chain objects, which are EVM chains. Other networks are returned unchanged. */
export function toNetwork(given: Network | Chain): Network {
  const network: Network = hasCaip(given)
    ? given
    : { ...given, chainNamespace: 'eip155', caipNetworkId: `eip155:${given.id}` }
  const { caipNetworkId: id, chainNamespace } = network
  if (!isCaip2(id) || id !== `${chainNamespace}:${network.id}`)
    refuse(`Invalid CAIP-2 network id: ${id} in \`networks\``)
  return network
}

const hasCaip = (given: Network | Chain): given is Network => 'caipNetworkId' in given

/** @throws {AirlockError} for a network that the frame would refuse */
export const toFrameNetwork = (network: Network, transports: Options['transports']): Wire =>
  attempt('networks', () => {
    const { caipNetworkId: id, name, nativeCurrency, rpcUrls, blockExplorers, contracts } = network
    const { name: currency, symbol, decimals } = nativeCurrency
    const { imageUrl: icon, ...others } = network.assets ?? {}
    const wire = {
      ...others, // should be empty: the schema refuses any other field by name
      id,
      name,
      currency: { name: currency, symbol, decimals },
      rpcUrls: [transports?.[id] ?? [], rpcUrls.default.http].flat(),
      testnet: network.testnet ?? false,
      explorerUrl: blockExplorers?.default.url,
      icon,
      multicall3: contracts?.multicall3?.address,
    }
    return conform(Wire, wire, (path) => `Network ${id} is not valid: \`${path}\``)
  })

/** The networks of this instance and the rules for changing them (specification §4 and §5). */
export function createNetworks(initial: readonly Network[], adapters: Options['adapters']) {
  let list = initial
  /** Namespaces with an adapter; without the option, the namespaces of the initial networks. */
  let served: ReadonlySet<Adapter['namespace']> = new Set(
    adapters ? adapters.map(({ namespace }) => namespace) : initial.map(({ chainNamespace }) => chainNamespace),
  )
  const find = (id: string) => list.find((network) => network.caipNetworkId === id)
  const ofNamespace = (namespace: Namespace) => list.filter((network) => network.chainNamespace === namespace)
  const isServed = ({ chainNamespace: namespace }: Network) => served.has(namespace) || served.has('universal')
  return {
    get list() {
      return list
    },
    get served() {
      return served
    },
    find,
    isServed,
    first: (namespace: Namespace) => ofNamespace(namespace)[0],
    /** Does not check the rules; `adapters.ts` does. */
    set(networks: readonly Network[], adapters: ReadonlySet<Adapter['namespace']>): void {
      list = networks
      served = adapters
    },
    /** @throws {AirlockError} if the app has no network of this namespace */
    expect(namespace: Namespace | undefined): void {
      if (namespace && !ofNamespace(namespace).length)
        throw new AirlockError('CHAIN_NOT_SUPPORTED', { message: `No network of \`namespace\` ${namespace}` })
    },
    add(network: Network): void {
      const { chainNamespace: namespace, caipNetworkId } = network
      if (!isServed(network))
        throw new AirlockError('NOT_AVAILABLE', { message: `Adapter for namespace ${namespace} doesn't exist` })
      const others = list.filter((known) => known.caipNetworkId !== caipNetworkId)
      if (others.length >= limits.networks) throw new AirlockError('TOO_LARGE', { message: tooMany })
      list = [...others, network]
    },
    remove(id: CaipNetworkId): void {
      const network = find(id)
      if (!network) throw new AirlockError('CHAIN_NOT_SUPPORTED', { message: `Network with ID ${id} not found` })
      if (ofNamespace(network.chainNamespace).length < 2)
        throw new AirlockError('NOT_AVAILABLE', { message: 'Cannot remove last network for a namespace' })
      list = list.filter((other) => other !== network)
    },
  }
}
export type Networks = ReturnType<typeof createNetworks>
