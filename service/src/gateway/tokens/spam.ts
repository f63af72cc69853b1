/** Heuristics for spam tokens. Applied only to unlisted tokens that other accounts sent: a token that the user has used is always shown. */
type Sign = { readonly why: string; readonly pattern: RegExp }

export const spamSigns: readonly Sign[] = [
  { why: 'an address of a page', pattern: /https?:|www\.|\b[\p{L}\p{N}-]{2,}\s?\.\s?[a-z]{2,}\b/iu },
  { why: 'an address of a chat', pattern: /\bt\s?\.\s?me\b|@\w{4,}|telegram|discord/iu },
  {
    why: 'a call to act',
    pattern: /\b(claim|airdrop|rewards?|bonus|voucher|visit|free|gifts?|giveaway|redeem|winner|prize|invited?)\b/iu,
  },
  { why: 'an amount that seems to be given', pattern: /[$€£]\s?\d{2,}|\d{2,}\s?[$€£]/u },
]

export type Suspect = {
  readonly name: string
  readonly symbol: string
  readonly isListed: boolean
}

/** @param symbols of the network's currency and its listed tokens, normalised by `symbolKey` */
export function isSpam({ name, symbol, isListed }: Suspect, symbols: ReadonlySet<string>): boolean {
  if (isListed) return false
  const texts = [name, symbol].map((text) => text.normalize('NFKC'))
  return symbols.has(symbolKey(symbol)) || texts.some((text) => spamSigns.some(({ pattern }) => pattern.test(text)))
}

export const symbolKey = (symbol: string): string => symbol.normalize('NFKC').toUpperCase()
