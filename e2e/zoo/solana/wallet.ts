/** A wallet of the Wallet Standard with Solana accounts, as the standard describes it. A quirk changes what it does (`quirks.ts`). */

import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { createSignInMessage, type SolanaSignInInputWithRequiredFields } from '@solana/wallet-standard-util'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { createEvents, handOf, icon, type ZooWallet } from '../wallet.ts'

export type Feature = (...inputs: readonly Input[]) => unknown
/** Of any feature: each has some of the fields. */
export interface Input {
  readonly silent?: boolean
  readonly account?: { readonly address: string }
  readonly address?: string
  readonly message?: Uint8Array
  readonly transaction?: Uint8Array
  readonly chain?: string
}

/** Changes one thing that the wallet does. What it leaves out is done as the standard says. */
export interface Quirk {
  /** Answers a call of a feature's function, or leaves it to `next`. */
  readonly handle?: (name: string, inputs: readonly Input[], wallet: SolanaWallet, next: Feature) => unknown
  /** Features that it does not have. */
  readonly lacks?: readonly string[]
  readonly chains?: readonly string[]
  readonly versions?: readonly unknown[]
  /** The accounts as it lists them. */
  readonly list?: (accounts: readonly Account[]) => readonly unknown[]
  readonly wrap?: (wallet: object) => object
  readonly register?: (register: () => void) => void
  readonly emit?: (send: (change: object) => void, change: object) => void
}

interface Account {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly string[]
  readonly features: readonly string[]
}

export interface SolanaWallet {
  /** What is true in the wallet. */
  isShared: boolean
  isLocked: boolean
  isOther: boolean
  readonly changed: () => void
}

const pairs = [1, 2].map((byte) => Keypair.fromSeed(new Uint8Array(32).fill(byte)))
const [firstKeys = Keypair.generate(), secondKeys = Keypair.generate()] = pairs
const addressOf = ({ publicKey }: Keypair) => publicKey.toBase58()

export function createSolanaWallet(quirk: Quirk): ZooWallet {
  const events = createEvents()
  const chains = quirk.chains ?? ['solana:mainnet', 'solana:devnet']
  const wallet: SolanaWallet = {
    isShared: false,
    isLocked: false,
    isOther: false,
    changed() {
      const change = { accounts: accounts() }
      const send = (told: object) => events.send('change', told)
      if (quirk.emit) quirk.emit(send, change)
      else send(change)
    },
  }
  const keysNow = () => (wallet.isOther ? secondKeys : firstKeys)
  const accounts = (): readonly unknown[] => {
    const { publicKey } = keysNow()
    const account = { address: addressOf(keysNow()), publicKey: publicKey.toBytes(), chains, features: names }
    const listed = wallet.isShared && !wallet.isLocked ? [account] : []
    return quirk.list?.(listed) ?? listed
  }
  const own = ({ account, address = account?.address }: Input) => {
    if (!wallet.isShared || address !== addressOf(keysNow())) throw new Error('The account is not authorized.')
    return keysNow()
  }
  const signBytes = (bytes: Uint8Array, { secretKey }: Keypair) => ed25519.sign(bytes, secretKey.slice(0, 32))
  const signTransaction = (input: Input) => {
    const keys = own(input)
    if (!chains.includes(input.chain ?? '')) throw new Error('The wallet does not serve this network.')
    const transaction = VersionedTransaction.deserialize(input.transaction ?? new Uint8Array())
    if (quirk.versions && !quirk.versions.includes(transaction.version))
      throw new Error('This version of transactions is not supported.')
    transaction.sign([keys])
    return transaction
  }
  const functions: Readonly<Record<string, Feature>> = {
    connect({ silent } = {}) {
      if (!silent) wallet.isShared = true
      return { accounts: accounts() }
    },
    disconnect() {
      wallet.isShared = false
    },
    signMessage: (...inputs) =>
      inputs.map((input) => {
        const message = input.message ?? new Uint8Array()
        return { signedMessage: message, signature: signBytes(message, own(input)) }
      }),
    signIn: (...inputs) =>
      inputs.map((input) => {
        const keys = own(input)
        const signedMessage = createSignInMessage(input as SolanaSignInInputWithRequiredFields) // as: parsed by the host
        return { account: { address: addressOf(keys) }, signedMessage, signature: signBytes(signedMessage, keys) }
      }),
    signTransaction: (...inputs) => inputs.map((input) => ({ signedTransaction: signTransaction(input).serialize() })),
    signAndSendTransaction: (...inputs) => inputs.map((input) => ({ signature: signTransaction(input).signatures[0] })),
  }
  const call =
    (name: string) =>
    async (...inputs: readonly Input[]): Promise<unknown> => {
      const next: Feature = (...given) => functions[name]?.(...given)
      return quirk.handle ? quirk.handle(name, inputs, wallet, next) : next(...inputs)
    }
  const supportedTransactionVersions = quirk.versions ?? ['legacy', 0]
  const version = '1.0.0'
  const all: Readonly<Record<string, object>> = {
    'standard:connect': { version, connect: call('connect') },
    'standard:disconnect': { version, disconnect: call('disconnect') },
    'standard:events': { version, on: events.add },
    'solana:signMessage': { version, signMessage: call('signMessage') },
    'solana:signIn': { version, signIn: call('signIn') },
    'solana:signTransaction': { version, supportedTransactionVersions, signTransaction: call('signTransaction') },
    'solana:signAndSendTransaction': {
      version,
      supportedTransactionVersions,
      signAndSendTransaction: call('signAndSendTransaction'),
    },
  }
  const features = Object.fromEntries(Object.entries(all).filter(([name]) => !quirk.lacks?.includes(name)))
  const names = Object.keys(features)
  const plain = {
    version,
    name: 'Odd',
    icon,
    chains,
    features,
    get accounts() {
      return accounts()
    },
  }
  const registered = quirk.wrap?.(plain) ?? plain
  return {
    state: wallet,
    chain: () => undefined,
    account: () => (wallet.isShared ? addressOf(keysNow()) : undefined),
    ...handOf(wallet, wallet.changed),
    install(page) {
      const give = (list: { readonly register: (wallet: object) => unknown }) => {
        const register = () => void list.register(registered)
        if (quirk.register) quirk.register(register)
        else register()
      }
      page.addEventListener(
        'wallet-standard:app-ready',
        (event) => give((event as CustomEvent<Parameters<typeof give>[0]>).detail), // as: the standard's event
      )
      page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: give }))
    },
  }
}

/** A signature of 64 bytes in base58, of this text. */
export const isSignatureOf = (text: string, signature: string, address: string): boolean =>
  ed25519.verify(base58.decode(signature), new TextEncoder().encode(text), base58.decode(address))
