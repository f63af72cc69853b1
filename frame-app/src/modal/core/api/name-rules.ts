/**
 * Account names: a label that the user chooses, and the suffix of the registry (specification §5, §9). Users may type capitals, but
 * registries take lower case only, so names are shown, signed and sent in lower case.
 */

/** Used until the gateway has named its own (specification §9). */
export const defaultSuffix = '.reown.id'

const shortest = 4
/** The limit of registries. */
const longest = 64

export type ReadLabel =
  | { readonly label: string }
  /** `secret`: a key or a recovery phrase, which must not leave the device. */
  | { readonly problem: 'empty' | 'short' | 'long' | 'characters' | 'secret' }

/**
 * @param typed may end with the suffix, as in a pasted name
 * @returns the label in lower case
 */
export function readLabel(typed: string, suffix: string): ReadLabel {
  const text = typed.trim()
  if (text === '') return { problem: 'empty' }
  // Checked before lower-casing: capitals of other alphabets could become plain letters.
  if (!/^[a-zA-Z0-9.-]+$/.test(text)) return { problem: 'characters' }
  const lower = text.toLowerCase()
  const label = lower.endsWith(suffix) ? lower.slice(0, -suffix.length) : lower
  if (!/^[a-z0-9-]*$/.test(label)) return { problem: 'characters' }
  if (isSecretLike(label)) return { problem: 'secret' }
  if (label.length < shortest) return { problem: 'short' }
  return label.length > longest ? { problem: 'long' } : { label }
}

/** A private key in hex, or words joined as in a recovery phrase, which was pasted by mistake. */
const isSecretLike = (label: string): boolean =>
  /^(0x)?[0-9a-f]{64}([0-9a-f]{64})?$/.test(label) || (label.match(/[a-z]{3,}/g) ?? []).length >= 10

export const isLabel = (text: string): boolean => /^[a-z0-9-]{3,64}$/.test(text)

/** The suffix that the registry puts behind the label: one to three parts. `undefined` if the name does not belong to this label. */
export function readSuffix(name: string, label: string): string | undefined {
  const suffix = name.startsWith(label) ? name.slice(label.length) : ''
  return /^(\.[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?){1,3}$/.test(suffix) && suffix.length <= 64 ? suffix : undefined
}

/** Ethereum's coin type, from before ENSIP-11 gave each EVM network its own. */
const etherCoinType = 60

/** @throws {RangeError} 'Invalid chainId' (specification §5) */
export function coinTypeOf(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 1 || chainId >= 2 ** 31) throw new RangeError('Invalid chainId')
  return chainId === 1 ? etherCoinType : (0x8000_0000 | chainId) >>> 0
}

/** The text that is signed and sent. The order of its keys is part of it. @param now Unix time in milliseconds */
export const nameMessage = (name: string, now: number): string =>
  JSON.stringify({ name, attributes: {}, timestamp: Math.floor(now / 1000) })
