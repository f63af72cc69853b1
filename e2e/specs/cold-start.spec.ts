/** The frame and the code that talks to it load in parallel; neither may miss the other, whichever is first. */
import { modalOn } from '../pages/modal.ts'
import { expect, test, withWallets } from '../test.ts'

test.use(withWallets({ name: 'Rabbit' }))
const chunk = /\/airlock-page-/

test('a frame that greets before the page’s code has come is heard', { tag: '@gate' }, async ({
  host,
  modal,
  page,
  world,
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(chunk, async (route) => {
    await released
    await route.continue()
  })
  await page.evaluate(() => {
    const greeted = new Promise((resolve) => addEventListener('message', ({ data }) => resolve(data)))
    Object.assign(window, { greeted })
  })
  await host.create()
  await host.connect()
  expect(await page.evaluate(() => Reflect.get(window, 'greeted') as unknown)).toMatchObject({ type: 'HELLO' })
  const frame = await modal.frame()
  await frame.waitForLoadState()
  release()
  await expect((await modalOn(page, world)).wallet('Rabbit')).toBeVisible()
  expect(page.frames()).toHaveLength(2)
})

test('where the page’s code does not come, the frame goes too, and the next try starts both anew', async ({
  host,
  page,
  world,
}) => {
  await page.route(chunk, (route) => route.abort())
  await host.create()
  const code = await page.evaluate(async () => {
    const { open } = Reflect.get(window, 'airlock') as { open: () => Promise<unknown> } // as: set by our own test page
    return open().catch((error: unknown) => Reflect.get(error as object, 'code') as unknown)
  })
  expect(code).toBe('NETWORK')
  await expect.poll(() => page.frames().length).toBe(1)
  await page.unroute(chunk)
  // The browser does not load a module again after it failed, so the page must be reloaded.
  await host.open()
  await host.create()
  await host.connect()
  await expect((await modalOn(page, world)).wallet('Rabbit')).toBeVisible()
})
