/**
 * The native balance of the active account: from the nodes in the project record or, if it lists none, through the
 * connected wallet itself. At most one request in flight per account; a value is reused for 30 s.
 */

import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { limits } from '@airlock/protocol/limits.ts'
import { type Caip2, type Caip10, type Namespace, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import type { ChainReader, NativeBalance } from '../../shared/chains/driver.ts'
import { hasDriver, loadDriver } from '../../shared/chains/registry.ts'
import { floorToDecimals } from '../../shared/format/amount.ts'
import type { ModalContext } from '../core/context.ts'
import { healthAtom } from '../core/modal.ts'
import { warn } from './notify.ts'
import { activeConnectionAtom } from './state/active-connection.ts'
import { balancesAtom, setBalanceAtom } from './state/balance.ts'
import { connectorsAtom } from './state/connectors.ts'
import { networksAtom } from './state/network.ts'

/** @returns `unavailable` if the node or gateway says that it is (503), and wants to be left alone */
export async function refreshBalance(
  context: ModalContext,
  options: { force?: boolean } = {},
): Promise<'unavailable' | undefined> {
  const { store } = context
  const account = store.get(activeConnectionAtom)?.active
  if (!account) return undefined
  const { chainId } = parseCaip10(account)
  if (!canReadBalance(context, chainId)) return undefined
  const network = store.get(networksAtom).find((candidate) => candidate.id === chainId)
  if (!network) return undefined
  const known = store.get(balancesAtom)[account]
  if (!known) store.set(setBalanceAtom, account, { status: 'loading' })
  try {
    const { queries } = await import('../core/api/queries.ts')
    const { value, decimals, symbol } = await queries.fetchQuery({
      queryKey: ['balance', account],
      queryFn: ({ signal }) => readBalance(context, network, account, signal),
      staleTime: options.force ? 0 : 30_000,
    })
    // No balance exceeds 256 bits; nodes and wallets may lie.
    if (value < 0n || value >= 2n ** 256n) throw new AirlockError('NETWORK')
    const formatted = floorToDecimals(value, decimals)
    if (formatted.length > limits.amount) throw new AirlockError('NETWORK')
    store.set(setBalanceAtom, account, { status: 'ready', formatted, symbol, asOf: Date.now() })
    store.set(healthAtom, 'ok')
    return undefined
  } catch (error) {
    const last = store.get(balancesAtom)[account]
    const isKnown = last && 'formatted' in last
    store.set(setBalanceAtom, account, isKnown ? { ...last, status: 'stale' } : { status: 'failed' })
    store.set(healthAtom, navigator.onLine ? 'degraded' : 'offline')
    return isUnavailable(error) ? 'unavailable' : undefined
  }
}

/** viem wraps the errors of our transport. */
function isUnavailable(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error.name === 'HttpStatusError') return Reflect.get(error, 'status') === 503
  return false
}

/** Wallets answer balance queries on EVM chains only; elsewhere a node of the project record is needed. */
export function canReadBalance({ project }: Pick<ModalContext, 'project'>, chainId: Caip2): boolean {
  const namespace = namespaceOf(chainId)
  const hasNodes =
    (project.rpc[chainId] ?? []).length > 0 || (hasGatewayNodes(namespace) && project.gatewayUrl !== undefined)
  return hasDriver(namespace) && (namespace === 'eip155' || hasNodes)
}

async function readBalance(
  context: ModalContext,
  network: Network,
  account: Caip10,
  signal: AbortSignal,
): Promise<NativeBalance> {
  const { address } = parseCaip10(account)
  const reader = await readerOf(context, network)
  return reader ? reader.nativeBalance(address, signal) : balanceThroughWallet(context, network, address, signal)
}

/** A reader over the listed nodes, or the project's gateway; `undefined` if there are none or the namespace has no driver. */
export async function readerOf(context: ModalContext, network: Network): Promise<ChainReader | undefined> {
  if (!hasDriver(namespaceOf(network.id))) return undefined
  const listed = listedUrls(context, network)
  const urls = listed.length > 0 ? listed : await gatewayNodes(context, network.id)
  const driver = urls.length > 0 ? await loadDriver(namespaceOf(network.id)) : undefined
  if (!driver) return undefined
  const key = `${network.id} ${urls.join(' ')}`
  const known = readers.get(key)
  if (known) return known
  const reader = driver.createReader(network, urls)
  readers.set(key, reader)
  return reader
}

const readers = new Map<string, ChainReader>()

/** The gateway speaks JSON-RPC; the servers of Bitcoin do not. */
const hasGatewayNodes = (namespace: Namespace) => namespace !== 'bip122'

async function gatewayNodes(context: ModalContext, chainId: Caip2): Promise<string[]> {
  if (context.project.gatewayUrl === undefined || !hasGatewayNodes(namespaceOf(chainId))) return []
  const { gatewayNode } = await import('./gateway-networks.ts')
  const url = await gatewayNode(context, chainId)
  return url === undefined ? [] : [url]
}

/** Listed nodes in the host's order, then the rest of the record. Other nodes are unreachable, because the policy forbids them. */
function listedUrls(context: ModalContext, network: Network): string[] {
  const listed = context.project.rpc[network.id] ?? []
  const wished = network.rpcUrls.filter((url) => listed.includes(url))
  if (network.rpcUrls.length > wished.length)
    warn(
      context,
      'RPC_NOT_LISTED',
      `The project record lists no RPC address ${network.rpcUrls.find((url) => !listed.includes(url)) ?? ''} for ${network.id}; reading through listed nodes or the connected wallet instead.`,
    )
  return [...new Set([...wished, ...listed])]
}

async function balanceThroughWallet(
  { store }: ModalContext,
  network: Network,
  address: string,
  signal: AbortSignal,
): Promise<NativeBalance> {
  const handle = store.get(activeConnectionAtom)?.wallet.handle
  const connector = store.get(connectorsAtom).find((candidate) => candidate.key === handle)
  if (!connector || namespaceOf(network.id) !== 'eip155') throw new AirlockError('NETWORK')
  const value = await connector.request('eth_getBalance', [address, 'latest'], { scope: network.id, signal })
  if (typeof value !== 'string') throw new AirlockError('NETWORK')
  return { value: BigInt(value), decimals: network.currency.decimals, symbol: network.currency.symbol }
}
