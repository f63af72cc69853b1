/** The Solana provider with web3.js transactions instead of bytes, as pages of AppKit use it. */
import type { Airlock, Network, SolanaProvider, SolanaSendOptions } from '@airlock/host-sdk'
import { type Connection, PublicKey, Transaction, VersionedTransaction } from '@solana/web3.js'

export type AnyTransaction = Transaction | VersionedTransaction

const toBytes = (transaction: AnyTransaction): Uint8Array =>
  'version' in transaction
    ? transaction.serialize()
    : transaction.serialize({ requireAllSignatures: false, verifySignatures: false })

/** The wallet may have added instructions, so the signed transaction is a new object. */
const likeGiven = <T extends AnyTransaction>(given: T, bytes: Uint8Array): T =>
  ('version' in given ? VersionedTransaction.deserialize(bytes) : Transaction.from(bytes)) as T // as: the same class

export interface Provider {
  readonly name: string
  /** The page's Solana networks, by AppKit's two names. */
  readonly chains: Network[]
  readonly requestedChains: Network[]
  /** The network of the connected account. */
  getActiveChain: () => Network | undefined
  getAccounts: () => Promise<{ namespace: 'solana'; address: string; type: 'eoa' }[]>
  readonly publicKey: PublicKey | undefined
  connect: () => Promise<string>
  disconnect: () => Promise<void>
  signMessage: (message: Uint8Array) => Promise<Uint8Array>
  signTransaction: <T extends AnyTransaction>(transaction: T) => Promise<T>
  signAllTransactions: <T extends AnyTransaction[]>(transactions: T) => Promise<T>
  signAndSendTransaction: (transaction: AnyTransaction, options?: SolanaSendOptions) => Promise<string>
  /** The wallet signs; the page sends through its own node. */
  sendTransaction: (transaction: AnyTransaction, connection: Connection, options?: SolanaSendOptions) => Promise<string>
  on: (event: string, listener: (payload: unknown) => void) => void
  removeListener: (event: string, listener: (payload: unknown) => void) => void
}

/** @param instance the instance that the adapter is part of */
export function toProvider(provider: SolanaProvider, instance: () => Airlock | undefined): Provider {
  const networks = () => instance()?.networks.filter(({ chainNamespace }) => chainNamespace === 'solana') ?? []
  const account = () => instance()?.getState().accounts.solana
  const signTransaction = async <T extends AnyTransaction>(transaction: T): Promise<T> =>
    likeGiven(transaction, await provider.signTransaction(toBytes(transaction)))
  return {
    get name() {
      return account()?.wallet?.name ?? ''
    },
    get chains() {
      return networks()
    },
    get requestedChains() {
      return networks()
    },
    getActiveChain: () =>
      networks().find(({ caipNetworkId }) => account()?.caipAddress?.startsWith(`${caipNetworkId}:`)),
    getAccounts: async () =>
      provider.publicKey ? [{ namespace: 'solana', address: provider.publicKey, type: 'eoa' }] : [],
    get publicKey() {
      return provider.publicKey ? new PublicKey(provider.publicKey) : undefined
    },
    connect: async () => (await provider.connect()).publicKey,
    disconnect: provider.disconnect,
    signMessage: provider.signMessage,
    signTransaction,
    async signAllTransactions<T extends AnyTransaction[]>(transactions: T) {
      const signed = await provider.signAllTransactions(transactions.map(toBytes))
      return transactions.map((given, index) => likeGiven(given, signed[index] ?? new Uint8Array())) as T // as: one for each
    },
    signAndSendTransaction: (transaction, options) => provider.signAndSendTransaction(toBytes(transaction), options),
    async sendTransaction(transaction, connection, options) {
      const signed = await signTransaction(transaction)
      return connection.sendRawTransaction(signed.serialize(), options)
    },
    on: (event, listener) => void provider.on(event, listener),
    removeListener: (event, listener) => void provider.removeListener(event, listener),
  }
}
