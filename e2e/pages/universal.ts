/** The multichain provider of the page, as the page's code uses it. The page is `universal-host.html`. */
import type { Airlock } from '@airlock/host-sdk'
import type { getProvider } from '@airlock/host-sdk/universal'
import type { Page } from '@playwright/test'

export type Answered = { readonly result: unknown } | { readonly code: number; readonly message: string }

export const universalOn = (page: Page) => ({
  ask: (method: string, params: unknown = {}): Promise<Answered> =>
    page.evaluate(
      (call) => {
        // as: both are set by the page.
        const provider = (Reflect.get(window, 'getUniversal') as typeof getProvider)(
          Reflect.get(window, 'airlock') as Airlock,
        )
        return provider.request(call).then(
          (result) => ({ result }),
          (error: unknown) => ({
            code: Number(Reflect.get(Object(error), 'code')),
            message: String(Reflect.get(Object(error), 'message')),
          }),
        )
      },
      { method, params },
    ),
  /** Records all notifications from now on. */
  record: () =>
    page.evaluate(() => {
      // as above.
      const provider = (Reflect.get(window, 'getUniversal') as typeof getProvider)(
        Reflect.get(window, 'airlock') as Airlock,
      )
      const heard: unknown[] = []
      provider.on('wallet_sessionChanged', (params) => heard.push({ method: 'wallet_sessionChanged', params }))
      provider.on('wallet_notify', (params) => heard.push({ method: 'wallet_notify', params }))
      Reflect.set(window, 'heard', heard)
    }),
  heard: () => page.evaluate(() => Reflect.get(window, 'heard') as unknown[]),
})
