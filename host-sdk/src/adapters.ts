/** Adds and removes adapters at run time (specification §4 and §5). Loaded with the first such call. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import type { Undo } from './dom.ts'
import type { Channels } from './link/connection.ts'
import { type Networks, toFrameNetwork, toNetwork, tooMany } from './networks.ts'
import type { Page } from './page.ts'
import { attempt, refuse } from './refuse.ts'
import type { Store } from './store/store.ts'
import type { Adapter, Airlock, Chain, Namespace, Network, Options } from './types.ts'

export interface Adaptable {
  readonly airlock: Airlock
  readonly networks: Networks
  readonly transports: Options['transports']
  readonly store: Store
  /** The undo of each attached adapter. */
  readonly attached: Map<Adapter, Undo>
  readonly page: () => Page | undefined
}

const namespaces: readonly Adapter['namespace'][] = ['eip155', 'solana', 'bip122', 'polkadot', 'universal']

export async function addAdapter(
  { airlock, networks, transports, attached, page }: Adaptable,
  adapter: Adapter,
  given: readonly (Network | Chain)[],
): Promise<void> {
  const { namespace } = adapter
  attempt('adapter', () => adapter.attach.call)
  if (!namespaces.includes(namespace)) refuse('adapter')
  if (attached.has(adapter)) throw new AirlockError('NOT_AVAILABLE', { message: 'This adapter is attached already' })
  const before = networks.list
  const added = attempt('networks', () => given.map(toNetwork))
  const wire = added.map((network) => toFrameNetwork(network, transports))
  if (namespace !== 'universal' && added.some(({ chainNamespace }) => chainNamespace !== namespace))
    refuse(`Option \`networks\` has a network of another namespace than ${namespace}`)
  const isOf = ({ chainNamespace }: Network) => namespace === 'universal' || chainNamespace === namespace
  if (!added.length && !before.some(isOf)) refuse(`An adapter of ${namespace} needs a network of it`)
  const byId = new Map([...before, ...added].map((network) => [network.caipNetworkId, network]))
  if (byId.size > limits.networks) throw new AirlockError('TOO_LARGE', { message: tooMany })

  networks.set([...byId.values()], new Set([...networks.served, namespace]))
  attached.set(adapter, adapter.attach(airlock))
  page()?.relay.refresh()
  await tell(page(), (app) => app.request('ADD_ADAPTER', { networks: wire }))
}

/** Also removes the networks of the namespace, unless another adapter serves them. */
export async function removeAdapter(
  { networks, store, attached, page }: Adaptable,
  namespace: Adapter['namespace'],
): Promise<void> {
  const { list, served } = networks
  if (!served.has(namespace)) throw new AirlockError('NOT_AVAILABLE', { message: 'Chain adapter not found' })
  const { accounts } = store.getState()
  const used = Object.values(accounts).find(
    (account) => (namespace === 'universal' || account.namespace === namespace) && account.status !== 'disconnected',
  )
  if (used) throw inUse(used.namespace)
  networks.set(list, new Set([...served].filter((name) => name !== namespace)))
  const rest = list.filter(networks.isServed)
  if (!rest.length) {
    networks.set(list, served)
    throw new AirlockError('NOT_AVAILABLE', { message: 'Cannot remove the last adapter' })
  }
  networks.set(rest, networks.served)
  const gone = new Set(list.filter((network) => !rest.includes(network)).map(({ chainNamespace }) => chainNamespace))
  try {
    // If a wallet has connected in the meantime, the frame refuses and nothing changes.
    if (gone.size) await tell(page(), (app) => app.request('REMOVE_ADAPTER', { namespaces: [...gone] }))
  } catch (error) {
    networks.set(list, served)
    throw error
  }
  for (const [adapter, detach] of attached) {
    if (adapter.namespace !== namespace) continue
    attached.delete(adapter)
    detach()
  }
  page()?.relay.refresh()
}

const inUse = (namespace: Namespace) =>
  new AirlockError('NOT_AVAILABLE', { message: `Cannot remove the adapter of ${namespace} while it is connected` })

/** If the frame is lost, its next session is configured with the new values. */
async function tell(page: Page | undefined, send: (app: Channels['app']) => Promise<unknown>): Promise<void> {
  const app = page?.connection.live?.app
  if (!app) return
  try {
    await send(app)
  } catch (error) {
    if (!(error instanceof AirlockError && (error.code === 'PEER_GONE' || error.code === 'DESTROYED'))) throw error
  }
}
