/**
 * The password of a recovery kit: six words of the BIP-39 list, drawn at random, 66 bits. A thief of the file can guess without limit, so
 * the password is not left to the user's choice; each guess also costs one run of Argon2id (RFC 9106) over 64 MiB.
 */
import { argon2id } from '@noble/hashes/argon2.js'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { type Bytes, random, utf8, wipe } from '../keys/bytes.ts'

export const passwordWords = 6
export const saltLength = 16
/** Kibibytes, passes, lanes. Fixed by the version of the kit. */
export const slowHash = { m: 64 * 1024, t: 3, p: 1 } as const

/** 2048 words: eleven bits of each pair of random bytes are a word without bias. */
export function drawPassword(): string {
  const bytes = random(passwordWords * 2)
  const words = Array.from({ length: passwordWords }, (_, at) => {
    const [high = 0, low = 0] = bytes.slice(at * 2)
    return wordlist[((high << 8) | low) & 2047] ?? ''
  })
  wipe(bytes)
  return words.join(' ')
}

/** As it was meant: typed with capitals, more spaces, or line breaks. */
export const normalPassword = (typed: string): string =>
  typed.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')

/** 32 bytes. Takes about a second. */
export function hashPassword(password: string, salt: Bytes): Bytes {
  const typed = utf8(normalPassword(password))
  try {
    return new Uint8Array(argon2id(typed, salt, { ...slowHash, dkLen: 32, maxmem: 2 ** 32 - 1 }))
  } finally {
    wipe(typed)
  }
}
