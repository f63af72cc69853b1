/**
 * The password of a recovery kit: six words of the BIP-39 list, drawn at random, 66 bits. It is not the user's choice, because a thief of
 * the file can guess without limit.
 */
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { random, wipe } from '../keys/bytes.ts'

export const passwordWords = 6

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

/** As it was meant, if it was typed with capitals, more spaces or line breaks. */
export const normalPassword = (typed: string): string =>
  typed.normalize('NFKD').trim().toLowerCase().split(/\s+/).join(' ')
