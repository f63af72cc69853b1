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
import { connecting, noParams, promptWith, row } from './injected.ts'

/** The network of a call is its scope. */
export const injectedBitcoin = {
  bitcoin_connect: row(noParams, connecting),
  bitcoin_accounts: row(noParams, { shares: true }),
  bitcoin_disconnect: row(noParams),
  bitcoin_switchNetwork: row(noParams, connecting),
  /** Without a protocol, the wallet uses the default for the address. */
  bitcoin_signMessage: promptWith({
    address: BitcoinAddress,
    message: BitcoinMessage,
    protocol: z.optional(MessageProtocol),
  }),
  bitcoin_sendTransfer: promptWith({
    from: BitcoinAddress,
    recipient: BitcoinAddress,
    amount: Satoshis,
    changeAddress: z.optional(BitcoinAddress),
    memo: z.optional(Memo),
  }),
  bitcoin_signPsbt: promptWith({ psbt: Psbt, inputs: SignInputs, broadcast: z.boolean() }),
} as const

export type InjectedBitcoinMethod = keyof typeof injectedBitcoin
export type InjectedBitcoinInput<M extends InjectedBitcoinMethod> = z.infer<(typeof injectedBitcoin)[M]['params']>

/** `network` is absent if the wallet does not report its current network. */
export const BitcoinStanding = z.strictObject({ accounts: BitcoinAccounts, network: z.optional(Caip2) })
export type BitcoinStanding = z.infer<typeof BitcoinStanding>
