/** Every browser on iOS, and Safari. It opens no window after a press that is over, even if it says that the press still counts. */
export const isWebKit = (): boolean => /^apple/i.test(navigator.vendor)

/** An iPad reports itself as a Macintosh, which has no touch screen. */
export function isPhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /android|iphone|ipad|ipod|mobile/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
}

/** For Telegram's browser on Android, which decodes a URL once before it passes it to the app. */
export const encodeTwice = (href: string): string =>
  href.replace(/(\/wc\?uri=)(wc%3A[\w%.~-]+)$/i, (_, before: string, code: string) => before + encodeURIComponent(code))

/** Whether the page runs inside Telegram, where it must not be navigated. */
export const isTelegram = (): boolean =>
  ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto'].some((name) => name in window)
