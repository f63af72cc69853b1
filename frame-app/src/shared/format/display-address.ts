/** The one spelling in which addresses are shown. Wallets and gateways write EVM addresses with a checksum or in lower case. */
import { type Address, getAddress } from 'viem'

const evm = /^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/

/**
 * An EVM address with its checksum (EIP-55). Any other text stays as it is, and so does an address in mixed case: it has a checksum
 * already, and a wrong one is a mistake that must not be hidden.
 */
export const toDisplayAddress = (text: string): string =>
  evm.test(text) ? getAddress(text.toLowerCase() as Address) : text // as: by its form
