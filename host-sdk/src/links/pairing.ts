import { isAppScheme } from '@airlock/protocol/scalars/app-schemes.ts'

/**
 * Links that bring a pairing code to a wallet, `<scheme of an app>://…/wc?uri=<code>`, or the visitor to a request that waits in it,
 * `…/wc?requestId=<id>&sessionTopic=<topic>`. Hundreds of wallets have a scheme of their own, and no page can declare them all. Such a link
 * holds a path and the code: no query of the frame's choosing, which an app could take for a command.
 */
const form =
  /^([a-z][a-z0-9+.-]{1,40}):\/\/(?:[\w./:~-]{0,300}\/)?wc\?(?:uri=wc%3A[0-9a-f]{64}%402%3F[\w%.~-]{1,1500}|requestId=\d{1,20}&sessionTopic=[0-9a-f]{64})$/i

/** A wallet that takes its links only with this query. It is the page's own text: the frame can change nothing in it. */
const withQuery = 'bybitapp://open/route?targetUrl=by://web3/walletconnect/'

/** The canonical address, or `undefined` for one of another form. */
export function readPairingLink(text: string): string | undefined {
  const [, scheme] = form.exec(text.startsWith(withQuery) ? `bybitapp://${text.slice(withQuery.length)}` : text) ?? []
  if (scheme === undefined || !isAppScheme(scheme)) return
  try {
    return new URL(text).href
  } catch {
    return
  }
}

/** Telegram's browser on Android decodes an address once on its way to the app (HTTP facts §13.1). */
export const encodeTwice = (href: string): string =>
  href.replace(/(\/wc\?uri=)(wc%3A[\w%.~-]+)$/i, (_, before: string, code: string) => before + encodeURIComponent(code))

/** Inside Telegram nothing may take the page's place. */
export const isTelegram = (): boolean =>
  ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'].some((name) => name in window)
