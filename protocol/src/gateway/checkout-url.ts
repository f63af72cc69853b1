/**
 * Decides which checkout URLs may be opened. The service checks the providers' answers, and the modal checks the service's: a page that
 * takes card payments must be the provider's own, and must not send the purchase to another account.
 */
import { readUrl } from '../scalars/url.ts'

/** Pages of the known providers; a leading `.` includes subdomains. The operator can list others. */
const knownHosts: Readonly<Record<string, readonly string[]>> = {
  coinbase: ['pay.coinbase.com'],
  meld: ['meldcrypto.com', '.meldcrypto.com'],
}

export type CheckoutRule = {
  readonly provider: string
  /** The buying account. */
  readonly address: string
  /** Origins listed by the operator, for all providers of the project. */
  readonly origins: readonly string[]
}

const longest = 4_096
const evmAddress = /(?<![0-9a-f])0x[0-9a-f]{40}(?![0-9a-f])/gi
/** URL parameters for the destination of a purchase, in the providers' spellings. */
const destination = /^(wallet_?address(es)?|address(es)?|destination_?(wallets?|address)|recipient|to)$/i

/** The canonical URL, or `undefined` if it must not be opened. */
export function readCheckoutUrl(text: string, { provider, address, origins }: CheckoutRule): string | undefined {
  // The parser drops tabs and newlines, and reads a backslash as a slash.
  if (text.length > longest || /[\p{Cc}\s\\]/u.test(text)) return undefined
  const url = readUrl(text)
  if (url?.username !== '' || url.password !== '') return undefined
  const isListed = origins.includes(url.origin) && /^https?:$/.test(url.protocol)
  const isKnown = url.protocol === 'https:' && url.port === '' && isHostOf(provider, url.hostname)
  if (!isListed && !isKnown) return undefined
  return namesOnly(url, address) ? url.href : undefined
}

const isHostOf = (provider: string, host: string): boolean =>
  Object.hasOwn(knownHosts, provider) &&
  (knownHosts[provider] ?? []).some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known))

/** Whether every account named in the URL is this one. An account inside a session token is not visible. */
function namesOnly(url: URL, address: string): boolean {
  const isOwn = (text: string) =>
    address.startsWith('0x') ? text.toLowerCase() === address.toLowerCase() : text === address
  for (const [name, value] of url.searchParams) {
    // A plain address, or JSON around it.
    const words = destination.test(name) ? (value.match(/[a-z0-9]{26,}/gi) ?? ['']) : []
    if (!words.every(isOwn)) return false
  }
  const texts = [url.pathname, url.hash, ...[...url.searchParams].flat()].map(decoded)
  return texts.flatMap((text) => text.match(evmAddress) ?? []).every(isOwn)
}

/** Decodes repeatedly, as a redirect might. Byte by byte, since only ASCII matters. */
function decoded(text: string): string {
  const next = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return next === text ? text : decoded(next)
}
