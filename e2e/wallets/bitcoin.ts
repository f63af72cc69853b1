/** Installs a Bitcoin wallet in a browser context: keys and decisions are in Node. */
import { randomBytes } from 'node:crypto'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import type { BrowserContext } from '@playwright/test'
import { base64, hex } from '@scure/base'
import { NETWORK, p2tr, p2wpkh, Transaction, WIF } from '@scure/btc-signer'
import { Signer } from 'bip322-js'
import * as bitcoinMessage from 'bitcoinjs-message'
import * as z from 'zod'
import { createApprovals } from './approval.ts'
import { type InPageBitcoinWallet, provideBitcoinWallet } from './in-page-bitcoin.ts'
import {
  answerPage,
  type Behaviour,
  type SwitchingWallet,
  tellPages,
  WalletError,
  type WalletMethods,
} from './wallet.ts'

export type BitcoinWalletOptions = {
  readonly name: string
  readonly shape?: InPageBitcoinWallet['shape']
  readonly behaviour?: Behaviour
  /** Answers a request for signatures with another transaction. */
  readonly tampers?: (psbt: string) => string
}

/** Its other address is for payments too. */
export type BitcoinWallet = SwitchingWallet & {
  readonly name: string
  readonly payment: string
  readonly ordinals: string
}

const icon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxyZWN0IHdpZHRoPSI4IiBoZWlnaHQ9IjgiIGZpbGw9IiNmNzkzMWEiLz48L3N2Zz4='

const Message = z.object({ address: z.string(), message: z.string(), protocol: z.string().optional() })
const SignInputs = z.record(z.string(), z.array(z.int().nonnegative()))
const Psbt = z.object({ psbt: z.string(), signInputs: SignInputs, broadcast: z.boolean().optional() })
const UnisatPsbt = z.object({
  psbtHex: z.string(),
  options: z.object({ toSignInputs: z.array(z.object({ index: z.int(), address: z.string() })) }),
})

/** Call it before the page opens: an open page does not get the wallet. */
export async function installBitcoinWallet(
  context: BrowserContext,
  { name, shape = 'sats-connect', behaviour = 'honest', tampers = (psbt) => psbt }: BitcoinWalletOptions,
): Promise<BitcoinWallet> {
  const approvals = createApprovals(behaviour, 1000)
  const binding = `__bitcoin_${randomBytes(8).toString('hex')}`
  const [first, second] = [createBitcoinKeys(randomBytes(32)), createBitcoinKeys(randomBytes(32))]
  let [keys, isConnected] = [first, false]
  const network = { bitcoin: { name: 'Mainnet' } }
  const own = (...addresses: string[]) => {
    const known = keys.addresses.map(({ address }) => address)
    if (!isConnected || !addresses.every((address) => known.includes(address)))
      throw new WalletError(-32002, 'Access denied.')
  }
  const connect = async () => {
    if (!isConnected) await approvals.ask()
    isConnected = true
    return { addresses: keys.addresses, network }
  }
  const sign = async (psbt: string, inputs: z.infer<typeof SignInputs>) => {
    own(...Object.keys(inputs))
    await approvals.ask()
    return keys.signPsbt(tampers(psbt), Object.values(inputs).flat())
  }
  const methods: WalletMethods = {
    wallet_connect: connect,
    async wallet_getAccount() {
      if (!isConnected) throw new WalletError(-32002, 'Access denied.')
      return { addresses: keys.addresses }
    },
    wallet_getNetwork: async () => network,
    async wallet_disconnect() {
      isConnected = false
      return null
    },
    async signMessage(params) {
      const { address, message, protocol } = Message.parse(params)
      own(address)
      await approvals.ask()
      return { address, signature: keys.signMessage(address, message, protocol) }
    },
    async signPsbt(params) {
      const { psbt, signInputs, broadcast } = Psbt.parse(params)
      const signed = await sign(psbt, signInputs)
      return { psbt: signed, ...(broadcast && { txid: keys.finish(signed).id }) }
    },
    requestAccounts: async () => (await connect()).addresses.slice(0, 1).map(({ address }) => address),
    getAccounts: async () => (isConnected ? [keys.addresses[0].address] : []),
    getPublicKey: async () => keys.addresses[0].publicKey,
    async unisatMessage(params) {
      const { message, type } = z.object({ message: z.string(), type: z.string() }).parse(params)
      await approvals.ask()
      return keys.signMessage(keys.addresses[0].address, message, type === 'ecdsa' ? 'ECDSA' : 'BIP322')
    },
    async unisatPsbt(params) {
      const { psbtHex, options } = UnisatPsbt.parse(params)
      const { address } = keys.addresses[0]
      const indexes = options.toSignInputs.map((input) => input.index)
      return hex.encode(base64.decode(await sign(base64.encode(hex.decode(psbtHex)), { [address]: indexes })))
    },
  }
  /** The codes of sats-connect; UniSat has those of EIP-1193. */
  const codeOf = (code: number) => (code === 4001 && shape === 'sats-connect' ? -32000 : code)

  const calls = await answerPage(context, binding, methods, (error) =>
    error instanceof WalletError
      ? { code: codeOf(error.code), message: error.message }
      : { code: -32603, message: String(error) },
  )
  await context.addInitScript(provideBitcoinWallet, { binding, name, icon, shape })

  return {
    name,
    payment: first.addresses[0].address,
    ordinals: first.addresses[1].address,
    other: second.addresses[0].address,
    calls,
    ...approvals.decisions,
    async switchAccount() {
      keys = second
      const event = shape === 'sats-connect' ? 'accountChange' : 'accountsChanged'
      await tellPages(context, binding, event)
    },
  }
}

interface BitcoinAddress {
  readonly address: string
  readonly publicKey: string
  readonly purpose: 'payment' | 'ordinals'
  readonly addressType: 'p2wpkh' | 'p2tr'
}

/** The keys of a Bitcoin test wallet: an address for payments and one of taproot for ordinals, which really sign. */
export function createBitcoinKeys(secret: Uint8Array, network = NETWORK) {
  const wif = WIF(network).encode(secret)
  const compressed = secp256k1.getPublicKey(secret)
  const xOnly = schnorr.getPublicKey(secret)
  const addresses: readonly [BitcoinAddress, BitcoinAddress] = [
    {
      address: p2wpkh(compressed, network).address ?? '',
      publicKey: hex.encode(compressed),
      purpose: 'payment',
      addressType: 'p2wpkh',
    },
    {
      address: p2tr(xOnly, undefined, network).address ?? '',
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
