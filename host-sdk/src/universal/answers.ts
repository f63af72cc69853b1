/** Writes a session in the form of each version of CAIP-25. */
import type { Granted } from './grant.ts'

export interface ScopeObject {
  /** Only for a namespace. The current version of CAIP-25 calls them `chains`. */
  readonly references?: readonly string[]
  readonly chains?: readonly string[]
  readonly methods: readonly string[]
  readonly notifications: readonly string[]
  /** CAIP-10; plain addresses in the current version. */
  readonly accounts: readonly string[]
}

export type ScopeObjects = Readonly<Record<string, ScopeObject>>

/** CAIP-217 scope objects, as in CAIP-311 and CAIP-312. */
export const toSessionScopes = (all: readonly Granted[]): ScopeObjects =>
  Object.fromEntries(
    all.map(({ key, accounts, methods, notifications }) => [
      key,
      {
        ...(isNamespace(key) && { references: referencesOf(key, accounts) }),
        methods,
        notifications,
        accounts: [...accounts].flatMap(([chain, addresses]) => addresses.map((address) => `${chain}:${address}`)),
      },
    ]),
  )

/** In the current version, accounts have no network, so networks with other accounts get their own scope. */
export const toScopes = (all: readonly Granted[]): ScopeObjects =>
  Object.fromEntries(
    all.flatMap(({ key, accounts, methods, notifications }) => {
      const lists = [...accounts.values()]
      const isOne = new Set(lists.map(String)).size === 1
      return isOne
        ? [
            [
              key,
              {
                ...(isNamespace(key) && { chains: referencesOf(key, accounts) }),
                accounts: lists[0] ?? [],
                methods,
                notifications,
              },
            ],
          ]
        : [...accounts].map(([chain, addresses]) => [chain, { accounts: addresses, methods, notifications }])
    }),
  )

const isNamespace = (key: string) => !key.includes(':')
const referencesOf = (key: string, accounts: Granted['accounts']) =>
  [...accounts.keys()].map((chain) => chain.slice(key.length + 1))
