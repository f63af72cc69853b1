/** The keys of a Bitcoin test wallet: an address for payments and one of taproot for ordinals, which really sign. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, Transaction, WIF } from '@scure/btc-signer'
import { Signer } from 'bip322-js'
import * as bitcoinMessage from 'bitcoinjs-message'

export interface BitcoinAddress {
  readonly address: string
  readonly publicKey: string
  readonly purpose: 'payment' | 'ordinals'
  readonly addressType: 'p2wpkh' | 'p2tr'
}

export function createBitcoinKeys(secret: Uint8Array) {
  const wif = WIF(NETWORK).encode(secret)
  const compressed = secp256k1.getPublicKey(secret)
  const xOnly = schnorr.getPublicKey(secret)
  const addresses: readonly [BitcoinAddress, BitcoinAddress] = [
    {
      address: p2wpkh(compressed, NETWORK).address ?? '',
      publicKey: hex.encode(compressed),
      purpose: 'payment',
      addressType: 'p2wpkh',
    },
    {
      address: p2tr(xOnly, undefined, NETWORK).address ?? '',
      publicKey: hex.encode(xOnly),
      purpose: 'ordinals',
      addressType: 'p2tr',
    },
  ]
  return {
    addresses,
    /** In base64: ECDSA with a header for this kind of address, or BIP-322. */
    signMessage(address: string, message: string, protocol: string | undefined): string {
      const isTaproot = address === addresses[1].address
      if (protocol === 'ECDSA' || (protocol === undefined && !isTaproot))
        return bitcoinMessage.sign(message, Buffer.from(secret), true, { segwitType: 'p2wpkh' }).toString('base64')
      return String(Signer.sign(wif, address, message))
    },
    /** Signs these inputs, and gives back the PSBT with their signatures. */
    signPsbt(psbt: string, indexes: readonly number[]): string {
      const transaction = Transaction.fromPSBT(base64.decode(psbt))
      for (const index of indexes) transaction.signIdx(secret, index)
      return base64.encode(transaction.toPSBT())
    },
    /** The signed transaction, as the network takes it. */
    finish(psbt: string): { readonly id: string } {
      const transaction = Transaction.fromPSBT(base64.decode(psbt))
      transaction.finalize()
      return { id: transaction.id }
    },
  }
}
