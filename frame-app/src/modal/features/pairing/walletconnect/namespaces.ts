/** The proposal to a wallet, and the namespaces that it has granted. Pure. */
import { allowlist } from '@airlock/protocol/allowlist/index.ts'
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import {
  type Caip2,
  type Caip10,
  isCaip2,
  isCaip10,
  type Namespace,
  namespaceOf,
  namespaces,
  parseCaip10,
} from '@airlock/protocol/scalars/caip.ts'
import { addressKey, hasAddressForm } from '../../../../shared/chains/address-form.ts'
import { checksum } from '../../../../shared/chains/eip155/checksum.ts'
import { addressOn, readSs58 } from '../../../../shared/chains/polkadot/ss58.ts'

export interface Wish {
  chains: string[]
  methods: string[]
  events: string[]
}

const changes = ['accountsChanged', 'chainChanged'] as const

/** Only proposed methods can be used later: the allowlist's, and the one by which the modal itself switches networks. */
export const methodsOf = (namespace: Namespace): readonly string[] => [
  ...Object.entries(allowlist[namespace]).flatMap(([method, { paired }]) => (paired ? [method] : [])),
  ...(namespace === 'eip155' ? [switchMethod] : []),
]
export const switchMethod = 'wallet_switchEthereumChain'

/** Older wallets know these chains only by their former ids. */
const formerIds: Readonly<Record<string, Caip2>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
}
const currentIds = new Map(Object.entries(formerIds).map(([current, former]): [string, string] => [former, current]))

/** One entry per namespace of the app's networks. All entries are optional, so that a wallet can accept some of them. */
export function propose(networks: readonly Pick<Network, 'id'>[]): Record<string, Wish> {
  const wished: Record<string, Wish> = {}
  for (const namespace of namespaces) {
    const chains = networks.flatMap(({ id }) => (namespaceOf(id) === namespace ? [id, formerIds[id] ?? id] : []))
    const events = namespace === 'bip122' ? [...changes, 'bip122_addressesChanged'] : [...changes]
    if (chains.length > 0)
      wished[namespace] = { chains: [...new Set(chains)], methods: [...methodsOf(namespace)], events }
  }
  return wished
}

/** A wallet's grants in one namespace. */
export interface Grant {
  readonly accounts: readonly Caip10[]
  readonly chains: readonly Caip2[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}
export type Grants = Readonly<Partial<Record<Namespace, Grant>>>

/** Limits against oversized grants: entries read per list, and accounts shown per chain. */
const maxEntries = 4_096
export const maxAccounts = 100

interface Agreed {
  readonly accounts: readonly string[]
  readonly chains?: readonly string[] | undefined
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/**
 * Wallets use a namespace or a single chain as the key, omit `chains`, use former ids, and may send invalid accounts.
 * Unreadable entries are ignored, and a namespace without an account counts as not granted.
 */
export function readGrants(agreed: Readonly<Record<string, Agreed>>): Grants {
  const grants: Partial<Record<Namespace, Grant>> = {}
  for (const namespace of namespaces) {
    const parts = Object.entries(agreed).filter(([key]) => key === namespace || key.startsWith(`${namespace}:`))
    const listed = (name: 'accounts' | 'chains' | 'methods' | 'events') =>
      parts.flatMap(([, part]) => part[name] ?? []).slice(0, maxEntries)
    const accounts = uniqueAccounts(listed('accounts').flatMap(readAccount)).filter(
      (account) => namespaceOf(account) === namespace,
    )
    if (accounts.length === 0) continue
    const keys = parts.flatMap(([key]) => (key === namespace ? [] : [key])).slice(0, maxEntries)
    const chains = unique([
      ...[...keys, ...listed('chains')].map(toCurrent).filter(isCaip2),
      ...accounts.map((account) => parseCaip10(account).chainId),
    ]).filter((chain) => namespaceOf(chain) === namespace)
    grants[namespace] = { accounts, chains, methods: unique(listed('methods')), events: unique(listed('events')) }
  }
  return grants
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
const toCurrent = (id: string): string => currentIds.get(id) ?? id

/** Removes duplicate accounts, ignoring case. */
export function uniqueAccounts(accounts: readonly Caip10[]): Caip10[] {
  const known = new Map<string, Caip10>()
  for (const account of accounts) {
    const { chainId, address, namespace } = parseCaip10(account)
    const key = `${chainId}:${addressKey(namespace, address)}`
    if (!known.has(key)) known.set(key, account)
  }
  return [...known.values()]
}

export function readAccount(text: string): Caip10[] {
  const end = text.lastIndexOf(':')
  const account = `${toCurrent(text.slice(0, end))}${text.slice(end)}`
  return isCaip10(account) && isAddress(namespaceOf(account), parseCaip10(account).address) ? [account] : []
}

/** Checksums are checked if that needs little code: requests with a wrong address would fail. */
const isAddress = (namespace: Namespace, address: string): boolean =>
  hasAddressForm(namespace, address) && (namespace !== 'polkadot' || readSs58(address) !== undefined)

/** The address of the same account on this chain: on Polkadot, each has its own, and on EVM chains it has its checksum. */
export function writtenOn(address: string, chain: Caip2): string {
  const namespace = namespaceOf(chain)
  if (namespace === 'eip155') return checksum(address)
  return (namespace === 'polkadot' ? addressOn(chain, address) : undefined) ?? address
}

/** The id by which this wallet knows the chain. */
export function nameForWallet(chain: Caip2, agreed: Readonly<Record<string, Agreed>>): string {
  const former = formerIds[chain]
  if (former === undefined) return chain
  const known = Object.entries(agreed).flatMap(([key, { accounts, chains }]) => [key, ...(chains ?? []), ...accounts])
  const isNamed = (id: string) => known.some((text) => text === id || text.startsWith(`${id}:`))
  return isNamed(chain) || !isNamed(former) ? chain : former
}

/**
 * The addresses on one chain, as the wallet has written them. If there are none, those on other chains: many wallets name accounts for only
 * one of many chains.
 */
export function addressesOn({ accounts }: Grant, chain: Caip2): readonly string[] {
  const there = accounts.filter((account) => parseCaip10(account).chainId === chain)
  return (there.length > 0 ? there : accounts).map((account) => parseCaip10(account).address)
}

/**
 * The address on a chain to which the wallet moves: the first one that it granted there, if the current one is granted on other chains only
 * (CAIP-10: an account belongs to its chain). An address that no grant names is the wallet's newest word.
 */
export function grantedAddress(grant: Grant, address: string, chain: Caip2): string {
  const written = writtenOn(address, chain)
  const keyOf = (account: Caip10) => addressKey(namespaceOf(chain), parseCaip10(account).address)
  const there = grant.accounts.filter((account) => parseCaip10(account).chainId === chain)
  const isAmong = (accounts: readonly Caip10[], wanted: string) =>
    accounts.some((account) => keyOf(account) === addressKey(namespaceOf(chain), wanted))
  const [first] = there
  if (first === undefined || isAmong(there, written) || !isAmong(grant.accounts, address)) return written
  return writtenOn(parseCaip10(first).address, chain)
}

export function accountsOn(grant: Grant, chain: Caip2): readonly Caip10[] {
  const given = uniqueAccounts(addressesOn(grant, chain).map((address): Caip10 => `${chain}:${address}`))
  const shown = given
    .slice(0, maxAccounts)
    .map((account): Caip10 => `${chain}:${writtenOn(parseCaip10(account).address, chain)}`)
  return uniqueAccounts(shown)
}
