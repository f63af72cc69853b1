/** Balances of an account, on one network or on all networks of its namespace. */
import type { Balance, Balances } from '@airlock/protocol/gateway/shapes.ts'
import { type Caip2, isCaip2, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { LRUCache } from 'lru-cache'
import { formatUnits } from 'viem'
import type { IndexReader } from '../../store/contract/chain-index.ts'
import { sharedIn } from '../../wallet/http/shared-for.ts'
import { createViewer } from '../eip155/view.ts'
import type { Asked } from '../http/serve.ts'
import type { ImageLink } from '../images/link.ts'
import { markOf } from '../images/mark.ts'
import type { GatewayNetwork } from '../networks/network.ts'
import { createNodePool, type NodePool } from '../nodes/pool.ts'
import type { AllPrices } from '../prices/prices.ts'
import { refusals } from '../refusal.ts'
import type { TokenDirectory } from '../tokens/directory.ts'
import { createEip155Balances } from './eip155.ts'
import { createReceivedTokens, type ReceivedTokens } from './received.ts'
import { createSolanaBalances } from './solana.ts'
import type { BalanceSource, Holding } from './source.ts'

export type BalancesQuery = Asked<'balance'> & { readonly address: string }

export type BalancesOptions = {
  readonly index: IndexReader
  readonly directories: ReadonlyMap<Caip2, TokenDirectory>
  readonly link: ImageLink
  readonly prices: AllPrices
}

/** Concurrent requests for one account share one read. */
const freshMs = 5_000
const cached = 5_000
const maxNamed = 32

export function createBalances(
  networks: readonly GatewayNetwork[],
  pools: ReadonlyMap<Caip2, NodePool>,
  { index, directories, link, prices }: BalancesOptions,
) {
  const all = networks.flatMap((network): BalanceSource[] => {
    const pool = pools.get(network.id)
    if (!pool) return []
    const namespace = namespaceOf(network.id)
    if (namespace === 'solana') return [createSolanaBalances(network, pool)]
    return namespace === 'eip155' ? [createEip155Balances(network, pool, receivedOf(network))] : []
  })
  function receivedOf(network: GatewayNetwork): ReceivedTokens | undefined {
    const directory = directories.get(network.id)
    if (network.history?.kind !== 'index' || !directory) return undefined
    // Separate nodes, as for the names.
    const view = createViewer(network, createNodePool(network.rpcUrls))
    return createReceivedTokens(network, index, directory, view)
  }
  const held = new LRUCache<string, Promise<readonly Holding[]>>({ max: cached, ttl: freshMs })

  return {
    /** @throws {GatewayRefusal} 400, 503 */
    async read({ address, currency, chainId, forceUpdate, signal }: BalancesQuery): Promise<Balances> {
      const asked = all.filter(({ network }) => chainId === undefined || network.id === chainId)
      if (asked.length === 0) throw refusals.badParameter(chainId ?? '')
      const own = asked.filter(({ isAddress }) => isAddress(address))
      if (own.length === 0) throw refusals.badAddress()
      const named = readNamed(forceUpdate)
      const answers = await Promise.allSettled(
        own.map((source) => holdingsOf(source, named.get(source.network.id) ?? [])),
      )
      signal.throwIfAborted()
      // A failed network does not hide the others. If all failed, an empty list would be misleading.
      if (answers.every(({ status }) => status === 'rejected')) throw refusals.balancesDown()
      const lists = await Promise.all(
        answers.map(async (answer, index) => {
          const network = own[index]?.network
          if (answer.status === 'rejected' || !network) return []
          const tokens = answer.value.map(({ token }) => token)
          const known = (await prices.read(network.id, { tokens, currency })).prices
          return answer.value.map((one) => toBalance(network, one, known.get(one.token), link))
        }),
      )
      return { balances: lists.flat() }

      function holdingsOf(source: BalanceSource, contracts: readonly string[]): Promise<readonly Holding[]> {
        const { network, read } = source
        if (contracts.length > 0) return read({ address, named: contracts, signal })
        const key = `${network.id}:${network.id.startsWith('eip155:') ? address.toLowerCase() : address}`
        return sharedIn(held, key, () => read({ address, named: [], signal: AbortSignal.timeout(30_000) }))
      }
    },
  }
}

/** @throws {GatewayRefusal} 400 if it is not a token of an EVM network */
function readNamed(text: string | undefined): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>()
  const tokens = text?.split(',') ?? []
  if (tokens.length > maxNamed) throw refusals.badParameter('forceUpdate')
  for (const token of tokens) {
    const { chainId, address } = readToken(token)
    named.set(chainId, [...(named.get(chainId) ?? []), address])
  }
  return named
}

function readToken(token: string): { readonly chainId: Caip2; readonly address: string } {
  try {
    const { chainId, address } = parseCaip10(token)
    if (isCaip2(chainId) && /^0x[0-9a-fA-F]{40}$/.test(address)) return { chainId, address }
  } catch {}
  throw refusals.badParameter('forceUpdate')
}

function toBalance(
  network: GatewayNetwork,
  { token, amount }: Holding,
  price: number | undefined,
  link: ImageLink,
): Balance {
  const { name, symbol, decimals } = token ?? network.currency
  const numeric = formatUnits(amount, decimals)
  const worth = price === undefined ? undefined : Number(numeric) * price
  return {
    name,
    symbol,
    chainId: network.id,
    ...(token && { address: `${network.id}:${token.address}` }),
    ...(worth !== undefined && Number.isFinite(worth) && { value: worth }),
    price: price ?? 0,
    quantity: { decimals: String(decimals), numeric },
    iconUrl: link(token ? token.iconUrl : markOf(network.currency.symbol)),
  }
}
