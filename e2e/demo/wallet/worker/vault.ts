/**
 * The stored wallet, in IndexedDB of the page's origin. One record, changed in one read-write transaction, so that two
 * tabs cannot create two keys. The page's own scripts could read the key, which is acceptable because it only controls
 * test money.
 */
import { generatePrivateKey } from 'viem/accounts'
import { type Hex, hex, list, object, type Parsed, readWith, text, wholeNumber } from '../../parse.ts'
import { walletNetwork } from '../state.ts'

const storedWallet = object({
  privateKey: hex,
  /** Origins that have access to the account. */
  connected: list(text),
  /** 0 until one is chosen. */
  chainId: wholeNumber,
  networks: list(walletNetwork),
})
export type StoredWallet = Parsed<typeof storedWallet>

const place = { database: 'airlock-demo-wallet', store: 'wallet', key: 'wallet' } as const
/** If storage is blocked, the wallet exists only until the page is closed. */
let inMemory: StoredWallet | undefined

/** Reads the wallet (a new one at first), stores the result of `change`, and returns it. @param key of a new one */
export async function updateWallet(change: (wallet: StoredWallet) => StoredWallet, key?: Hex): Promise<StoredWallet> {
  const database = await openDatabase().catch(() => undefined)
  if (!database) {
    inMemory = change(inMemory ?? createWallet(key))
    return inMemory
  }
  try {
    return await updateRecord(database, change, key)
  } finally {
    database.close()
  }
}

function updateRecord(
  database: IDBDatabase,
  change: (wallet: StoredWallet) => StoredWallet,
  key: Hex | undefined,
): Promise<StoredWallet> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(place.store, 'readwrite')
    const store = transaction.objectStore(place.store)
    const reading = store.get(place.key)
    let next: StoredWallet
    reading.onsuccess = () => {
      try {
        next = change(readWith(storedWallet, reading.result) ?? createWallet(key))
        store.put(next, place.key)
      } catch (error) {
        transaction.abort()
        reject(error instanceof Error ? error : new Error('the change failed'))
      }
    }
    transaction.oncomplete = () => {
      resolve(next)
    }
    transaction.onabort = transaction.onerror = () => {
      reject(transaction.error ?? new Error('storage failed'))
    }
  })
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(place.database, 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(place.store)
    }
    opening.onsuccess = () => {
      resolve(opening.result)
    }
    opening.onerror = () => {
      reject(opening.error ?? new Error('storage failed'))
    }
  })
}

const createWallet = (key: Hex | undefined): StoredWallet => ({
  privateKey: key ?? generatePrivateKey(),
  connected: [],
  chainId: 0,
  networks: [],
})
