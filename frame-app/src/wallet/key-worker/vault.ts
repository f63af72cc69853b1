/**
 * Data stored in this storage partition: the device's keys, its share sets, and the wallet that it has seen for each user. Writes are
 * durable before they count (`strict`). If the browser refuses or erases the data, this becomes a new device, and no key is lost.
 */
import type { Lineage } from '@airlock/protocol/wallet-service/shapes.ts'
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb'
import { KeyWorkerError } from '../key-link/failure.ts'
import type { Pin } from '../key-link/surface.ts'
import type { Addresses } from './keys/accounts.ts'
import type { Bytes } from './keys/bytes.ts'
import { createDeviceKeys, type DeviceKeys } from './keys/device.ts'

/** One share set of this device; all its data is encrypted or public. */
export interface StoredSet {
  readonly setId: string
  readonly userId: string
  readonly walletId: string
  readonly keyVersion: number
  /** `PREPARED` until it is known that the service has activated it. */
  readonly state: 'PREPARED' | 'ACTIVE'
  /** The first set of a new wallet, or another set of an existing one. */
  readonly purpose: 'wallet' | 'share-set'
  readonly addresses: Addresses
  /** Encrypted with the device's wrapping key. */
  readonly deviceShare: Bytes
  readonly ciphertext: Bytes
  /** Sealed to the wallet's recovery key. With the device share and a passkey, it opens the wallet without a service. */
  readonly recoverySealed: Bytes
  /** Copies of the recovery secret, encrypted with passkeys, which cannot be guessed. No other method's copy may be stored here. */
  readonly passkeys: readonly { readonly credentialId: string; readonly wrappedR: Bytes }[]
  /**
   * The recovery secret encrypted with the wallet's key, if the wallet was created without a recovery method: there is no other copy, and
   * without it no method could ever be added. Only an open wallet can decrypt it.
   */
  readonly keptSecret?: Bytes | undefined
  /** Of a wallet that replaced another one. */
  readonly lineage?: Lineage | undefined
}

interface Schema extends DBSchema {
  device: { key: 'keys'; value: DeviceKeys }
  sets: { key: string; value: StoredSet; indexes: { userId: string } }
  pins: { key: string; value: Pin }
}

type WritableSets = IDBPObjectStore<Schema, ['sets'], 'sets', 'readwrite'>

export type Vault = ReturnType<typeof openVault>

const strict = { durability: 'strict' } as const

/** Every method throws {@link KeyWorkerError} STORAGE if the browser's storage does not work. */
export function openVault(name: string) {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  const open = () => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('device')
        db.createObjectStore('sets', { keyPath: 'setId' }).createIndex('userId', 'userId')
        db.createObjectStore('pins')
      },
    })
    return opened
  }
  const use = async <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> => {
    try {
      return await work(await open())
    } catch (cause) {
      opened = undefined
      throw new KeyWorkerError('STORAGE', { cause })
    }
  }
  /** Changes the sets in one transaction, which is durable when the promise resolves. */
  const changeSets = <T>(work: (sets: WritableSets) => Promise<T>): Promise<T> =>
    use(async (db) => {
      const transaction = db.transaction('sets', 'readwrite', strict)
      const result = await work(transaction.store)
      await transaction.done
      return result
    })
  const changeEach = (userId: string, changed: (set: StoredSet) => StoredSet): Promise<void> =>
    changeSets(async (sets) => {
      for (const set of await sets.index('userId').getAll(userId)) await sets.put(changed(set))
    })
  return {
    /** Always the same in this partition, whichever tab asks first. */
    deviceKeys: () =>
      use(async (db) => {
        const kept = await db.get('device', 'keys')
        if (kept) return kept
        const fresh = await createDeviceKeys()
        // Another tab may have been faster; then its keys are used.
        const transaction = db.transaction('device', 'readwrite', strict)
        const first = await transaction.store.get('keys')
        if (!first) await transaction.store.put(fresh, 'keys')
        await transaction.done
        return first ?? fresh
      }),
    setsOf: (userId: string) => use((db) => db.getAllFromIndex('sets', 'userId', userId)),
    set: (setId: string) => use((db) => db.get('sets', setId)),
    pin: (userId: string) => use((db) => db.get('pins', userId)),
    put: (set: StoredSet) => changeSets(async (sets) => void (await sets.put(set))),
    /**
     * Atomically makes this set the user's only one here and pins its wallet. Keeps the passkeys that other tabs have stored, and candidates
     * with a newer key: the service may activate one at this moment, and nothing else would open it.
     */
    settle: (set: StoredSet) =>
      use(async (db) => {
        const transaction = db.transaction(['sets', 'pins'], 'readwrite', strict)
        const sets = transaction.objectStore('sets')
        for (const { setId, keyVersion } of await sets.index('userId').getAll(set.userId))
          if (setId !== set.setId && keyVersion <= set.keyVersion) await sets.delete(setId)
        const stored = await sets.get(set.setId)
        await sets.put({ ...set, state: 'ACTIVE', passkeys: (stored ?? set).passkeys })
        const { walletId, keyVersion, addresses } = set
        await transaction.objectStore('pins').put({ walletId, keyVersion, addresses }, set.userId)
        await transaction.done
      }),
    /** Adds it atomically to the user's active set; `false` if there is none. */
    addPasskey: (userId: string, copy: StoredSet['passkeys'][number]) =>
      changeSets(async (sets) => {
        const records = await sets.index('userId').getAll(userId)
        const active = records.find(({ state }) => state === 'ACTIVE')
        if (active) await sets.put({ ...active, passkeys: joined(active.passkeys, copy) })
        return active !== undefined
      }),
    /** Erases the key of the wallet that the user's active one has replaced. */
    dropFormer: (userId: string) =>
      changeEach(userId, ({ lineage, ...set }) => {
        return lineage ? { ...set, lineage: { predecessors: lineage.predecessors } } : set
      }),
    /** Removes it from all sets of the user. */
    dropPasskey: (userId: string, credentialId: string) =>
      changeEach(userId, (set) => {
        return { ...set, passkeys: set.passkeys.filter((copy) => copy.credentialId !== credentialId) }
      }),
    /** Replaces the proof key, which identifies the device. The wrapping key stays, so stored shares still open. */
    renew: () =>
      use(async (db) => {
        const { proof, jwk } = await createDeviceKeys()
        const transaction = db.transaction('device', 'readwrite', strict)
        const kept = await transaction.store.get('keys')
        if (kept) await transaction.store.put({ ...kept, proof, jwk }, 'keys')
        await transaction.done
      }),
    erase: () =>
      use(async (db) => {
        const transaction = db.transaction(['device', 'sets', 'pins'], 'readwrite', strict)
        for (const store of ['device', 'sets', 'pins'] as const) await transaction.objectStore(store).clear()
        await transaction.done
      }),
  }
}

/** One copy of each passkey; the later one replaces an earlier one. */
const joined = (earlier: StoredSet['passkeys'], later: StoredSet['passkeys'][number]): StoredSet['passkeys'] => [
  ...new Map([...earlier, later].map((copy) => [copy.credentialId, copy])).values(),
]
