/** Pages that may not have the modal: each hears its own reason, and a page that is not listed hears nothing else. */
import type { Frame, Page } from '@playwright/test'
import { dappOn } from '../pages/dapp.ts'
import { modalOn } from '../pages/modal.ts'
import { skeletonOn } from '../pages/skeleton.ts'
import { expect, test } from '../test.ts'
import type { World } from '../world/world.ts'

for (const [policy, options] of Object.entries({
  'has no frame-src': { host: 'nopolicy' },
  'names another origin in frame-src': { csp: 'other-frame-src' },
} as const))
  test(`a page whose policy ${policy} is told so`, { tag: '@C50' }, async ({ host, page }) => {
    await host.open(options)
    await host.create()
    expect(await dappOn(page).open()).toBe('BLOCKED_BY_HOST_POLICY')
    await skeletonOn(page).expectReason('BLOCKED_BY_HOST_POLICY')
  })

test('a page that the project does not list is refused and hears no message', { tag: ['@T1', '@T21', '@C50'] }, async ({
  context,
  host,
  page,
}) => {
  await context.addInitScript(() => {
    Reflect.set(window, 'heard', 0)
    window.addEventListener('message', () => Reflect.set(window, 'heard', Number(Reflect.get(window, 'heard')) + 1))
  })
  await host.open({ host: 'other' })
  await host.create()
  expect(await dappOn(page).open()).toBe('FRAME_REFUSED')
  expect(await page.evaluate(() => Reflect.get(window, 'heard') as number)).toBe(0)
})

/** The listed test host inside a page of this origin. */
async function embedded(page: Page, world: World, outer: 'other' | 'nopolicy', sandbox?: string): Promise<Frame> {
  await page.goto(`${world.origins[outer]}/harness-host.html?csp=none`)
  const address = `${world.origins.host}/?csp=none`
  const attached = page.waitForEvent('framenavigated', (frame) => frame.url() === address)
  await page.evaluate(
    ([src, tokens]) => {
      const frame = document.createElement('iframe')
      if (tokens !== undefined) frame.setAttribute('sandbox', tokens)
      frame.src = src
      frame.width = frame.height = '600'
      document.body.append(frame)
    },
    [address, sandbox] as const,
  )
  const frame = await attached
  await frame.waitForFunction(() => Reflect.has(window, 'airlockSdk'))
  return frame
}

/** What became of it: an instance, or the code of the error. */
const create = (page: Frame | Page, options: Readonly<Record<string, unknown>> = {}) =>
  page.evaluate((extra) => {
    // as: what our own test page put there.
    const { createAirlock } = Reflect.get(window, 'airlockSdk') as { createAirlock: (options: unknown) => unknown }
    const config = Reflect.get(window, 'demoConfig') as object
    try {
      Reflect.set(window, 'airlock', createAirlock({ ...config, ...extra }))
      return 'created'
    } catch (error) {
      return String(Reflect.get(Object(error), 'code'))
    }
  }, options)

test('a listed page inside a page that is not listed is refused', { tag: ['@T1', '@C50'] }, async ({ page, world }) => {
  const frame = await embedded(page, world, 'other')
  expect(await create(frame)).toBe('created')
  expect(await dappOn(frame).open()).toBe('FRAME_REFUSED')
})

test('a listed page inside a listed page has its modal', async ({ page, world }) => {
  const frame = await embedded(page, world, 'nopolicy')
  expect(await create(frame)).toBe('created')
  const opening = dappOn(frame).open()
  const modal = await modalOn(page, world)
  await modal.expectView('Connect Wallet')
  await expect(modal.text(`requested by ${new URL(world.origins.host).host}`)).toBeVisible()
  await modal.close.click()
  expect(await opening).toBe('user')
})

test('a page without an origin is told at once', async ({ page, world }) => {
  // Its scripts come from another origin than its own, which is none: they need permission to load at all.
  await page.route(`${world.origins.host}/assets/*`, async (route) => {
    const url = new URL(route.request().url())
    const { host } = url
    url.hostname = '127.0.0.1'
    const response = await route.fetch({ url: url.href, headers: { host } })
    await route.fulfill({ response, headers: { ...response.headers(), 'access-control-allow-origin': '*' } })
  })
  const frame = await embedded(page, world, 'nopolicy', 'allow-scripts')
  expect(await create(frame)).toBe('HOST_OPAQUE_ORIGIN')
})

test('a frame of the page’s own origin, or of none, is refused before anything loads', { tag: '@C50' }, async ({
  host,
  page,
  world,
}) => {
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
  test(`at ${width} px the card has large buttons in the words of the page, ${isSheet ? 'at the lower edge' : 'in the middle'}`, async ({
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
