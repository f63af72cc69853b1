/** EIP-55: the one spelling in which EVM addresses enter the state and are compared, whoever has written them. */
import { type Address, getAddress } from 'viem'

/** Adds the checksum, whatever the case of the input: for addresses that we know, compare, or have from a wallet. */
export const checksum = (text: string): Address => getAddress(text.toLowerCase())
