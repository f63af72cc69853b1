/** The methods of our allowlist and the notifications that a session may grant in each namespace. */

import { connectionMethods } from '@airlock/protocol/allowlist/connection-methods.ts'
import { allowlist } from '@airlock/protocol/allowlist/index.ts'
import { isRefused } from '@airlock/protocol/allowlist/refused.ts'
import { isCaip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { Namespace } from '../types.ts'

/** Not part of a session, which names its accounts and networks itself, but known to every wallet. */
const ofConnection = [...connectionMethods.keys()]

const notifications: readonly string[] = ['accountsChanged', 'chainChanged']
const knownNotifications: ReadonlySet<string> = new Set(['connect', 'disconnect', 'eth_subscription', 'message'])

/** The network id for methods without a particular network (CAIP-25). */
export const anyNetwork = 'eip155:0'
export const isOfNoNetwork = (method: string): boolean => method.startsWith('wallet_')

export const namespaceOfScope = (key: string): string => key.split(':', 1)[0] ?? ''

const methodsOf = (namespace: string): readonly string[] =>
  Object.hasOwn(allowlist, namespace)
    ? Object.keys(allowlist[namespace as Namespace]).filter((method) => !ofConnection.includes(method)) // as: it has the key
    : []

/** @param key of a scope: a namespace, or one network */
export function offered(key: string): {
  readonly methods: readonly string[]
  readonly notifications: readonly string[]
} {
  const methods = methodsOf(namespaceOfScope(key))
  return { methods: key === anyNetwork ? methods.filter(isOfNoNetwork) : methods, notifications }
}

export const isKnownMethod = (key: string, method: string): boolean =>
  ofConnection.includes(method) || isRefused(method) || methodsOf(namespaceOfScope(key)).includes(method)

export const isKnownNotification = (name: string): boolean =>
  notifications.includes(name) || knownNotifications.has(name)

/** @param networks the networks of the instance */
export const isSupported = (chain: string, networks: readonly string[]): boolean =>
  chain === anyNetwork ? networks.some((network) => namespaceOfScope(network) === 'eip155') : networks.includes(chain)

export const knownNamespaceOf = (chain: string): Namespace | undefined =>
  isCaip2(chain) ? namespaceOf(chain) : undefined
