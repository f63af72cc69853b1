/**
 * Apps that open a page in a browser of their own (specification §2, HTTP facts §13.4). The frame names one of them by the beginning of its
 * address; the page adds its own, which the frame does not know. Nothing else that is an address of the web takes the page's place.
 */
interface Browser {
  /** Stands in the page where it is that browser already, or has the extension. */
  readonly global: string
  readonly complete: (page: string, origin: string) => string
}

const browsers: Readonly<Record<string, Browser>> = {
  'https://phantom.app/ul/browse/': { global: 'phantom', complete: (page, origin) => `${page}?ref=${origin}` },
  'https://solflare.com/ul/v1/browse/': { global: 'solflare', complete: (page) => `${page}?ref=${page}` },
  'https://go.cb-w.com/dapp?cb_url=': { global: 'coinbaseSolana', complete: (page) => page },
}

/** `undefined` for what is none of them; `present` where there is nothing to hand over to. */
export function browseLink(start: string): { href: string } | 'present' | undefined {
  const browser = Object.hasOwn(browsers, start) ? browsers[start] : undefined
  if (!browser) return
  if (browser.global in window) return 'present'
  return { href: start + browser.complete(encodeURIComponent(location.href), encodeURIComponent(location.origin)) }
}
