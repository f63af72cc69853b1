/**
 * Links that bring a pairing code to a wallet, `<scheme of an app>://…/wc?uri=<code>`, or the visitor to a request that waits in it,
 * `…/wc?requestId=<id>&sessionTopic=<topic>`. Hundreds of wallets have a scheme of their own, and no page can declare them all; what such
 * a link may say is so narrow that the frame chooses the app, and next to nothing of what it is told.
 */
const form =
  /^([a-z][a-z0-9+.-]{1,40}):\/\/(?:[\w./?=&:~-]{0,300}\/)?wc\?(?:uri=wc%3A[0-9a-f]{64}%402%3F[\w%.~-]{1,1500}|requestId=\d{1,20}&sessionTopic=[0-9a-f]{64})$/i

/** What a browser or a system answers itself, beside what is forbidden anyway. */
const notAnApp =
  /^(https?|wss?|ftp|javascript|data|blob|file|filesystem|vbscript|about|view-source|chrome|chrome-extension|moz-extension|intent|android-app|market|itms.*|ms-.*|search-ms|mailto|tel|sms|feed|jar|res|resource|shell|mk|hcp)$/i

/** The canonical address, or `undefined` for one of another form. */
export function readPairingLink(text: string): string | undefined {
  const [, scheme] = form.exec(text) ?? []
  if (scheme === undefined || notAnApp.test(scheme)) return
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
