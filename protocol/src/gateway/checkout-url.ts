/**
 * Which addresses of checkout pages are opened. The service checks what a provider answers, and the modal checks what the service
 * answers: a page that takes cards must be the provider's own, and must not send what is bought to somebody else.
 */

/** Pages of the providers that everybody knows; `.` before a name: its subdomains too. Others are listed by the operator. */
const knownHosts: Readonly<Record<string, readonly string[]>> = {
  coinbase: ['pay.coinbase.com'],
  meld: ['meldcrypto.com', '.meldcrypto.com'],
}

export type CheckoutRule = {
  readonly provider: string
  /** The account that buys. */
  readonly address: string
  /** Origins that the operator listed: any provider of the project may be there. */
  readonly origins: readonly string[]
}

const longest = 4_096
const evmAddress = /(?<![0-9a-f])0x[0-9a-f]{40}(?![0-9a-f])/gi
/** Parameters that name where a purchase goes, in the forms that providers use. */
const destination = /^(wallet_?address(es)?|address(es)?|destination_?(wallets?|address)|recipient|to)$/i

/** The canonical URL, or `undefined` if it must not be opened. */
export function readCheckoutUrl(text: string, { provider, address, origins }: CheckoutRule): string | undefined {
  // The parser drops tabs and newlines, and reads a backslash as a slash.
  if (text.length > longest || /[\p{Cc}\s\\]/u.test(text) || !URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return undefined
  const isListed = origins.includes(url.origin) && /^https?:$/.test(url.protocol)
  const isKnown = url.protocol === 'https:' && url.port === '' && isHostOf(provider, url.hostname)
  if (!isListed && !isKnown) return undefined
  return namesOnly(url, address) ? url.href : undefined
}

const isHostOf = (provider: string, host: string): boolean =>
  Object.hasOwn(knownHosts, provider) &&
  (knownHosts[provider] ?? []).some((known) => (known.startsWith('.') ? host.endsWith(known) : host === known))

/** Every account that the URL names is this one. One inside a session token cannot be seen. */
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

/** However often it was escaped: what a page on the way might undo. Byte by byte, since only ASCII is looked for. */
function decoded(text: string): string {
  const next = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return next === text ? text : decoded(next)
}
