import { isAppScheme } from './app-schemes.ts'

/**
 * Links that pass a pairing code to a wallet, `<scheme of an app>://…/wc?uri=<code>`, or that open a request waiting in it,
 * `…/wc?requestId=<id>&sessionTopic=<topic>`. Hundreds of wallets have their own scheme, and no page can declare them all. Such a link
 * contains only a path and the code; another query could be taken for a command by an app. The page checks what the frame asks it to open,
 * and the frame what it lets the browser open itself.
 */
const form =
  /^([a-z][a-z0-9+.-]{1,40}):\/\/(?:[\w./:~-]{0,300}\/)?wc\?(?:uri=wc%3A[0-9a-f]{64}%402%3F[\w%.~-]{1,1500}|requestId=\d{1,20}&sessionTopic=[0-9a-f]{64})$/i

/** The link of a wallet that accepts links only with this query. The text is fixed here: the frame cannot change it. */
const withQuery = 'bybitapp://open/route?targetUrl=by://web3/walletconnect/'

/** The canonical URL, or `undefined` for any other form. */
export function readPairingLink(text: string): string | undefined {
  const [, scheme] = form.exec(text.startsWith(withQuery) ? `bybitapp://${text.slice(withQuery.length)}` : text) ?? []
  if (scheme === undefined || !isAppScheme(scheme)) return
  try {
    return new URL(text).href
  } catch {
    return
  }
}

/**
 * The link that an intent of Android carries, or the link itself. An intent names scheme and package and nothing else: no action, no component
 * and no page to go to instead, since `readPairingLink`, which is to read it, knows none of the characters that separate fields.
 */
export const readIntent = (link: string): string =>
  link.replace(/^intent(:.+)#Intent;scheme=(.+);package=[\w.]+;end$/, '$2$1')

/** A link that the frame lets the browser follow, after the page did not open it: an address of the web, or a code or a request for an app. */
export function readWalletLink(text: string): string | undefined {
  const pairing = readPairingLink(text)
  if (pairing !== undefined || !/^https:[^\p{Cc}\s\\]+$/iu.test(text)) return pairing
  try {
    const { href, username, password } = new URL(text)
    return username || password ? undefined : href
  } catch {
    return
  }
}
