/** A Bitcoin wallet of the page, in one form for every provider shape. What it answers is not checked yet (`calls.ts`). */
import type { InjectedBitcoinInput, InjectedBitcoinMethod } from '@airlock/protocol/allowlist/injected-bitcoin.ts'
import type { Undo } from '../../dom.ts'
import type { CaipNetworkId } from '../../types.ts'

export type Input<M extends InjectedBitcoinMethod> = InjectedBitcoinInput<M> extends readonly [infer I] ? I : never

/** An account as the wallet tells of it. */
export interface ToldAccount {
  readonly address: unknown
  readonly purpose?: unknown
  readonly publicKey?: unknown
  readonly path?: unknown
}

export interface Told {
  readonly accounts: readonly ToldAccount[]
  /** Where the wallet stands; `undefined` if it does not say. */
  readonly network?: CaipNetworkId | undefined
}

/** One of the two forms in which wallets write a PSBT. */
export interface SignedPsbt {
  readonly base64?: unknown
  readonly hex?: unknown
  readonly txid?: unknown
}

/** A missing function is one that the wallet does not have. */
export interface BitcoinWallet {
  /** Asks the user. */
  readonly connect: (network: CaipNetworkId) => Promise<Told>
  /** Asks nobody. */
  readonly accounts: (network: CaipNetworkId) => Promise<Told>
  readonly disconnect?: () => unknown
  readonly switchNetwork?: (network: CaipNetworkId) => unknown
  /** Base64. */
  readonly signMessage?: (input: Input<'bitcoin_signMessage'>, network: CaipNetworkId) => Promise<unknown>
  /** The id of the transaction. */
  readonly sendTransfer?: (input: Input<'bitcoin_sendTransfer'>, network: CaipNetworkId) => Promise<unknown>
  readonly signPsbt?: (input: Input<'bitcoin_signPsbt'>, network: CaipNetworkId) => Promise<SignedPsbt>
  /** Says that accounts or network may have changed. */
  readonly listen?: (listener: () => void) => Undo
}
