/**
 * RPC methods of a wallet on bip122, with the names used by paired wallets. The wallet shows each request;
 * `account` is the connected address.
 */
import * as z from 'zod/mini'
import {
  BitcoinAddress,
  BitcoinMessage,
  Memo,
  MessageProtocol,
  Psbt,
  Purpose,
  Satoshis,
  WantedInputs,
} from '../scalars/bitcoin.ts'
import { approval, paired, type RpcTable } from './define.ts'

const account = BitcoinAddress

export const bip122Params = {
  getAccountAddresses: z.strictObject({ account, intentions: z.optional(z.array(Purpose).check(z.maxLength(2))) }),
  sendTransfer: z.strictObject({
    account,
    recipientAddress: BitcoinAddress,
    amount: Satoshis,
    changeAddress: z.optional(BitcoinAddress),
    memo: z.optional(Memo),
  }),
  signMessage: z.strictObject({
    account,
    message: BitcoinMessage,
    address: z.optional(BitcoinAddress),
    protocol: z.optional(MessageProtocol),
  }),
  signPsbt: z.strictObject({ account, psbt: Psbt, signInputs: WantedInputs, broadcast: z.optional(z.boolean()) }),
} as const

export type Bip122Method = keyof typeof bip122Params
export type Bip122Params<M extends Bip122Method> = z.infer<(typeof bip122Params)[M]>

const sending = { ...paired, sends: 'wallet' } as const

export const bip122: RpcTable = {
  getAccountAddresses: approval(bip122Params.getAccountAddresses, paired),
  sendTransfer: approval(bip122Params.sendTransfer, sending),
  signMessage: approval(bip122Params.signMessage, { ...paired, signs: true }),
  /** Returns an id if the wallet has sent the transaction. */
  signPsbt: approval(bip122Params.signPsbt, sending),
}
