/**
 * The networks that a tag can name by chain id; the script contains no others of the catalogue. Other networks are given as a JSON block.
 */
import {
  arbitrum,
  avalanche,
  base,
  baseSepolia,
  bsc,
  gnosis,
  mainnet,
  optimism,
  polygon,
  sepolia,
} from '../catalogue/evm.ts'
import { solana, solanaDevnet } from '../catalogue/solana.ts'
import type { Network } from '../types.ts'

const evm = [mainnet, optimism, bsc, gnosis, polygon, base, arbitrum, avalanche, baseSepolia, sepolia]

const byName: ReadonlyMap<string, Network> = new Map([
  ...evm.map((network) => [String(network.id), network] as const),
  ['solana', solana],
  ['solana-devnet', solanaDevnet],
])

/** @throws {Error} naming the first network that is not known here */
export const readNetworks = (names: readonly string[]): readonly Network[] =>
  names.map((name) => {
    const network = byName.get(name)
    if (!network)
      throw new Error(`knows ${[...byName.keys()].join(', ')}, not ${name}: name a block of JSON, as in #networks`)
    return network
  })
