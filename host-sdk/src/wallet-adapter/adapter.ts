import type { Airlock } from '@airlock/host-sdk'
import {
  BaseMessageSignerWalletAdapter,
  isVersionedTransaction,
  type SendTransactionOptions,
  type TransactionOrVersionedTransaction,
  WalletDisconnectedError,
  WalletDisconnectionError,
  type WalletName,
  WalletNotConnectedError,
  WalletNotReadyError,
  WalletReadyState,
  WalletSendTransactionError,
  WalletSignMessageError,
  WalletSignTransactionError,
} from '@solana/wallet-adapter-base'
import { type Connection, PublicKey, Transaction, type TransactionVersion, VersionedTransaction } from '@solana/web3.js'
import { inBrowser } from '../dom.ts'
import { icon } from '../standard/icon.ts'
import { toConnectionError, toError } from './errors.ts'

export interface AirlockWalletAdapterConfig {
  airlock: Airlock
}

type Versions = ReadonlySet<TransactionVersion>
type AnyTransaction = TransactionOrVersionedTransaction<Versions>

const namespace = 'solana'

/**
 * Airlock in the `wallets` of wallet-adapter. `connect` opens the modal; `autoConnect` only restores a stored connection. Transactions are
 * sent through the page's own `Connection`.
 */
export class AirlockWalletAdapter extends BaseMessageSignerWalletAdapter<'Airlock'> {
  readonly name = 'Airlock' as WalletName<'Airlock'> // as: wallet-adapter brands names and makes none
  /** URL to install a missing wallet; this one is never missing. */
  readonly url: string = ''
  readonly icon: string = icon
  readonly readyState = inBrowser() ? WalletReadyState.Loadable : WalletReadyState.Unsupported
  readonly supportedTransactionVersions: Versions = new Set<TransactionVersion>(['legacy', 0])
  readonly #airlock: Airlock
  #publicKey: PublicKey | null = null
  #isConnecting = false
  #unsubscribe: (() => void) | undefined

  constructor({ airlock }: AirlockWalletAdapterConfig) {
    super()
    this.#airlock = airlock
  }

  get publicKey(): PublicKey | null {
    return this.#publicKey
  }

  get connecting(): boolean {
    return this.#isConnecting
  }

  async connect(): Promise<void> {
    await this.#connect(false)
  }

  override async autoConnect(): Promise<void> {
    await this.#connect(true)
  }

  async disconnect(): Promise<void> {
    const wasConnected = this.#publicKey !== null
    this.#release()
    if (wasConnected) {
      try {
        await this.#airlock.disconnect({ namespace })
      } catch (error) {
        this.emit('error', toError(WalletDisconnectionError, error))
      }
    }
    this.emit('disconnect')
  }

  async signMessage(message: Uint8Array): Promise<Uint8Array> {
    return this.#ask(WalletSignMessageError, () => this.#airlock.provider(namespace).signMessage(message))
  }

  async signTransaction<T extends AnyTransaction>(transaction: T): Promise<T> {
    return this.#ask(WalletSignTransactionError, async () => {
      const signed = await this.#airlock.provider(namespace).signTransaction(this.#write(transaction))
      return read(transaction, signed)
    })
  }

  override async signAllTransactions<T extends AnyTransaction>(transactions: T[]): Promise<T[]> {
    return this.#ask(WalletSignTransactionError, async () => {
      const written = transactions.map((transaction) => this.#write(transaction))
      const signed = await this.#airlock.provider(namespace).signAllTransactions(written)
      return transactions.map((transaction, index) => read(transaction, signed[index]))
    })
  }

  /** First switches the wallet to the connection's network, if its node belongs to a network of the page. */
  override async sendTransaction(
    transaction: TransactionOrVersionedTransaction<this['supportedTransactionVersions']>,
    connection: Connection,
    options: SendTransactionOptions = {},
  ): Promise<string> {
    await this.#ask(WalletSendTransactionError, () => this.#switchTo(connection))
    return super.sendTransaction(transaction, connection, options)
  }

  async #switchTo({ rpcEndpoint }: Connection): Promise<void> {
    const { networks } = this.#airlock
    const wanted = networks.find(
      ({ chainNamespace, rpcUrls }) => chainNamespace === namespace && rpcUrls.default.http.includes(rpcEndpoint),
    )
    const account = this.#airlock.getState().accounts[namespace]?.caipAddress
    if (wanted && !account?.startsWith(`${wanted.caipNetworkId}:`)) await this.#airlock.switchNetwork(wanted)
  }

  async #connect(onlyIfTrusted: boolean): Promise<void> {
    if (this.connected || this.#isConnecting) return
    this.#isConnecting = true
    try {
      if (this.readyState !== WalletReadyState.Loadable) throw new WalletNotReadyError()
      const { publicKey } = await this.#airlock.provider(namespace).connect({ onlyIfTrusted })
      this.#hold(publicKey)
    } catch (thrown) {
      const error = toConnectionError(thrown)
      // Not requested by the user, and it is not an error if there is no stored connection.
      if (!onlyIfTrusted) this.emit('error', error)
      throw error
    } finally {
      this.#isConnecting = false
    }
  }

  #hold(address: string): void {
    const key = new PublicKey(address)
    this.#publicKey = key
    this.#unsubscribe ??= this.#airlock.subscribe(() => this.#follow())
    this.emit('connect', key)
  }

  #release(): void {
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    this.#publicKey = null
  }

  /** Applies changes by the wallet or by another part of the page. */
  #follow(): void {
    const account = this.#airlock.getState().accounts[namespace]
    const address = account?.status === 'connected' ? account.address : undefined
    if (address === this.#publicKey?.toBase58()) return
    if (address) return this.#hold(address)
    this.#release()
    this.emit('error', new WalletDisconnectedError())
    this.emit('disconnect')
  }

  async #ask<T>(Class: typeof WalletSignMessageError, run: () => Promise<T>): Promise<T> {
    try {
      if (!this.#publicKey) throw new WalletNotConnectedError()
      return await run()
    } catch (thrown) {
      const error = toError(Class, thrown)
      this.emit('error', error)
      throw error
    }
  }

  #write(transaction: AnyTransaction): Uint8Array {
    if (!isVersionedTransaction(transaction))
      return transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
    if (!this.supportedTransactionVersions.has(transaction.version))
      throw new WalletSignTransactionError(`Transaction version ${transaction.version} is not supported`)
    return transaction.serialize()
  }
}

/** The wallet may have added instructions, so the result is a new object of the given kind. */
function read<T extends AnyTransaction>(given: T, signed: Uint8Array | undefined): T {
  if (!signed) throw new WalletSignTransactionError('The wallet did not return every transaction')
  const parsed = isVersionedTransaction(given) ? VersionedTransaction.deserialize(signed) : Transaction.from(signed)
  return parsed as T // as: the same kind, which the type does not say
}
