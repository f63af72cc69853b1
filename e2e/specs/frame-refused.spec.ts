/**
 * Pages that may not use the modal: each gets its own reason, and an unlisted page receives nothing else. Policies that
 * block it: `strict-host/policies.spec.ts`; pages around the host: `strict-host/framed.spec.ts`.
 */
import type { Page } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { skeletonOn } from '../pages/skeleton.ts'
import { expect, test } from '../test.ts'

test('a page that the project does not list is refused and hears no message', {
  tag: ['@T1', '@T21', '@C50', '@gate'],
}, async ({ context, host, page }) => {
  await context.addInitScript(() => {
    Reflect.set(window, 'heard', 0)
    window.addEventListener('message', () => Reflect.set(window, 'heard', Number(Reflect.get(window, 'heard')) + 1))
  })
  await host.open({ host: 'other' })
  await host.create()
  expect(await dappOn(page).open()).toBe('FRAME_REFUSED')
  expect(await page.evaluate(() => Reflect.get(window, 'heard') as number)).toBe(0)
})

/** Creates the SDK and returns the result: an instance, or the code of the error. */
const create = (page: Page, options: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate((extra) => {
    // as: set by our own test page.
    const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (options: unknown) => unknown }
    const config = Reflect.get(window, 'demoConfig') as object
    try {
      Reflect.set(window, 'airlock', createAirlock({ ...config, ...extra }))
      return 'created'
    } catch (error) {
      return String(Reflect.get(Object(error), 'code'))
    }
  }, options)

test('a frame of the page’s own origin, or of none, is refused before anything loads', {
  tag: '@C50',
}, async ({ host, page, world }) => {
  await host.open()
  expect(await create(page, { frameUrl: `${world.origins.host}/p/demo/` })).toBe('SAME_ORIGIN_FRAME')
  expect(await create(page, { frameUrl: '' })).toBe('FRAME_URL_REQUIRED')
  expect(await create(page, { frameUrl: 'javascript:alert(1)' })).toBe('INVALID_OPTIONS')
  expect(page.frames()).toHaveLength(1)
})

for (const [width, isSheet] of [
  [320, true],
  [1280, false],
] as const)
  test(`the card has large buttons in the words of the page at ${width} px, ${isSheet ? 'at the lower edge' : 'in the middle'}`, async ({
    host,
    page,
  }) => {
    await page.setViewportSize({ width, height: 600 })
    await host.open({ host: 'nopolicy' })
    await host.create({ messages: { 'common.close': 'Zu', 'common.tryAgain': 'Nochmal' } })
    await host.connect()
    const skeleton = skeletonOn(page)
    await skeleton.expectReason('BLOCKED_BY_HOST_POLICY')
    const [close, again] = [await skeleton.box('Zu'), await skeleton.box('Nochmal')]
    for (const { width: across, height } of [close, again]) expect(Math.min(across, height)).toBeGreaterThanOrEqual(44)
    expect(again.width).toBeCloseTo(Math.min(360, width) - 34, 0)
    const below = 600 - (again.y + again.height)
    if (isSheet) expect(below).toBeLessThan(24)
    else expect(Math.abs(below - close.y)).toBeLessThan(24)
  })
