/** One interface for Bitcoin wallets of every provider shape. Its answers are not validated yet (`calls.ts`). */
import type { InjectedBitcoinInput, InjectedBitcoinMethod } from '@airlock/protocol/allowlist/injected-bitcoin.ts'
import type { Undo } from '../../dom.ts'
import type { CaipNetworkId } from '../../types.ts'

export type Input<M extends InjectedBitcoinMethod> = InjectedBitcoinInput<M> extends readonly [infer I] ? I : never

/** An account as the wallet reports it. */
export interface ToldAccount {
  readonly address: unknown
  readonly purpose?: unknown
  readonly publicKey?: unknown
  readonly path?: unknown
}

export interface Told {
  readonly accounts: readonly ToldAccount[]
  /** The wallet's current network; `undefined` if it does not report one. */
  readonly network?: CaipNetworkId | undefined
}

/** `psbt` in base64 or in hex. */
export interface SignedPsbt {
  readonly psbt: unknown
  readonly txid?: unknown
}

/** A missing function means that the wallet does not have it. */
export interface BitcoinWallet {
  /** Asks the user. */
  readonly connect: (network: CaipNetworkId) => Promise<Told>
  /** Does not ask the user. */
  readonly accounts: (network: CaipNetworkId) => Promise<Told>
  readonly disconnect?: () => unknown
  readonly switchNetwork?: (network: CaipNetworkId) => unknown
  /** In base64 or in hex. */
  readonly signMessage?: (input: Input<'bitcoin_signMessage'>, network: CaipNetworkId) => Promise<unknown>
  /** The id of the transaction. */
  readonly sendTransfer?: (input: Input<'bitcoin_sendTransfer'>, network: CaipNetworkId) => Promise<unknown>
  readonly signPsbt?: (input: Input<'bitcoin_signPsbt'>, network: CaipNetworkId) => Promise<SignedPsbt>
  /** Reports that accounts or network may have changed. */
  readonly listen?: (listener: () => void) => Undo
}
