/** `@airlock/host-sdk/appkit-adapter-solana`: for pages that pass web3.js transactions. */
import { type Airlock, AirlockError, type SolanaProvider } from '@airlock/host-sdk'
import type { ProviderAdapter } from '@airlock/host-sdk/appkit'
import { type Provider, toProvider } from './solana-provider.ts'

export type { AnyTransaction, Provider } from './solana-provider.ts'

export class SolanaAdapter implements ProviderAdapter<'solana'> {
  readonly namespace = 'solana'
  #airlock: Airlock | undefined

  /** @param options AppKit’s examples pass the id of the project here too; `createAppKit` has it already */
  constructor(options: object = {}) {
    for (const [name, value] of Object.entries(options))
      if (value !== undefined && name !== 'projectId')
        throw new AirlockError('NOT_AVAILABLE', {
          message: `\`SolanaAdapter({ ${name} })\` has no counterpart: the modal lists the wallets, and your page has its own nodes`,
        })
  }
  attach(airlock: Airlock): () => void {
    this.#airlock = airlock
    return () => {
      this.#airlock = undefined
    }
  }
  toWalletProvider(provider: SolanaProvider): Provider {
    return toProvider(provider, () => this.#airlock)
  }
}
