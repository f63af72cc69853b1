/** The networks of Bitcoin that differ in their addresses. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'

export interface Params {
  /** Prefix of bech32 addresses. */
  readonly bech32: string
  /** First byte of the old address forms. */
  readonly pubKeyHash: number
  readonly scriptHash: number
}

const mainnet: Params = { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05 }
const testnet: Params = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4 }
const regtest: Params = { ...testnet, bech32: 'bcrt' }

const known: Readonly<Record<Caip2, Params>> = {
  'bip122:000000000019d6689c085ae165831e93': mainnet,
  'bip122:000000000933ea01ad0ee984209779ba': testnet,
  /** Testnet 4. */
  'bip122:00000000da84f2bafbbc53dee25a72ae': testnet,
  /** Signet. */
  'bip122:00000008819873e925422c1ff0f99f7c': testnet,
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': regtest,
}

/** An unknown network is treated as another chain with the rules of Bitcoin's main network. */
export const paramsOf = (id: Caip2): Params => known[id] ?? mainnet
