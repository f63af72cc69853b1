/**
 * The standards for finding wallets of the page, except for EVM (EIP-6963 and `window.ethereum`, which the registry reads itself). Loaded
 * for pages with a network of another namespace; each reader is loaded for pages with a network that it serves.
 */
import type { Undo } from '../dom.ts'
import type { Namespace, Network } from '../types.ts'
import type { Finds, Reading, ReadStandard } from './registry.ts'

interface Standard {
  readonly namespaces: readonly Namespace[]
  readonly load: () => Promise<ReadStandard>
}

const standards: readonly Standard[] = [
  {
    namespaces: ['solana'],
    load: async () => (await import('./wallet-standard.ts')).readStandardWallets,
  },
  {
    namespaces: ['bip122'],
    load: async () => (await import('./bitcoin/discovery.ts')).readBitcoinWallets,
  },
  {
    namespaces: ['polkadot'],
    load: async () => (await import('./injected-web3.ts')).readInjectedWeb3,
  },
]

export interface Standards {
  /** Asks for the wallets of every standard that the page has a network for. */
  discover: () => Promise<void>
  stop: Undo
}

export function createStandards(finds: Finds, networks: () => readonly Network[]): Standards {
  const readings = new Map<Standard, Promise<Reading | undefined>>()
  let isStopped = false

  const read = (standard: Standard) => {
    const reading =
      readings.get(standard) ??
      standard.load().then(
        (start) => (isStopped ? undefined : start(finds, networks)),
        () => {
          readings.delete(standard) // if the file failed to load, the next attempt tries again
          return undefined
        },
      )
    readings.set(standard, reading)
    return reading
  }

  return {
    async discover() {
      const served = new Set(networks().map(({ chainNamespace }) => chainNamespace))
      const wanted = standards.filter(({ namespaces }) => namespaces.some((namespace) => served.has(namespace)))
      for (const reading of await Promise.all(wanted.map(read))) reading?.discover()
    },
    stop() {
      isStopped = true
      for (const reading of readings.values()) void reading.then((one) => one?.stop())
    },
  }
}
