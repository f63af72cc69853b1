import { isAppScheme } from '@airlock/protocol/scalars/app-schemes.ts'

/**
 * Links that pass a pairing code to a wallet, `<scheme of an app>://…/wc?uri=<code>`, or that open a request waiting in it,
 * `…/wc?requestId=<id>&sessionTopic=<topic>`. Hundreds of wallets have their own scheme, and no page can declare them all. Such a link
 * contains only a path and the code; another query could be taken for a command by an app.
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

/** For Telegram's browser on Android, which decodes a URL once before it passes it to the app. */
export const encodeTwice = (href: string): string =>
  href.replace(/(\/wc\?uri=)(wc%3A[\w%.~-]+)$/i, (_, before: string, code: string) => before + encodeURIComponent(code))

/** Whether the page runs inside Telegram, where it must not be navigated. */
export const isTelegram = (): boolean =>
  ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'].some((name) => name in window)
