/**
 * What the wallet stores of a login in its partition: the session, and what the specification calls the login cache. All of it may be
 * gone at any time, and none of it opens anything without the device's key. An item that does not parse counts as absent.
 *
 * Host origins of one site share the partition. The session is for all of them, since the device and its wallet are the same; that the
 * user has connected, and on which network, is stored for each host origin.
 */
import { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { Email, EvmAddress, Hash32, Name, Timestamp } from '@airlock/protocol/scalars/values.ts'
import { Opaque } from '@airlock/protocol/wallet-service/shapes.ts'
import * as z from 'zod/mini'

const items = {
  /** The refresh token is good for one use, by this device alone. `login` stays the same until the user signs out. */
  session: z.strictObject({ userId: Opaque, refreshToken: Opaque, login: Opaque }),
  /** The `login` to which the user has connected this host origin. */
  connected: Opaque,
  emailLoginUsed: z.literal(true),
  email: Email,
  socialUsername: Name,
  lastUsedChain: Caip2,
  /** Unix time in ms of the last mail that was asked for. */
  lastEmailLoginTime: Timestamp,
  smartAccountEnabledNetworks: z.array(z.int().check(z.positive())).check(z.maxLength(100)),
  /** What the next nonce follows (`SentLog`). */
  sentTransactions: z
    .array(
      z.strictObject({
        scope: Caip2,
        account: EvmAddress,
        nonce: z.int().check(z.nonnegative()),
        hash: Hash32,
        outcome: z.enum(['taken', 'unclear']),
        at: Timestamp,
      }),
    )
    .check(z.maxLength(100)),
} as const

type Items = { [K in keyof typeof items]: z.output<(typeof items)[K]> }
export type StoredSession = Items['session']

/** The login cache: the six items of the specification. The session goes with its own end. */
const cache = [
  'emailLoginUsed',
  'email',
  'socialUsername',
  'lastUsedChain',
  'lastEmailLoginTime',
  'smartAccountEnabledNetworks',
] as const satisfies readonly (keyof Items)[]

/** Stored for each host origin; all others for the partition. */
const ofHost: ReadonlySet<keyof Items> = new Set(['connected', 'lastUsedChain'])

export interface LoginStore {
  read<K extends keyof Items>(key: K): Items[K] | undefined
  write<K extends keyof Items>(key: K, value: Items[K]): void
  remove(...keys: readonly (keyof Items)[]): void
  /**
   * `disconnected`: all of it. `notConnected`: all but the wait between two mails, which somebody may be in the middle of. What was sent is
   * forgotten with both.
   */
  clearCache(why: 'disconnected' | 'notConnected'): void
}

/**
 * @param hostOrigin of the page around the wallet, as the browser reports it
 * @param storage of the partition; absent, the login lasts as long as the page
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
      const parsed = z.safeParse(form, readJson(kept.getItem(name(key))))
      return parsed.success ? (parsed.data as Items[typeof key]) : undefined // as: parsed by the schema of this item
    },
    write: (key, value) => kept.setItem(name(key), JSON.stringify(value)),
    remove,
    clearCache(why) {
      remove(...cache.filter((item) => why === 'disconnected' || item !== 'lastEmailLoginTime'), 'sentTransactions')
    },
  }
}

function readJson(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
