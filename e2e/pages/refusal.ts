/**
 * The error that the embedder's code gets if the modal cannot start: from `createAirlock` itself, or from the `open()` of a
 * real click.
 */
import type { Frame, Page } from '@playwright/test'
import type { HostPage } from '../setup/pages.ts'

export type Refusal = { readonly code: string; readonly message: string }

/** Creates the SDK: sets `window.airlock`, or returns the error. */
export const created = (page: Page | Frame): Promise<Refusal | undefined> =>
  page.evaluate(() => {
    // as: set by our own test page.
    const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (options: unknown) => unknown }
    try {
      Object.assign(window, { airlock: createAirlock(Reflect.get(window, 'demoConfig')) })
      return undefined
    } catch (error) {
      return {
        code: String(Reflect.get(Object(error), 'code')),
        message: String(Reflect.get(Object(error), 'message')),
      }
    }
  })

export async function refusedOnClick(host: HostPage): Promise<Refusal> {
  await host.connect()
  return host.page.evaluate(async () => {
    try {
      const closed: unknown = await Reflect.get(window, 'opening')
      return { code: 'none', message: JSON.stringify(closed) }
    } catch (error) {
      return {
        code: String(Reflect.get(Object(error), 'code')),
        message: String(Reflect.get(Object(error), 'message')),
      }
    }
  })
}
