/** Phone emulation: touch, small screen and user agent. Tests can still see the page's links to apps. */
import { type BrowserContext, devices, type Frame } from '@playwright/test'

const of = (name: 'iPhone 14' | 'Pixel 7') => {
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices[name]
  return { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch }
}
export const phones = { iPhone: of('iPhone 14'), Pixel: of('Pixel 7') } as const

/** Makes the page look as if it ran inside Telegram. */
export async function inTelegram(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window === window.top) Object.assign(window, { TelegramWebviewProxy: {} })
  })
}

/**
 * A headless browser never hides a page, so the document is told that it is hidden or visible, as when an app comes to
 * the front and goes again.
 */
export const setHidden = (frame: Frame, isHidden: boolean): Promise<void> =>
  frame.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
