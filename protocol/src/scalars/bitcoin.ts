/** Bitcoin values (bip122), in the form in which they cross a link. The code that uses an address checks its checksum. */
import * as z from 'zod/mini'
import { text } from './values.ts'

/** Base58 for legacy addresses; lower-case bech32 with the network's prefix for the others. */
export const bitcoinAddress = /^([1-9A-HJ-NP-Za-km-z]{25,35}|[a-z]{1,10}1[02-9ac-hj-np-z]{8,87})$/
export const BitcoinAddress = z.string().check(z.regex(bitcoinAddress))
/** Whole satoshis; 21 million bitcoin have 16 digits. */
export const Satoshis = z.string().check(z.regex(/^[1-9][0-9]{0,15}$/))
/** A partially signed transaction (BIP-174) in base64, which begins with its magic bytes. */
export const Psbt = z.string().check(z.maxLength(400_000), z.regex(/^cHNidP[+/0-9A-Za-z]{10,}={0,2}$/))
export const BitcoinTransactionId = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** 33 bytes, or 32 for taproot. */
const PublicKey = z.string().check(z.regex(/^[0-9a-f]{64}([0-9a-f]{2})?$/))
const Path = z.string().check(z.maxLength(64), z.regex(/^m?(\/?[0-9]{1,10}['h]?)*$/))

/** The use of an address: many wallets keep coins and inscriptions at separate addresses. */
export const Purpose = z.enum(['payment', 'ordinal'])
export type Purpose = z.infer<typeof Purpose>

export const BitcoinAccount = z.strictObject({
  address: BitcoinAddress,
  purpose: Purpose,
  publicKey: z.optional(PublicKey),
  path: z.optional(Path),
})
export type BitcoinAccount = z.infer<typeof BitcoinAccount>

export const BitcoinAccounts = z.array(BitcoinAccount).check(z.maxLength(64))

/** An ECDSA message signature has a header byte and allows recovering the key; BIP-322 signs a transaction that is never sent. */
export const MessageProtocol = z.enum(['ecdsa', 'bip322'])
export type MessageProtocol = z.infer<typeof MessageProtocol>

/** The inputs of a PSBT that an address signs. */
export const SignInput = z.strictObject({
  address: BitcoinAddress,
  index: z.int().check(z.minimum(0), z.maximum(10_000)),
  sighashTypes: z.optional(z.array(z.int().check(z.minimum(0), z.maximum(255))).check(z.maxLength(8))),
})
export type SignInput = z.infer<typeof SignInput>
export const SignInputs = z.array(SignInput).check(z.minLength(1), z.maxLength(1000))
/** As a page asks: none means every input of the account. */
export const WantedInputs = z.array(SignInput).check(z.maxLength(1000))

/** Not empty. */
export const BitcoinMessage = text(10_000).check(z.regex(/^[\s\S]/))
/** OP_RETURN holds at most 80 bytes. */
export const Memo = text(80)
