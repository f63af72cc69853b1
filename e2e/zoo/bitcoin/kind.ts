import { base64, hex } from '@scure/base'
import { Address, NETWORK, OutScript, Transaction } from '@scure/btc-signer'
import { Verifier } from 'bip322-js'
import { network } from '../../../frame-app/test/support/bare-context.ts'
import { fieldOf, kindOf, usualInPage } from '../wallet.ts'
import { quirks } from './quirks.ts'
import { createBitcoinWallet, mainnet, testnet, transactionId } from './wallet.ts'

const message = 'hello'

/** Spends an output of this address. */
function psbtOf(address: string): string {
  const transaction = new Transaction()
  const { type, hash } = Address(NETWORK).decode(address) as { readonly type: 'wpkh'; readonly hash: Uint8Array } // as: the wallet's kind
  const script = OutScript.encode({ type, hash })
  transaction.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 10_000n } })
  transaction.addOutput({ script, amount: 9_000n })
  return base64.encode(transaction.toPSBT())
}

export const bitcoin = kindOf({
  standard: 'The shapes of Bitcoin wallets',
  namespace: 'bip122',
  networks: [network(0, { id: mainnet, name: 'Bitcoin' }), network(0, { id: testnet, name: 'Bitcoin Testnet' })],
  asked: {
    sign: {
      method: 'signMessage',
      params: (account) => ({ account, message }),
      isRight: (answer, address) =>
        Verifier.verifySignature(address, message, base64.encode(hex.decode(fieldOf(answer, 'signature')))),
    },
    transaction: {
      method: 'signPsbt',
      params: (account) => ({ account, psbt: psbtOf(account), signInputs: [] }),
      isRight: (answer) => {
        const signed = Transaction.fromPSBT(base64.decode(fieldOf(answer, 'psbt')))
        signed.finalize()
        return signed.isFinal
      },
    },
    send: {
      method: 'sendTransfer',
      params: (account) => ({ account, recipientAddress: account, amount: '1000' }),
      isRight: (answer) => fieldOf(answer, 'txid') === transactionId,
    },
  },
  usual: { ...usualInPage, 'sign a transaction': 'signed', send: 'sent', 'moved in the wallet': 'on B' },
  create: createBitcoinWallet,
  quirks,
})
