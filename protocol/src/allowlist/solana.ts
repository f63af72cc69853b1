/** RPC methods of the embedded wallet on solana (behaviour facts §1.5 and §1.6). */
import * as z from 'zod/mini'
import { Base58, SolanaAddress } from '../scalars/values.ts'
import { approval, type RpcTable, SolanaSendOptions } from './define.ts'

export const solana: RpcTable = {
  solana_signMessage: approval(z.strictObject({ message: Base58, pubkey: SolanaAddress })),
  solana_signTransaction: approval(z.strictObject({ transaction: Base58 })),
  solana_signAllTransactions: approval(
    z.strictObject({ transactions: z.array(Base58).check(z.minLength(1), z.maxLength(50)) }),
  ),
  solana_signAndSendTransaction: approval(
    z.strictObject({
      transaction: Base58,
      options: z.optional(SolanaSendOptions),
    }),
  ),
}
