/** The gateway of a new installation: its nodes, and its registry of names. */
import { type Caip2, isCaip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { EvmAddress } from '@airlock/protocol/scalars/values.ts'
import type { ConfigFile } from '../../config/file.ts'
import { isZone } from '../../gateway/names/rules.ts'
import { knownNetwork } from '../../gateway/networks/known.ts'
import { servedNamespaces } from '../../gateway/nodes/methods.ts'

type Nodes = Readonly<Record<string, readonly string[]>>
type Resolver = { readonly network: Caip2; readonly address: `0x${string}` }

export type GatewayDecisions = {
  /** By network, in order of preference. */
  readonly nodes: Nodes
  /** The zone: the suffix of all names. */
  readonly zone: string
  /** The resolver contract through which ENS clients find the names; absent: none yet. */
  readonly resolver: Resolver | undefined
}

export const gatewayFiles = {
  database: 'data/gateway.db',
  pepper: 'secrets/gateway.pepper',
  signer: 'secrets/names-signer',
} as const

export const gatewayConfig = ({
  nodes,
  zone,
  resolver,
}: GatewayDecisions): Omit<NonNullable<ConfigFile['gateway']>, 'url'> => ({
  database: gatewayFiles.database,
  pepperFile: gatewayFiles.pepper,
  networks: Object.fromEntries(Object.entries(nodes).map(([id, rpc]) => [id, { rpc: [...rpc] }])),
  names: { zone, ...(resolver && { resolver }), signerKeyFile: gatewayFiles.signer },
})

/**
 * @param own nodes for the gateway only; without them, it uses the pages' nodes of the networks it can serve
 * @throws {Error} for one of its own that it cannot serve
 */
export function chooseNodes(own: Nodes, ofPages: Nodes): Nodes {
  const unserved = Object.keys(own).find((id) => !isServed(id))
  if (unserved !== undefined)
    throw new Error(
      `--node ${unserved}: only well-known networks of ${servedNamespaces.join(' and ')} can be set up here; others are written into the config file, with their currency`,
    )
  if (Object.keys(own).length > 0) return own
  return Object.fromEntries(Object.entries(ofPages).filter(([id]) => isServed(id)))
}

const isServed = (id: string): boolean =>
  isCaip2(id) && servedNamespaces.includes(namespaceOf(id)) && knownNetwork(id) !== undefined

/** @throws {Error} */
export function readZone(text: string): string {
  if (text.length <= 128 && isZone(text)) return text
  throw new Error(`--zone ${text} is not what names could end with, such as names.example.org`)
}

/** `eip155:1=0x…` @throws {Error} */
export function readResolver(text: string | undefined): Resolver | undefined {
  if (text === undefined) return undefined
  const [network = '', address] = text.split('=')
  const parsed = EvmAddress.safeParse(address)
  if (isCaip2(network) && namespaceOf(network) === 'eip155' && parsed.success) return { network, address: parsed.data }
  throw new Error(`--resolver ${text} is not <network>=<address>, such as eip155:1=0x…`)
}
