/** The pairing client's data (its key, sessions with their keys, received messages), in the frame's own storage. */
import type { CoreTypes } from '@walletconnect/types'
import * as z from 'zod/mini'
import type { SafeStorage } from '../../../core/storage.ts'

const folder = 'pairing/'
/** Holds the topic of the session that ended last, in any tab. */
const endedKey = 'pairing-ended'

export function createPairingStore(storage: SafeStorage): NonNullable<CoreTypes.Options['storage']> {
  const keys = () => storage.keys().flatMap((key) => (key.startsWith(folder) ? [key.slice(folder.length)] : []))
  return {
    getKeys: () => Promise.resolve(keys()),
    // as: only the client writes these entries
    getEntries: <T>() =>
      Promise.resolve(
        keys().flatMap((key): [string, T][] => {
          const value = storage.read(folder + key, z.custom<T>())
          return value === undefined ? [] : [[key, value]]
        }),
      ),
    getItem: <T>(key: string) => Promise.resolve(storage.read(folder + key, z.custom<T>())),
    setItem: (key, value) => Promise.resolve(storage.write(folder + key, value)),
    removeItem: (key) => Promise.resolve(storage.remove(folder + key)),
  }
}

/** Tabs of one page share the store, but each client reads it only once. A tab that ends a session therefore tells the others. */
export function shareEnds(storage: SafeStorage, onEnded: (topic: string) => void): (topic: string) => void {
  storage.watch(endedKey, () => {
    const topic = storage.read(endedKey, z.string())
    if (topic !== undefined) onEnded(topic)
  })
  return (topic) => storage.write(endedKey, topic)
}
