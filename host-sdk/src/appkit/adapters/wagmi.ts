/**
 * `@airlock/host-sdk/appkit-adapter-wagmi`: creates the page's wagmi configuration, which follows the connections of the modal. Pass
 * `wagmiConfig` to `WagmiProvider`, as with AppKit.
 */
import { type Adapter, type Airlock, AirlockError, type Chain, type Network } from '@airlock/host-sdk'
import { wagmiAdapter } from '@airlock/host-sdk/wagmi'
import { type Config, type CreateConfigParameters, createConfig, http } from '@wagmi/core'

type WagmiChain = Config['chains'][number]

/** AppKit's options. Missing transports are created from the networks. */
export type WagmiAdapterOptions = Partial<Omit<CreateConfigParameters, 'chains' | 'client'>> & {
  readonly networks: readonly (Network | Chain)[]
  readonly projectId?: string
}

/** Options of AppKit's class that only its own connectors read. */
const gone = ['pendingTransactionsFilter', 'customRpcUrls', 'client'] as const

export class WagmiAdapter implements Adapter {
  readonly namespace = 'eip155'
  readonly wagmiConfig: Config
  readonly #adapter: Adapter

  constructor(options: WagmiAdapterOptions) {
    for (const name of gone)
      if (name in options)
        throw new AirlockError('NOT_AVAILABLE', {
          message: `\`WagmiAdapter({ ${name} })\` has no counterpart: set \`transports\` instead`,
        })
    const { networks, transports, projectId: _, ...others } = options
    // as: wagmi's type of a chain has fields that neither wagmi nor AppKit needs here.
    const chains = networks.filter(isEvm) as unknown as [WagmiChain, ...WagmiChain[]]
    if (chains.length === 0)
      throw new AirlockError('INVALID_OPTIONS', { message: '`WagmiAdapter({ networks })` has no EVM network' })
    this.wagmiConfig = createConfig({
      // The modal lists the wallets; wagmi would connect the same wallet a second time, past the modal.
      multiInjectedProviderDiscovery: false,
      ...others,
      chains,
      transports: { ...Object.fromEntries(chains.map(({ id }) => [id, http()])), ...transports },
    } as CreateConfigParameters) // as: the parts of a union that wagmi cannot tell apart once they are spread
    this.#adapter = wagmiAdapter({ config: this.wagmiConfig })
  }
  attach(airlock: Airlock): () => void {
    return this.#adapter.attach(airlock)
  }
}

const isEvm = (network: Network | Chain) => !('chainNamespace' in network) || network.chainNamespace === 'eip155'
