/**
 * The RPC allowlist: default deny, by namespace. Of the embedded wallet, which has accounts on eip155 and solana, the wallet frame is the
 * authority; the modal checks before it asks. Of other wallets in the frames, the modal is the authority.
 */
import type { Namespace } from '../scalars/caip.ts'
import { bip122 } from './bip122.ts'
import type { RpcMethod, RpcTable } from './define.ts'
import { eip155 } from './eip155.ts'
import { polkadot } from './polkadot.ts'
import { refused } from './refused.ts'
import { solana } from './solana.ts'

export const allowlist: Readonly<Record<Namespace, RpcTable>> = { eip155, solana, bip122, polkadot }

/** `undefined` means denied. Exact spelling; inherited names are not methods. */
export function findMethod(namespace: Namespace, method: string): RpcMethod | undefined {
  const table = allowlist[namespace]
  return Object.hasOwn(table, method) ? table[method] : undefined
}

/** What a page may do instead; `undefined` where nothing replaces the method. */
export const explainRefusal = (method: string): string | undefined =>
  Object.hasOwn(refused, method) ? refused[method] : undefined
