/** The one spelling in which addresses are shown. Wallets and gateways write EVM addresses with a checksum or in lower case. */
import { type Address, getAddress } from 'viem'

const evm = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/

/**
 * An EVM address with its checksum (EIP-55). Any other text is unchanged. So is an address in mixed case: it already has a checksum, and a
 * wrong one is an error that must stay visible.
 */
export const toDisplayAddress = (text: string): string =>
  evm.test(text) ? getAddress(text.toLowerCase() as Address) : text // as: by its form
