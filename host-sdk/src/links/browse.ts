/**
 * Wallets that open a page in their own browser (specification §2). The frame names one of them by its URL prefix; the
 * page adds its own URL without query and fragment, which may contain secrets. Only on phones: on a computer no frame can navigate the
 * page.
 */
import { isPhone } from './phone.ts'

interface Browser {
  /** Global variable that exists if the page already runs in that browser, or if the extension is installed. */
  readonly global: string
  readonly complete: (page: string, origin: string) => string
}

const browsers: Readonly<Record<string, Browser>> = {
  'https://phantom.app/ul/browse/': { global: 'phantom', complete: (page, origin) => `${page}?ref=${origin}` },
  'https://solflare.com/ul/v1/browse/': { global: 'solflare', complete: (page) => `${page}?ref=${page}` },
  // The phone's own browser, for a page that runs inside another app on Android.
  'intent://': { global: '', complete: () => `${location.host}${location.pathname}#Intent;scheme=https;end` },
  'https://go.cb-w.com/dapp?cb_url=': { global: 'coinbaseSolana', complete: (page) => page },
}

/** `undefined` for an unknown prefix, or not on a phone; `present` if the wallet is already here. */
export function browseLink(start: string): { href: string } | 'present' | undefined {
  const browser = isPhone() && Object.hasOwn(browsers, start) ? browsers[start] : undefined
  if (!browser) return
  if (browser.global in window) return 'present'
  const { origin, pathname } = location
  return { href: start + browser.complete(encodeURIComponent(origin + pathname), encodeURIComponent(origin)) }
}
