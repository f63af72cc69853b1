/**
 * Decides which searches may leave the device. Only texts that could be part of a wallet's name are sent to the listing; a
 * recovery phrase, a key, a phone or card number, or a link that was pasted by mistake is not sent.
 */
import { isImpersonal } from '@airlock/protocol/contracts/analytics.ts'

const most = {
  words: 3,
  /** Shorter than the twelve words of any recovery phrase, whatever separates them. */
  characters: 40,
  /** Enough for a year in a name; codes, phone and card numbers have more digits. */
  digits: 4,
  wordLength: 20,
  /** Fewer than the words of a recovery phrase, which in Chinese has one character for each. */
  ideographs: 8,
} as const

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Hex data, letters and digits mixed as in a key or a password, or a word longer than in any name. */
const isSecretLike = (word: string): boolean =>
  word.length > most.wordLength || /^0x/i.test(word) || /\d\D+\d/.test(word) || /^(?=.*\d)[\da-f]{8,}$/i.test(word)

export function isWalletName(search: string): boolean {
  const text = search.normalize('NFKC').trim()
  // A dot between letters belongs to the word: "Crypto.com".
  const words = text.match(/[\p{L}\p{M}\p{N}]+(\.[\p{L}\p{M}\p{N}]+)*/gu) ?? []
  return (
    words.length <= most.words &&
    text.length <= most.characters &&
    countOf(text, /\p{N}/gu) <= most.digits &&
    countOf(text, /\p{Script=Han}/gu) <= most.ideographs &&
    !words.some(isSecretLike) &&
    isImpersonal(text)
  )
}
