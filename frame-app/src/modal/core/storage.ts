/**
 * The frame's own storage. Browsers partition it by top-level site, which two listed origins may share, and all projects of this modal
 * origin share it too: so every key also names the project and the host origin. If storage is blocked or full, memory replaces it, which
 * `persistence` reports.
 */
import * as z from 'zod/mini'
import { openLocalStorage } from '../../shared/boot/local-storage.ts'

export interface SafeStorage {
  readonly persistence: 'local' | 'memory'
  read<T>(key: string, schema: z.ZodMiniType<T>): T | undefined
  write(key: string, value: unknown): void
  remove(key: string): void
  keys(): readonly string[]
  /** Calls the listener when another tab has written this key. */
  watch(key: string, listener: () => void): void
}

/** @param origin of the host page, as the browser reports it */
export function createStorage({ projectId }: { readonly projectId: string }, origin: string): SafeStorage {
  const prefix = `@airlock/${projectId}/${origin}/`
  const memory = new Map<string, string>()
  const local = openLocalStorage(prefix)
  return {
    persistence: local ? 'local' : 'memory',
    read(key, schema) {
      try {
        const text = memory.get(key) ?? local?.getItem(prefix + key)
        const parsed = text ? z.safeParse(schema, JSON.parse(text)) : undefined
        return parsed?.success ? parsed.data : undefined
      } catch {
        return undefined
      }
    },
    write(key, value) {
      const text = JSON.stringify(value)
      try {
        if (!local) throw new Error('memory only')
        local.setItem(prefix + key, text)
      } catch {
        memory.set(key, text)
      }
    },
    remove(key) {
      memory.delete(key)
      local?.removeItem(prefix + key)
    },
    keys: () => [
      ...memory.keys(),
      ...Object.keys(local ?? {}).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),
    ],
    watch: (name, listener) => addEventListener('storage', ({ key }) => key === prefix + name && listener()),
  }
}
