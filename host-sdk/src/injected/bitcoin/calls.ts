/** One call in our form to a Bitcoin wallet of the page, and the validation of its answer (C185). Loaded with the first call. */
import type { BitcoinStanding, InjectedBitcoinMethod } from '@airlock/protocol/allowlist/injected-bitcoin.ts'
import { AirlockError } from '@airlock/protocol/errors.ts'
import { parse } from '@airlock/protocol/parse.ts'
import { BitcoinAccount } from '@airlock/protocol/scalars/bitcoin.ts'
import { base64, hex } from '@scure/base'
import { fieldOf, quietly } from '../../dom.ts'
import type { CaipNetworkId } from '../../types.ts'
import { asked } from '../asked.ts'
import { itemsOf } from './functions.ts'
import type { BitcoinWallet, Input, Told } from './wallet.ts'

/**
 * @param call its params were checked against `injectedBitcoin`
 * @param network `undefined` for a network that the wallet does not serve
 * @throws AirlockError METHOD_NOT_ALLOWED for functions that the wallet lacks, CHAIN_NOT_SUPPORTED, USER_REJECTED, WALLET_FAILED for an
 *   invalid answer; otherwise the wallet's error
 */
export async function callBitcoin(
  wallet: BitcoinWallet,
  { method, params }: { method: string; params?: unknown },
  network: CaipNetworkId | undefined,
): Promise<unknown> {
  if (network === undefined) throw new AirlockError('CHAIN_NOT_SUPPORTED')
  const input = (Array.isArray(params) ? params[0] : undefined) as unknown
  switch (method as InjectedBitcoinMethod) {
    case 'bitcoin_connect':
      return readTold(await asked(() => wallet.connect(network)))
    case 'bitcoin_accounts':
      return readTold(await wallet.accounts(network))
    case 'bitcoin_disconnect':
      await wallet.disconnect?.()
      return null
    case 'bitcoin_switchNetwork': {
      const change = has(wallet.switchNetwork)
      await asked(() => change(network))
      return readTold(await wallet.accounts(network))
    }
    case 'bitcoin_signMessage': {
      const sign = has(wallet.signMessage)
      return { signature: toBase64(await asked(() => sign(input as Input<'bitcoin_signMessage'>, network))) } // as: parsed by the caller
    }
    case 'bitcoin_sendTransfer': {
      const send = has(wallet.sendTransfer)
      return { txid: readId(await asked(() => send(input as Input<'bitcoin_sendTransfer'>, network))) } // as: parsed by the caller
    }
    case 'bitcoin_signPsbt': {
      const sign = has(wallet.signPsbt)
      const { psbt, txid } = await asked(() => sign(input as Input<'bitcoin_signPsbt'>, network)) // as: parsed by the caller
      return { psbt: toBase64(psbt), ...(txid !== undefined && txid !== null && { txid: readId(txid) }) }
    }
  }
}

/**
 * Wallets write bytes in base64 or in hex, whatever their API says. No base64 of a signature has only the digits of hex; a transaction
 * (BIP-174) is told by its magic bytes.
 */
const inHex = /^(0x)?(70736274ff|[\da-f]{120})/i
const toBase64 = (text: unknown): unknown =>
  typeof text === 'string' && inHex.test(text)
    ? quietly(() => base64.encode(hex.decode(text.toLowerCase().replace('0x', ''))))
    : text

function has<T>(feature: T | undefined): T {
  if (feature === undefined)
    throw new AirlockError('METHOD_NOT_ALLOWED', { message: 'The wallet has no function for this.' })
  return feature
}

/** Drops addresses of other chains and invalid accounts. Payment first: it is the account used by default. */
function readTold({ accounts, network }: Told): BitcoinStanding {
  const read = itemsOf(accounts).flatMap((told) => {
    const parsed = parse(BitcoinAccount, clean(told))
    return parsed.ok ? parsed.value : []
  })
  const payment = read.filter(({ purpose }) => purpose === 'payment')
  return {
    accounts: [...payment, ...read.filter((one) => !payment.includes(one))],
    ...(network !== undefined && { network }),
  }
}

function clean(told: unknown): unknown {
  const [address, purpose] = [fieldOf(told, 'address'), fieldOf(told, 'purpose')]
  const [publicKey, path] = [fieldOf(told, 'publicKey'), fieldOf(told, 'path')]
  return {
    // Bech32 may be written in upper case.
    address: typeof address === 'string' && /^[A-Z0-9]+$/.test(address) ? address.toLowerCase() : address,
    purpose: purpose === 'ordinals' ? 'ordinal' : (purpose ?? 'payment'),
    ...(typeof publicKey === 'string' && publicKeyForm.test(publicKey) && { publicKey: publicKey.toLowerCase() }),
    ...(typeof path === 'string' && pathForm.test(path) && { path }),
  }
}

/** A public key of another form is omitted: an account is valid without one. */
const publicKeyForm = /^[0-9a-fA-F]{64}([0-9a-fA-F]{2})?$/
const pathForm = /^m(\/[0-9]{1,10}['h]?){0,10}$/

const readId = (id: unknown): unknown => (typeof id === 'string' ? id.toLowerCase() : id)
