/** Results of Wallet Standard wallets on Solana, as the modal accepts them (C182). Loaded with the first such wallet. */
import * as z from 'zod/mini'
import { Base58, SolanaAddress } from '../scalars/values.ts'
import type { InjectedSolanaMethod } from './injected.ts'

/** Wallets return nothing on disconnect. */
const nothing = z.transform(() => null)
const addresses = z.array(SolanaAddress).check(z.maxLength(256))
/** Base58 of 64 bytes. */
const Signature = Base58.check(z.minLength(64), z.maxLength(88))
const signature = z.strictObject({ signature: Signature })

/** Results of `injectedSolanaParams`, as the page builds them from the answers of the wallet's features. */
export const injectedSolanaResults = {
  solana_connect: addresses,
  solana_accounts: addresses,
  solana_disconnect: nothing,
  solana_signMessage: signature,
  /** The text that the wallet has built from the parts, as base58 of its bytes. */
  solana_signIn: z.strictObject({ message: Base58.check(z.maxLength(20_000)), signature: Signature }),
  solana_signTransaction: z.strictObject({ transaction: Base58 }),
  solana_signAllTransactions: z.strictObject({ transactions: z.array(Base58).check(z.maxLength(50)) }),
  solana_signAndSendTransaction: signature,
} as const satisfies Record<InjectedSolanaMethod, z.ZodMiniType>
