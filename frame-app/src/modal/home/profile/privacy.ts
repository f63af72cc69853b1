/** What the page, services and this browser know about the user, derived from what is really sent and stored. */
import type { Snapshot } from '@airlock/protocol/contracts/shapes/account.ts'
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { ModalContext } from '../../core/context.ts'
import type { SafeStorage } from '../../core/storage.ts'
import { canReadBalance } from '../../session/balance.ts'
import type { Connected } from '../../session/state/accounts.ts'

/** `window`: events of the modal; `transactions`: their hashes and states. */
const seen = [
  'address',
  'network',
  'wallet',
  'name',
  'picture',
  'email',
  'balance',
  'signIn',
  'transactions',
  'window',
] as const
export type Seen = (typeof seen)[number]

export function seenByPage(
  context: Pick<ModalContext, 'project'>,
  { accounts, session }: Pick<Snapshot, 'accounts' | 'session'>,
  connections: readonly Connected[],
): readonly Seen[] {
  const emails = new Set(connections.flatMap(({ profile }) => (profile === undefined ? [] : [profile])))
  const profiles = accounts.flatMap(({ profile }) => (profile ? [profile] : []))
  const names = profiles.flatMap(({ name }) => (name === undefined ? [] : [name]))
  const is: Record<Seen, boolean> = {
    address: true,
    network: true,
    wallet: true,
    name: names.some((name) => !emails.has(name)),
    picture: profiles.some(({ avatar }) => avatar !== undefined),
    // The email address is also the name of an account that has no other.
    email: accounts.some(({ user }) => user?.email !== undefined) || names.some((name) => emails.has(name)),
    // The page is told the balance as soon as it is read.
    balance: accounts.some(({ balance }) => balance) || connections.some((one) => canReadBalance(context, one.chainId)),
    signIn: session !== null,
    transactions: true,
    window: true,
  }
  return seen.filter((one) => is[one])
}

export type Asked = 'gateway' | 'pictures' | 'nodes' | 'counting'

/** Which services are asked about the accounts, besides the wallet. */
export function askedAbout(
  { project }: Pick<ModalContext, 'project'>,
  connections: readonly Connected[],
  isCounted: boolean,
): readonly Asked[] {
  const hasGateway = project.gatewayUrl !== undefined
  const isEvm = connections.some(({ chainId }) => namespaceOf(chainId) === 'eip155')
  const nodesOf = (chainId: Connected['chainId']) => (project.rpc[chainId] ?? []).length > 0
  // ENS names are on Ethereum, whatever the network.
  const readsEns = !hasGateway && isEvm && nodesOf('eip155:1')
  return [
    ...(hasGateway ? (['gateway', 'pictures'] as const) : []),
    ...(readsEns || connections.some(({ chainId }) => nodesOf(chainId)) ? (['nodes'] as const) : []),
    ...(project.analyticsUrl !== undefined && isCounted ? (['counting'] as const) : []),
  ]
}

/** The start of a key in storage, and what it holds. */
const kinds = [
  ['recent-wallets', 'recent'],
  ['send-recents/', 'recipients'],
  ['ledger/', 'transactions'],
  ['send-begun/', 'transactions'],
  ['bought/', 'sellers'],
  ['appearance', 'choices'],
  ['address/', 'network'],
  ['network', 'network'],
  ['left', 'network'],
  ['pairing', 'pairing'],
  ['social-redirect', 'login'],
  ['account-cache', 'figures'],
] as const

/** `other`: a stored key that has no text yet, so that it is listed all the same. */
export type Kept = (typeof kinds)[number][1] | 'other'

/** What the frame's own storage holds for this site. */
export function keptHere(storage: Pick<SafeStorage, 'keys'>): readonly Kept[] {
  const kindOf = (key: string): Kept => kinds.find(([start]) => key.startsWith(start))?.[1] ?? 'other'
  return [...new Set(storage.keys().map(kindOf))].sort()
}
