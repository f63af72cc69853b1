/** Which wallets fit a query. Pure; the order is the table's. */
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { groups } from './chains.ts'
import type { WalletsQuery } from './query.ts'
import type { WalletAnswer } from './wallets.ts'

export type Page = { readonly count: number; readonly data: readonly WalletAnswer[] }

/** `count` is what fits in all, before the page is cut out. */
export function selectWallets(wallets: readonly WalletAnswer[], query: WalletsQuery): Page {
  const fitting = wallets.map((wallet) => withAskedChains(wallet, query.chains)).filter(fits(query))
  const start = (query.page - 1) * query.entries
  return { count: fitting.length, data: fitting.slice(start, start + query.entries) }
}

function fits({ chains, include, exclude, names, rdns, search, badge_type, platform }: WalletsQuery) {
  const wanted = fold(search ?? '')
  const included = include?.length ? new Set(include) : undefined
  const excluded = new Set(exclude)
  const named = names?.length ? new Set(names.map(fold)) : undefined
  const known = rdns?.length ? new Set(rdns) : undefined
  return (wallet: WalletAnswer): boolean =>
    (!included || included.has(wallet.id)) &&
    !excluded.has(wallet.id) &&
    (!named || named.has(fold(wallet.name))) &&
    (!known || (wallet.rdns !== null && known.has(wallet.rdns))) &&
    (!badge_type || wallet.badge_type === badge_type) &&
    (platform !== 'ios' || wallet.app_store !== null) &&
    (platform !== 'android' || wallet.play_store !== null) &&
    // Whole ids: `eip155:1` is no part of `eip155:10`.
    (!chains?.length || chains.some((chain) => wallet.chains.includes(chain))) &&
    fold(wallet.name).includes(wanted)
}

/** A wallet that carries every network of the EVM group takes others too, so those that are asked for count as its own. */
function withAskedChains(wallet: WalletAnswer, asked: readonly Caip2[] = []): WalletAnswer {
  const isOpen = groups.evm.every((chain) => wallet.chains.includes(chain))
  const added = isOpen ? asked.filter((chain) => namespaceOf(chain) === 'eip155' && !wallet.chains.includes(chain)) : []
  return added.length === 0 ? wallet : { ...wallet, chains: [...wallet.chains, ...added] }
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
