/**
 * The Solana part of a remote wallet: a key, and its signatures in the form of session methods. Uses another library
 * than the frames.
 */
import {
  type Address,
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  partiallySignTransaction,
  signBytes,
  type Transaction,
} from '@solana/kit'
import * as z from 'zod'
import { parse, WalletError } from './wallet.ts'

const Message = z.object({ message: z.string(), pubkey: z.string() })
const One = z.object({ transaction: z.base64() })
const Many = z.object({ transactions: z.array(z.base64()) })
const Sent = One.extend({ sendOptions: z.record(z.string(), z.unknown()).optional() })

export type SolanaWallet = {
  readonly address: Address
  readonly handle: (method: string, params: unknown) => Promise<unknown>
}

export type SolanaWalletOptions = {
  /** 32 random bytes. */
  readonly secret: Uint8Array
  /** Asks the user. @throws if the user declines */
  readonly ask: (method: string) => Promise<void>
  /** Sends to the chain, which answers with the signature. */
  readonly send: (transaction: string, options: Readonly<Record<string, unknown>>) => Promise<unknown>
  /** Answer a transaction with only its signature, like older wallets. */
  readonly signatureOnly?: boolean
}

export async function createSolanaWallet(options: SolanaWalletOptions): Promise<SolanaWallet> {
  const keys = await createKeyPairFromPrivateKeyBytes(options.secret)
  const address = await getAddressFromPublicKey(keys.publicKey)

  const sign = async (text: string): Promise<Transaction> => {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(text))
    if (!Object.hasOwn(transaction.signatures, address))
      throw new WalletError(4100, 'This account does not sign the transaction.')
    return partiallySignTransaction([keys], transaction)
  }
  const written = (transaction: Transaction) => ({
    signature: getBase58Decoder().decode(transaction.signatures[address] ?? new Uint8Array(64)),
    ...(options.signatureOnly ? {} : { transaction: getBase64EncodedWireTransaction(transaction) }),
  })
  const methods: Readonly<Record<string, (params: unknown) => Promise<unknown>>> = {
    async solana_signMessage(params) {
      const { message, pubkey } = parse(Message, params)
      if (pubkey !== address) throw new WalletError(4100, 'The requested account has not been authorized.')
      const signature = await signBytes(keys.privateKey, getBase58Encoder().encode(message))
      return { signature: getBase58Decoder().decode(signature) }
    },
    solana_signTransaction: async (params) => written(await sign(parse(One, params).transaction)),
    async solana_signAllTransactions(params) {
      const signed = await Promise.all(parse(Many, params).transactions.map(sign))
      return { transactions: signed.map(getBase64EncodedWireTransaction) }
    },
    async solana_signAndSendTransaction(params) {
      const { transaction, sendOptions = {} } = parse(Sent, params)
      const signed = await sign(transaction)
      await options.send(getBase64EncodedWireTransaction(signed), sendOptions)
      return { signature: getSignatureFromTransaction(signed) }
    },
  }
  return {
    address,
    async handle(method, params) {
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!run) throw new WalletError(4200, `This wallet does not do ${method}.`)
      await options.ask(method)
      return run(params)
    },
  }
}
