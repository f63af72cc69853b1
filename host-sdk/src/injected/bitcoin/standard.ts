/**
 * Calls the Bitcoin features of the Wallet Standard (`bitcoin:connect`, `bitcoin:signMessage`, …), with the standard's bytes, accounts and
 * chains.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base64, hex } from '@scure/base'
import { fieldOf, quietly } from '../../dom.ts'
import type { CaipNetworkId } from '../../types.ts'
import { type Call, indexesOf, isTaproot, itemsOf, textsOf } from './functions.ts'
import { nameFor } from './networks.ts'
import type { BitcoinWallet, Told, ToldAccount } from './wallet.ts'

export interface Features {
  readonly connect?: Call | undefined
  readonly disconnect?: Call | undefined
  readonly on?: Call | undefined
  readonly signMessage?: Call | undefined
  readonly signTransaction?: Call | undefined
  readonly signAndSendTransaction?: Call | undefined
}

/** @param listed returns the accounts that the wallet lists now */
export function createStandard(features: Features, listed: () => unknown): BitcoinWallet {
  const { connect, disconnect, on, signMessage, signTransaction, signAndSendTransaction } = features
  const accountOf = (address: string): unknown => {
    const found = itemsOf(listed()).find((one) => fieldOf(one, 'address') === address)
    if (!found) throw new AirlockError('UNAUTHORIZED')
    return found
  }
  const tell = (list: unknown, network: CaipNetworkId): Told => {
    const chain = nameFor('standard', network) ?? ''
    const here = itemsOf(list).filter((one) => textsOf(fieldOf(one, 'chains')).includes(chain))
    const accounts = here.map(readAccount)
    // A wallet with only a taproot account also pays from it.
    const isPaying = accounts.some(({ purpose }) => purpose === 'payment')
    return { accounts: isPaying ? accounts : accounts.map((account) => ({ ...account, purpose: 'payment' })), network }
  }
  const one = async (feature: Call, input: unknown): Promise<unknown> => {
    const outputs = await feature(input)
    if (!Array.isArray(outputs) || outputs.length !== 1) throw odd()
    return outputs[0] as unknown
  }
  return {
    async connect(network) {
      const answer = await connect?.({ purposes: ['payment', 'ordinals'] })
      return tell(fieldOf(answer, 'accounts'), network)
    },
    accounts: async (network) => tell(listed(), network),
    disconnect: () => disconnect?.(),
    ...(signMessage && {
      async signMessage({ address, message, protocol }) {
        // The feature has no choice of protocol: the address decides (BIP-322 for taproot).
        if (protocol && (protocol === 'bip322') !== isTaproot(address))
          throw new AirlockError('METHOD_NOT_ALLOWED', {
            message: `The wallet does not sign ${protocol} with this address.`,
          })
        const input = { account: accountOf(address), message: new TextEncoder().encode(message) }
        return base64.encode(readBytes(fieldOf(await one(signMessage, input), 'signature')))
      },
    }),
    ...((signTransaction ?? signAndSendTransaction) && {
      async signPsbt({ psbt, inputs, broadcast }, network) {
        const feature = broadcast ? signAndSendTransaction : signTransaction
        if (!feature) throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'The wallet has no function for this.' })
        const output = await one(feature, {
          psbt: base64.decode(psbt),
          inputsToSign: [...indexesOf(inputs)].map(([address, signingIndexes]) => ({
            account: accountOf(address),
            signingIndexes,
          })),
          chain: nameFor('standard', network),
        })
        // A wallet that broadcasts returns only the transaction id.
        return broadcast
          ? { psbt, txid: fieldOf(output, 'txId') ?? fieldOf(output, 'txid') }
          : { psbt: base64.encode(readBytes(fieldOf(output, 'signedPsbt'))) }
      },
    }),
    ...(on && {
      listen(listener) {
        const off = on('change', listener)
        return () => {
          if (typeof off === 'function') quietly(() => void Reflect.apply(off, undefined, []))
        }
      },
    }),
  }
}

/** The standard has no purpose for accounts; wallets keep ordinals at a taproot address. */
function readAccount(account: unknown): ToldAccount {
  const [address, key] = [fieldOf(account, 'address'), fieldOf(account, 'publicKey')]
  return {
    address,
    purpose: typeof address === 'string' && isTaproot(address) ? 'ordinals' : 'payment',
    publicKey: key instanceof Uint8Array && key.length < 100 ? hex.encode(key) : undefined,
  }
}

const mostBytes = 300_000

function readBytes(value: unknown): Uint8Array {
  const bytes = quietly(() => (value instanceof Uint8Array && value.length <= mostBytes ? value.slice() : undefined))
  if (!bytes || bytes.length === 0) throw odd()
  return bytes
}

const odd = () => new AirlockError('WALLET_FAILED', { message: 'The wallet’s answer has an invalid form.' })
