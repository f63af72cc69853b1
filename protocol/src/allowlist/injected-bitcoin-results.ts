/** Results of Bitcoin wallets of the page, as the modal accepts them (C185). Loaded with the first such wallet. */
import * as z from 'zod/mini'
import { BitcoinTransactionId, Psbt } from '../scalars/bitcoin.ts'
import { BitcoinStanding, type InjectedBitcoinMethod } from './injected-bitcoin.ts'

/** Wallets return nothing on disconnect. */
const nothing = z.transform(() => null)

export const injectedBitcoinResults = {
  bitcoin_connect: BitcoinStanding,
  bitcoin_accounts: BitcoinStanding,
  bitcoin_disconnect: nothing,
  bitcoin_switchNetwork: BitcoinStanding,
  /** Base64, as every wallet writes it. */
  bitcoin_signMessage: z.strictObject({
    signature: z.string().check(z.maxLength(20_000), z.regex(/^[+/0-9A-Za-z]{20,}={0,2}$/)),
  }),
  bitcoin_sendTransfer: z.strictObject({ txid: BitcoinTransactionId }),
  /** Without `txid` the wallet has not sent the transaction. */
  bitcoin_signPsbt: z.strictObject({ psbt: Psbt, txid: z.optional(BitcoinTransactionId) }),
} as const satisfies Record<InjectedBitcoinMethod, z.ZodMiniType>
