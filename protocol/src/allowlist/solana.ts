/** RPC methods of the embedded wallet on solana. */
import * as z from 'zod/mini'
import { Base58, SolanaAddress } from '../scalars/values.ts'
import { approval, paired, type RpcTable, SolanaSendOptions } from './define.ts'

export const solana: RpcTable = {
  solana_signMessage: approval(z.strictObject({ message: Base58, pubkey: SolanaAddress }), { ...paired, signs: true }),
  solana_signTransaction: approval(z.strictObject({ transaction: Base58 }), paired),
  solana_signAllTransactions: approval(
    z.strictObject({ transactions: z.array(Base58).check(z.minLength(1), z.maxLength(50)) }),
    paired,
  ),
  solana_signAndSendTransaction: approval(
    z.strictObject({
      transaction: Base58,
      options: z.optional(SolanaSendOptions),
    }),
    { ...paired, sends: 'wallet' },
  ),
}
