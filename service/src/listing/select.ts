/** Selects the wallets that match a query. Pure; keeps the order of the table. */
import { type Caip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { groups } from './chains.ts'
import type { WalletsQuery } from './query.ts'
import type { WalletAnswer } from './wallets.ts'

export type Page = { readonly count: number; readonly data: readonly WalletAnswer[] }

/** `count` is the number of matches before paging. */
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
    // Compares whole ids: `eip155:1` is not part of `eip155:10`.
    (!chains?.length || chains.some((chain) => wallet.chains.includes(chain))) &&
    fold(wallet.name).includes(wanted)
}

/** A wallet with the whole EVM group accepts other EVM networks too, so the requested ones are added to its list. */
function withAskedChains(wallet: WalletAnswer, asked: readonly Caip2[] = []): WalletAnswer {
  const isOpen = groups.evm.every((chain) => wallet.chains.includes(chain))
  const added = isOpen ? asked.filter((chain) => namespaceOf(chain) === 'eip155' && !wallet.chains.includes(chain)) : []
  return added.length === 0 ? wallet : { ...wallet, chains: [...wallet.chains, ...added] }
}

const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
