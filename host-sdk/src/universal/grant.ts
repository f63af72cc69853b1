/** What a session grants now: the requested scopes, as far as the instance has the networks and connections. */
import { addressOf } from '../dom.ts'
import type { CaipAddress, Namespace, State } from '../types.ts'
import { refuse, SessionError, type SessionErrorCode } from './errors.ts'
import {
  anyNetwork,
  isKnownMethod,
  isKnownNotification,
  isSupported,
  knownNamespaceOf,
  namespaceOfScope,
  offered,
} from './offered.ts'
import type { Scope, SessionRequest, Wanted } from './scopes.ts'

export interface Granted {
  readonly key: string
  /** Addresses by CAIP-2 id; at least one network. */
  readonly accounts: ReadonlyMap<string, readonly string[]>
  readonly methods: readonly string[]
  readonly notifications: readonly string[]
}

/** The parts of the instance's state that sessions depend on. */
export interface Live {
  /** CAIP-2 ids. */
  readonly networks: readonly string[]
  readonly accounts: State['accounts']
}

/** In these namespaces an account is valid on every network; elsewhere an address belongs to one network. */
const sameOnAll: ReadonlySet<Namespace> = new Set(['eip155', 'solana'])

/** Checks the required scopes. @throws {SessionError} */
export function expectRequired({ scopes }: SessionRequest, networks: readonly string[]): void {
  for (const { key, required } of scopes)
    if (required) {
      const missing = required.chains.find((chain) => !isSupported(chain, networks))
      if (missing ?? required.chains.length === 0) refuse(5100, missing ?? `${key} names no network`)
      const { methods, notifications } = offered(key)
      const method = required.methods.find((one) => !methods.includes(one))
      if (method) refuse(isKnownMethod(key, method) ? 5101 : 5201, `A method of ${key}`)
      const notification = required.notifications.find((one) => !notifications.includes(one))
      if (notification) refuse(isKnownNotification(notification) ? 5102 : 5202, `A notification of ${key}`)
    }
}

/** The reason why nothing of the request can be granted; `undefined` if something can. */
export function reasonAgainst({ scopes }: SessionRequest, networks: readonly string[]): SessionError | undefined {
  if (scopes.some((scope) => isPossible(scope, networks))) return undefined
  const there = scopes.filter((scope) => chainsOf(scope, networks).length > 0)
  const because = (code: SessionErrorCode) => new SessionError(code, 'Nothing that was asked for is offered')
  if (there.length === 0) return because(5100)
  const isKnown = there.some(({ key, ...scope }) =>
    partsOf(scope).some(({ methods }) => methods.some((one) => isKnownMethod(key, one))),
  )
  return because(isKnown ? 5101 : 5201)
}

const isPossible = (scope: Scope, networks: readonly string[]) =>
  chainsOf(scope, networks).length > 0 && granted(scope) !== undefined

/** Namespaces to be connected, those of required scopes first. */
export function namespacesOf({ scopes }: SessionRequest, networks: readonly string[]): Namespace[] {
  const possible = scopes.filter((scope) => isPossible(scope, networks))
  const ordered = [...possible.filter(({ required }) => required), ...possible]
  return [...new Set(ordered.flatMap(({ key }) => knownNamespaceOf(key.includes(':') ? key : `${key}:0`) ?? []))]
}

export const isRequired = ({ scopes }: SessionRequest, namespace: Namespace): boolean =>
  scopes.some(({ key, required }) => required && namespaceOfScope(key) === namespace)

export function grant(scopes: readonly Scope[], { networks, accounts }: Live): Granted[] {
  return scopes.flatMap((scope) => {
    const allowed = granted(scope)
    const on = chainsOf(scope, networks).flatMap((chain) => {
      const addresses = addressesOn(chain, accounts)
      return addresses.length > 0 ? [[chain, addresses] as const] : []
    })
    return allowed && on.length > 0 ? [{ key: scope.key, accounts: new Map(on), ...allowed }] : []
  })
}

const partsOf = ({ required, optional }: Omit<Scope, 'key'>): Wanted[] =>
  [required, optional].filter((part) => part !== undefined)

const chainsOf = (scope: Scope, networks: readonly string[]): string[] => [
  ...new Set(partsOf(scope).flatMap(({ chains }) => chains.filter((chain) => isSupported(chain, networks)))),
]

/** `undefined` if none of the requested methods is offered. A scope without methods requests all of them. */
function granted(scope: Scope): Pick<Granted, 'methods' | 'notifications'> | undefined {
  const known = offered(scope.key)
  const parts = partsOf(scope)
  if (parts.some(({ methods, notifications }) => methods.length + notifications.length === 0)) return known
  const pick = (name: 'methods' | 'notifications') => {
    const wanted = new Set(parts.flatMap((part) => part[name]))
    return [...wanted].filter((one) => known[name].includes(one))
  }
  const methods = pick('methods')
  return methods.length > 0 || parts.every((part) => part.methods.length === 0)
    ? { methods, notifications: pick('notifications') }
    : undefined
}

function addressesOn(chain: string, accounts: State['accounts']): string[] {
  const namespace = knownNamespaceOf(chain)
  if (!namespace) return []
  const account = accounts[namespace]
  if (account?.status !== 'connected' || !account.caipAddress) return []
  const all: CaipAddress[] = [account.caipAddress, ...account.accounts]
  const here = sameOnAll.has(namespace) || chain === anyNetwork ? all : all.filter((one) => one.startsWith(`${chain}:`))
  return [...new Set(here.map(addressOf))]
}
