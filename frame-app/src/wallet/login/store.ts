/**
 * Data of a login in the storage partition: the session, and the specification's login cache. All of it can disappear at any time, and it
 * opens nothing without the device's key. An item that does not parse counts as absent.
 *
 * All host origins of a site share the partition. They share the session, because device and wallet are the same; whether the user has
 * connected, and on which network, is stored per host origin.
 */

import { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { Origin } from '@airlock/protocol/scalars/origin.ts'
import { SocialId } from '@airlock/protocol/scalars/social-id.ts'
import { Email, EvmAddress, Hash32, Name, Timestamp } from '@airlock/protocol/scalars/values.ts'
import { Opaque } from '@airlock/protocol/wallet-service/shapes.ts'
import * as z from 'zod/mini'

const list = <T extends z.core.$ZodShape>(of: T) => z.array(z.strictObject(of)).check(z.maxLength(100))
/** A transaction that the account has sent. */
const sent = {
  scope: Caip2,
  account: EvmAddress,
  nonce: z.int().check(z.nonnegative()),
  hash: Hash32,
  at: Timestamp,
}

const items = {
  /** The refresh token can be used once, only by this device. `login` stays the same until the user signs out. */
  session: z.strictObject({ userId: Opaque, refreshToken: Opaque, login: Opaque }),
  /** The `login` during which the user connected this host origin. */
  connected: Opaque,
  emailLoginUsed: z.literal(true),
  email: Email,
  /** The provider of the login, if it was a social one. */
  social: SocialId,
  socialUsername: Name,
  lastUsedChain: Caip2,
  /** Unix time in ms of the last requested email. */
  lastEmailLoginTime: Timestamp,
  smartAccountEnabledNetworks: z.array(z.int().check(z.positive())).check(z.maxLength(100)),
  /** Determines the next nonce (`SentLog`). */
  sentTransactions: list({ ...sent, outcome: z.enum(['taken', 'unclear']) }),
  /** Chosen by the user, for the accounts on eip155. */
  preferredAccountType: z.enum(['eoa', 'smartAccount']),
  /** Calls that pages of this partition have sent (`BatchLog`). */
  sentBatches: list({
    ...sent,
    origin: Origin,
    key: Hash32,
    version: z.enum(['1.0', '2.0.0']),
    since: z.optional(z.int().check(z.nonnegative())),
    entryPoint: z.optional(EvmAddress),
  }),
} as const

type Items = { [K in keyof typeof items]: z.output<(typeof items)[K]> }
export type StoredSession = Items['session']

/** The login cache: the six items of the specification, and the provider. The session is removed separately. */
const cache = [
  'emailLoginUsed',
  'email',
  'social',
  'socialUsername',
  'lastUsedChain',
  'lastEmailLoginTime',
  'smartAccountEnabledNetworks',
] as const satisfies readonly (keyof Items)[]

/** What the account has sent, and how. */
const ofAccount = [
  'sentTransactions',
  'sentBatches',
  'preferredAccountType',
] as const satisfies readonly (keyof Items)[]

/** Stored for each host origin; all others for the partition. */
const ofHost: ReadonlySet<keyof Items> = new Set(['connected', 'lastUsedChain'])

export interface LoginStore {
  read<K extends keyof Items>(key: K): Items[K] | undefined
  write<K extends keyof Items>(key: K, value: Items[K]): void
  remove(...keys: readonly (keyof Items)[]): void
  /**
   * `disconnected`: all items. `notConnected`: all but the time of the last email, because a login may be in progress. Both also remove the
   * sent transactions and calls.
   */
  clearCache(why: 'disconnected' | 'notConnected'): void
}

/**
 * @param hostOrigin the host page's origin, as the browser reports it
 * @param storage of the partition; without it, the login lasts as long as the page
 */
export function createLoginStore(project: string, hostOrigin: string, storage: Storage | undefined): LoginStore {
  const memory = new Map<string, string>()
  const kept: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = storage ?? {
    getItem: (key) => memory.get(key) ?? null,
    setItem: (key, value) => void memory.set(key, value),
    removeItem: (key) => void memory.delete(key),
  }
  const name = (key: keyof Items) => `@airlock/wallet/${project}/${ofHost.has(key) ? `${hostOrigin}/` : ''}${key}`
  const remove: LoginStore['remove'] = (...keys) => {
    for (const key of keys) kept.removeItem(name(key))
  }
  return {
    read(key) {
      const form: z.ZodMiniType = items[key]
      const { data } = z.safeParse(form, readJson(kept.getItem(name(key))))
      return data as Items[typeof key] | undefined // as: parsed by the schema of this item
    },
    write: (key, value) => kept.setItem(name(key), JSON.stringify(value)),
    remove,
    clearCache(why) {
      remove(...cache.filter((item) => why === 'disconnected' || item !== 'lastEmailLoginTime'), ...ofAccount)
    },
  }
}

/** `undefined` for what is no JSON. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
