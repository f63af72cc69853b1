/** The bytes that are signed for a `personal_sign` request. */
import { type Hex, hexToBytes, stringToBytes } from 'viem'

/** Hex with an even number of digits is decoded to bytes; everything else is text, as in other wallets. */
export const messageBytes = (given: string): Uint8Array => (isBytes(given) ? hexToBytes(given) : stringToBytes(given))

const isBytes = (text: string): text is Hex => /^0x(?:[0-9a-fA-F]{2})*$/.test(text)
