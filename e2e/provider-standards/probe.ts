/** A page with one provider under test, and what the rules ask of it. */
import type { Page } from '@playwright/test'
import type { Visitor } from '../libraries/solana/visitors.ts'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { modalTakesInput } from '../setup/press.ts'
import { expect } from '../test.ts'
import type { World } from '../world/world.ts'

export type Subject = 'injected' | 'paired' | 'embedded'

export type Answer =
  | { readonly result: unknown }
  | { readonly isError: boolean; readonly code: unknown; readonly message: unknown }

interface Provider {
  request: (call: unknown) => Promise<unknown>
  on: (event: string, listener: (payload: unknown) => void) => unknown
  removeListener: (event: string, listener: (payload: unknown) => void) => unknown
}

/** In the page, as `window.probed`. */
export interface Probed {
  provider: Provider
  told: { name: string; payload: unknown }[]
}

export type Probe = Awaited<ReturnType<typeof openProbe>>

/** @param flaw breaks the provider in the page; the rules must notice */
export async function openProbe(
  page: Page,
  world: World,
  visitor: Visitor,
  options: object = {},
  flaw?: (probed: Probed) => void,
) {
  const networks = [...world.config.networks, world.solana.network]
  const url = new URL('/libraries/solana/standards.html?csp=none', world.origins[visitor.host])
  const load = async () => {
    await page.goto(url.href)
    await page.waitForFunction(() => 'standards' in window)
    await page.evaluate(
      (given) => {
        // as: set by our page.
        const { start } = Reflect.get(window, 'standards') as { start: (options: object) => void }
        start(given)
      },
      { ...visitor.options, networks, ...options },
    )
    if (flaw) await (await page.evaluateHandle(() => Reflect.get(window, 'probed') as Probed)).evaluate(flaw)
  }
  await load()
  const request = (call: unknown): Promise<Answer> =>
    page.evaluate(
      (given) =>
        (Reflect.get(window, 'probed') as Probed).provider.request(given).then(
          (result) => ({ result }),
          (error: unknown) => ({
            isError: error instanceof Error,
            code: Reflect.get(Object(error), 'code') as unknown,
            message: Reflect.get(Object(error), 'message') as unknown,
          }),
        ),
      call,
    )
  const dapp = dappOn(page)
  return {
    page,
    world,
    visitor,
    load,
    request,
    dapp,
    /** The events of the provider since the page was loaded. */
    told: () => page.evaluate(() => (Reflect.get(window, 'probed') as Probed).told),
    /** Expects an Error with this number. */
    async refuses(call: unknown, code: number) {
      expect(await request(call)).toMatchObject({ isError: true, code, message: expect.stringMatching(/./) })
    },
    modal: async () => {
      const modal = await modalOn(page, world)
      await modalTakesInput(modal.frame)
      return modal
    },
    frames: () => page.frames().length,
  }
}
