/**
 * The RPC allowlist: default deny, by namespace. For the embedded wallet, which has accounts on eip155 and solana, the wallet frame decides
 * (`embedded.ts`); the modal checks before it asks. For other wallets in the frames, the modal decides.
 */
import type { Namespace } from '../scalars/caip.ts'
import { bip122 } from './bip122.ts'
import { findIn, type RpcMethod, type RpcTable } from './define.ts'
import { eip155 } from './eip155.ts'
import { polkadot } from './polkadot.ts'
import { solana } from './solana.ts'

export { explainRefusal } from './refused.ts'

export const allowlist: Readonly<Record<Namespace, RpcTable>> = { eip155, solana, bip122, polkadot }

/** `undefined` means denied. */
export const findMethod = (namespace: Namespace, method: string): RpcMethod | undefined =>
  findIn(allowlist[namespace], method)
