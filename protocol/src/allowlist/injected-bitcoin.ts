/**
 * Calls of a Bitcoin wallet of the page, in one form for every provider shape (C184, C185). The page converts each to the wallet's own
 * form, and the wallet's answer to the result here. Loaded with the first such wallet.
 */
import * as z from 'zod/mini'
import {
  BitcoinAccounts,
  BitcoinAddress,
  BitcoinMessage,
  Memo,
  MessageProtocol,
  Psbt,
  Satoshis,
  SignInputs,
} from '../scalars/bitcoin.ts'
import { Caip2 } from '../scalars/caip.ts'

const none = z.tuple([])

/** The network of a call is its scope. */
export const injectedBitcoinParams = {
  bitcoin_connect: none,
  bitcoin_accounts: none,
  bitcoin_disconnect: none,
  bitcoin_switchNetwork: none,
  /** Without a protocol, the wallet uses the default for the address. */
  bitcoin_signMessage: z.tuple([
    z.strictObject({ address: BitcoinAddress, message: BitcoinMessage, protocol: z.optional(MessageProtocol) }),
  ]),
  bitcoin_sendTransfer: z.tuple([
    z.strictObject({
      from: BitcoinAddress,
      recipient: BitcoinAddress,
      amount: Satoshis,
      changeAddress: z.optional(BitcoinAddress),
      memo: z.optional(Memo),
    }),
  ]),
  bitcoin_signPsbt: z.tuple([z.strictObject({ psbt: Psbt, inputs: SignInputs, broadcast: z.boolean() })]),
} as const

export type InjectedBitcoinMethod = keyof typeof injectedBitcoinParams
export type InjectedBitcoinInput<M extends InjectedBitcoinMethod> = z.infer<(typeof injectedBitcoinParams)[M]>

/** `network` is absent if the wallet does not report its current network. */
export const BitcoinStanding = z.strictObject({ accounts: BitcoinAccounts, network: z.optional(Caip2) })
export type BitcoinStanding = z.infer<typeof BitcoinStanding>
