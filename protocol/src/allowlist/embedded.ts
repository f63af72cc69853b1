/**
 * The part of the allowlist for the embedded wallet, which has accounts only on eip155 and solana. The wallet's frame loads no other part.
 */
import type { Namespace } from '../scalars/caip.ts'
import { findIn, type RpcMethod, type RpcTable } from './define.ts'
import { eip155 } from './eip155.ts'
import { solana } from './solana.ts'

const tables: Readonly<Partial<Record<Namespace, RpcTable>>> = { eip155, solana }

/** `undefined` means denied. */
export const findEmbeddedMethod = (namespace: Namespace, method: string): RpcMethod | undefined =>
  findIn(tables[namespace] ?? {}, method)
