/** Drivers by namespace, each a lazy chunk, because the connect view needs none of them. A new namespace is one line here. */
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import type { ChainDriver } from './driver.ts'

const drivers: Partial<Record<Namespace, () => Promise<ChainDriver>>> = {
  eip155: () => import('./eip155/driver.ts').then((module) => module.eip155Driver),
  solana: () => import('./solana/driver.ts').then((module) => module.solanaDriver),
  bip122: () => import('./bip122/driver.ts').then((module) => module.bip122Driver),
}

const loaded = new Map<Namespace, Promise<ChainDriver>>()

export const hasDriver = (namespace: Namespace): boolean => drivers[namespace] !== undefined

/** `undefined` for a namespace without a driver yet: its accounts are shown without balance. */
export function loadDriver(namespace: Namespace): Promise<ChainDriver> | undefined {
  const load = drivers[namespace]
  if (!load) return undefined
  const known = loaded.get(namespace)
  if (known) return known
  const loading = load().catch((error: unknown) => {
    loaded.delete(namespace) // so that the next call tries to load it again
    throw error
  })
  loaded.set(namespace, loading)
  return loading
}
