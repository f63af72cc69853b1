/** What an address of each namespace looks like (specification §5, and each chain's own rules). The form alone: no checksum is counted. */
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'

const base58 = '[1-9A-HJ-NP-Za-km-z]'

const forms: Readonly<Record<Namespace, RegExp>> = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: new RegExp(`^${base58}{32,44}$`),
  // Old addresses in base58, later ones in bech32 behind the prefix of their network.
  bip122: new RegExp(`^(${base58}{25,35}|[a-z]{1,10}1[02-9ac-hj-np-z]{8,87})$`),
  polkadot: new RegExp(`^${base58}{45,50}$`),
}

export const hasAddressForm = (namespace: Namespace, address: string): boolean => forms[namespace].test(address)

/** What two spellings of one address have in common: on EVM chains capitals are a checksum. */
export const addressKey = (namespace: Namespace, address: string): string =>
  namespace === 'eip155' ? address.toLowerCase() : address
