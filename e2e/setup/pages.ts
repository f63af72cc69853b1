/** Helpers for the two documents of specs: the host page and the modal inside it. */
import type { Frame, Page } from '@playwright/test'
import type { HostPolicyName } from '../world/policies.ts'
import type { World } from '../world/world.ts'
import { frameOn } from './frames.ts'
import { press } from './press.ts'

export type HostName = Exclude<keyof World['origins'], 'phone' | 'modal' | 'wallet' | 'api'>

export type HostPage = {
  readonly page: Page
  /** Loads the page again. Default: the strict test host. */
  readonly open: (options?: { host?: HostName; path?: string; csp?: HostPolicyName }) => Promise<void>
  /**
   * Creates the SDK on the page, as `window.airlock`. Project, frame and networks come from the page's configuration;
   * `options` extends or replaces them and must be JSON.
   */
  readonly create: (options?: Readonly<Record<string, unknown>>) => Promise<void>
  /** Clicks the page's own button, which calls `airlock.open()`. */
  readonly connect: () => Promise<void>
}

export function hostPage(page: Page, world: World): HostPage {
  return {
    page,
    open: async ({ host = 'host', path = '/', csp } = {}) => {
      const url = new URL(path, world.origins[host])
      if (csp !== undefined) url.searchParams.set('csp', csp)
      await page.goto(url.href)
    },
    create: async (options = {}) => {
      await page.evaluate((extra) => {
        // as: set by our own test page.
        const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (options: object) => unknown }
        const defaults = Reflect.get(window, 'demoConfig') as object
        Object.assign(window, { airlock: createAirlock({ ...defaults, ...extra }) })
      }, options)
    },
    connect: () => press(page.getByRole('button', { name: 'Connect' })),
  }
}

export type ModalPage = {
  /** The modal document; waits until it exists. */
  readonly frame: () => Promise<Frame>
}

export const modalPage = (page: Page, world: World): ModalPage => ({ frame: () => modalFrame(page, world) })

export const modalFrame = (page: Page, world: World): Promise<Frame> => frameOn(page, world.origins.modal)

/** Holds back the files at these addresses until the returned function is called. */
export async function holdBack(page: Page, files: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}
