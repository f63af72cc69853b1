/** The frame and the code that talks to it load in parallel; neither may miss the other, whichever is first. */
import sharp from 'sharp'
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

test('the card that waits gives way to the modal: what is drawn has no gap between them', async ({
  host,
  page,
  world,
}) => {
  const pictures: Buffer[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(Buffer.from(data, 'base64'))
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {}) // the last one may come when the page is gone
  })
  await host.create()
  await session.send('Page.startScreencast', { format: 'png' })
  await host.connect()
  const modal = await modalOn(page, world)
  await expect(modal.wallet('Rabbit')).toBeVisible()
  const card = await modal.frame.locator('main').boundingBox()
  if (!card) throw new Error('the modal has no card')
  // A card without a spinner and without texts there, and the page beside it.
  const [inside, beside] = [card.x + 24, card.x - 24].map((left) => ({
    left: Math.round(left),
    top: Math.round(card.y + card.height - 90),
  }))
  const grey = async (picture: Buffer, at = { left: 0, top: 0 }) => {
    const { data } = await sharp(picture)
      .extract({ ...at, width: 1, height: 1 })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return data[0] ?? 0
  }
  await expect.poll(() => grey(pictures.at(-1) ?? Buffer.alloc(0), inside)).toBeGreaterThan(250)
  const seen = await Promise.all(
    pictures.map(async (picture) => [await grey(picture, inside), await grey(picture, beside)] as const),
  )
  const first = seen.findIndex(([card, page]) => card > 250 && page < 200)
  expect(first).toBeGreaterThanOrEqual(0)
  expect(seen.length - first).toBeGreaterThan(3)
  expect(
    seen
      .slice(first)
      .map(([card]) => card)
      .filter((value) => value < 230),
  ).toEqual([])
})
