/** The RPC allowlist of the embedded wallet: default deny, by namespace. The wallet frame is the authority; the modal checks before it asks. */
import type { Namespace } from '../scalars/caip.ts'
import type { RpcMethod, RpcTable } from './define.ts'
import { eip155 } from './eip155.ts'
import { refused } from './refused.ts'
import { solana } from './solana.ts'

export const allowlist: Readonly<Record<Namespace, RpcTable>> = { eip155, solana, bip122: {}, polkadot: {} }

/** `undefined` means denied. Exact spelling; inherited names are not methods. */
export function findMethod(namespace: Namespace, method: string): RpcMethod | undefined {
  const table = allowlist[namespace]
  return Object.hasOwn(table, method) ? table[method] : undefined
}

/** What a page may do instead; `undefined` where nothing replaces the method. */
export const explainRefusal = (method: string): string | undefined =>
  Object.hasOwn(refused, method) ? refused[method] : undefined
