import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { base58 } from '@scure/base'
import { PublicKey, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js'
import { network } from '../../../frame-app/test/support/bare-context.ts'
import { fieldOf, kindOf, usualInPage } from '../wallet.ts'
import { quirks } from './quirks.ts'
import { createSolanaWallet, isSignatureOf } from './wallet.ts'

const text = 'hello'
const named = (id: Network['id'], name: string) => network(0, { id, name })

/** A transfer to itself that this account pays and signs. */
function transferOf(payer: string): string {
  const key = new PublicKey(payer)
  const message = new TransactionMessage({
    payerKey: key,
    recentBlockhash: base58.encode(new Uint8Array(32).fill(1)),
    instructions: [SystemProgram.transfer({ fromPubkey: key, toPubkey: key, lamports: 1 })],
  }).compileToV0Message()
  return base58.encode(new VersionedTransaction(message).serialize())
}

export const solana = kindOf({
  standard: 'Wallet Standard on Solana',
  namespace: 'solana',
  networks: [
    named('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'),
    named('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet'),
  ],
  asked: {
    sign: {
      method: 'solana_signMessage',
      params: (pubkey) => ({ message: base58.encode(new TextEncoder().encode(text)), pubkey }),
      isRight: (answer, address) => isSignatureOf(text, fieldOf(answer, 'signature'), address),
    },
    transaction: {
      method: 'solana_signTransaction',
      params: (address) => ({ transaction: transferOf(address) }),
      isRight: (answer) => {
        const signed = VersionedTransaction.deserialize(base58.decode(fieldOf(answer, 'transaction')))
        return signed.signatures[0]?.some((byte) => byte !== 0) === true
      },
    },
    send: {
      method: 'solana_signAndSendTransaction',
      params: (address) => ({ transaction: transferOf(address) }),
      isRight: (answer) => base58.decode(fieldOf(answer, 'signature')).some((byte) => byte !== 0),
    },
  },
  node: (method, [transaction]) =>
    method === 'sendTransaction'
      ? base58.encode(
          VersionedTransaction.deserialize(Buffer.from(String(transaction), 'base64')).signatures[0] ?? Uint8Array.of(),
        )
      : null,
  usual: { ...usualInPage, 'sign a transaction': 'signed', send: 'sent' },
  create: createSolanaWallet,
  quirks,
})
