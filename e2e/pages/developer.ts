/** A mistake of the page's developer: a network that is not in its options. */
import type { Airlock } from '@airlock/host-sdk'
import type { Page } from '@playwright/test'

/** @returns the message of the error that the developer gets */
export const switchToUnknown = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const airlock = Reflect.get(window, 'airlock') as Airlock // as: our own page
    return await airlock.switchNetwork('eip155:5').then(
      () => 'switched',
      (error: unknown) => String(Reflect.get(Object(error), 'message')),
    )
  })
