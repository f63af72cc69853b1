/** The wallets' names for Bitcoin networks. */
import type { CaipNetworkId } from '../../types.ts'

interface Names {
  readonly id: CaipNetworkId
  /** UniSat and OKX: the chain, and the older network name. */
  readonly chain: string
  readonly network: string
  /** Xverse and other wallets with the sats-connect API. */
  readonly sats: string
  readonly leather: string
  /** Name in the Wallet Standard. */
  readonly standard: string
}

const names: readonly Names[] = [
  {
    id: 'bip122:000000000019d6689c085ae165831e93',
    chain: 'BITCOIN_MAINNET',
    network: 'livenet',
    sats: 'Mainnet',
    leather: 'mainnet',
    standard: 'bitcoin:mainnet',
  },
  {
    id: 'bip122:000000000933ea01ad0ee984209779ba',
    chain: 'BITCOIN_TESTNET',
    network: 'testnet',
    sats: 'Testnet',
    leather: 'testnet',
    standard: 'bitcoin:testnet',
  },
  {
    id: 'bip122:00000000da84f2bafbbc53dee25a72ae',
    chain: 'BITCOIN_TESTNET4',
    network: 'testnet4',
    sats: 'Testnet4',
    leather: 'testnet4',
    standard: 'bitcoin:testnet4',
  },
  {
    id: 'bip122:00000008819873e925422c1ff0f99f7c',
    chain: 'BITCOIN_SIGNET',
    network: 'signet',
    sats: 'Signet',
    leather: 'signet',
    standard: 'bitcoin:signet',
  },
  {
    id: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
    chain: 'BITCOIN_REGTEST',
    network: 'regtest',
    sats: 'Regtest',
    leather: 'devnet',
    standard: 'bitcoin:regtest',
  },
]

export type NameOf = Exclude<keyof Names, 'id'>

/** `undefined` for a network that such wallets do not know. */
export const nameFor = (kind: NameOf, id: CaipNetworkId): string | undefined =>
  names.find((one) => one.id === id)?.[kind]

/** The wallet is on a network that the page cannot name. */
const elsewhere: CaipNetworkId = 'bip122:unknown'

/** The network with this wallet name; `undefined` if the wallet gave none. */
export const networkNamed = (kind: NameOf, name: unknown): CaipNetworkId | undefined =>
  typeof name === 'string' ? (names.find((one) => one[kind] === name)?.id ?? elsewhere) : undefined
