/** The code of each namespace that can send (`sending.ts`). A new namespace is one line here. */
import { type Caip2, type Namespace, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import type { SendDriver } from './sending.ts'

const drivers: Partial<Record<Namespace, () => Promise<SendDriver>>> = {
  eip155: () => import('./eip155/sending.ts').then((module) => module.eip155Sending),
  solana: () => import('./solana/sending.ts').then((module) => module.solanaSending),
}

/** Namespaces without an entry cannot send. */
export const canSendOn = (chainId: Caip2): boolean => drivers[namespaceOf(chainId)] !== undefined

/** A lazy chunk for each namespace. */
export async function loadSending(chainId: Caip2): Promise<SendDriver> {
  const load = drivers[namespaceOf(chainId)]
  if (!load) throw new RangeError('no payments on this namespace')
  return load()
}
