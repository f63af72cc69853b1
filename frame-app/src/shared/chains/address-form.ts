/** The form of addresses of each namespace (specification §5, and each chain's own rules). Checksums are not checked. */
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'

const base58 = '[1-9A-HJ-NP-Za-km-z]'

const forms: Readonly<Record<Namespace, RegExp>> = {
  eip155: /^0x[0-9a-fA-F]{40}$/,
  solana: new RegExp(`^${base58}{32,44}$`),
  // Old addresses are base58; newer ones are bech32 with the prefix of their network.
  bip122: new RegExp(`^(${base58}{25,35}|[a-z]{1,10}1[02-9ac-hj-np-z]{8,87})$`),
  polkadot: new RegExp(`^${base58}{45,50}$`),
}

export const hasAddressForm = (namespace: Namespace, address: string): boolean => forms[namespace].test(address)

/** The same key for all spellings of an address: on EVM chains, upper case is only a checksum. */
export const addressKey = (namespace: Namespace, address: string): string =>
  namespace === 'eip155' ? address.toLowerCase() : address
