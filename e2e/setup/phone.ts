/** A wallet on another device, with the suite's `test` and `expect` (import both from here); and the emulation of a phone. */
import { type BrowserContext, devices, type Frame } from '@playwright/test'
import { test as base } from '../test.ts'
import { type Phone, type PhoneOptions, startPhone } from '../wallets/phone.ts'

export const test = base.extend<{ phone: Phone; phoneOptions: PhoneOptions }>({
  phoneOptions: [{}, { option: true }],
  phone: async ({ world, phoneOptions }, use) => {
    const phone = await startPhone(world, phoneOptions)
    await use(phone)
    await phone.stop()
  },
})

export { expect } from '../test.ts'

const of = (name: 'iPhone 14' | 'Pixel 7') => {
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices[name]
  return { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch }
}
/** Touch, small screen and user agent. Tests can still see the page's links to apps. */
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
