/** Phone emulation: touch, small screen and user agent. Links from the page to apps stay visible to tests. */
import { type BrowserContext, devices, type Frame } from '@playwright/test'

const of = (name: 'iPhone 14' | 'Pixel 7') => {
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices[name]
  return { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch }
}
export const phones = { iPhone: of('iPhone 14'), Pixel: of('Pixel 7') } as const

/** The page runs inside Telegram. */
export async function inTelegram(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if (window === window.top) Object.assign(window, { TelegramWebviewProxy: {} })
  })
}

/** A browser without a screen never hides a page: the document is told so, as it is when an app comes to the front and goes again. */
export const setHidden = (frame: Frame, isHidden: boolean): Promise<void> =>
  frame.evaluate((hidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (hidden ? 'hidden' : 'visible'),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
