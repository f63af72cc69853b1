/** What `personal_sign` is asked to sign. */
import { type Hex, hexToBytes, stringToBytes } from 'viem'

/** Hex with whole bytes is bytes, everything else is text: what wallets have agreed on. */
export const messageBytes = (given: string): Uint8Array => (isBytes(given) ? hexToBytes(given) : stringToBytes(given))

const isBytes = (text: string): text is Hex => /^0x(?:[0-9a-fA-F]{2})*$/.test(text)
