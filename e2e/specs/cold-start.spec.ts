/** The frame and the code that talks to it load in parallel; neither may miss the other, whichever is first. */
import type { Page } from '@playwright/test'
import { modalOn } from '../pages/modal.ts'
import { type HostPage, holdBack } from '../setup/pages.ts'
import { expect, test, withWallets } from '../test.ts'
import type { World } from '../world/world.ts'

test.use(withWallets({ name: 'Rabbit' }))
const chunk = /\/airlock-page-/

test('a frame that greets before the page’s code has come is heard', { tag: '@gate' }, async ({ parts, modal }) => {
  const { host, page, world } = parts
  const release = await holdBack(page, chunk)
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

test('the page’s code does not load: the frame is removed too, and the next try starts both again', async ({
  parts,
}) => {
  const { host, page, world } = parts
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

test('the card that waits gives way to the modal: what is drawn has no gap between them', ({ parts }) =>
  expectNoGap(parts))

test('a frame that takes its time to draw: the card stays until the modal is there', async ({ parts, page }) => {
  // What the frame draws is seen 250 ms late.
  await page.addInitScript(() => {
    if (top === self) return
    const lateMs = 250
    const draw = requestAnimationFrame.bind(self)
    self.requestAnimationFrame = (run) => draw(() => setTimeout(run, lateMs))
    const unseen = new CSSStyleSheet()
    unseen.replaceSync(':root { visibility: hidden }')
    document.adoptedStyleSheets = [unseen]
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[data-open]')) return
      watch.disconnect()
      draw(() => setTimeout(() => unseen.replaceSync(''), lateMs))
    })
    watch.observe(document, { subtree: true, attributeFilter: ['data-open'] })
  })
  await expectNoGap(parts)
})

async function expectNoGap({ host, page, world }: { host: HostPage; page: Page; world: World }): Promise<void> {
  const pictures: string[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(data)
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {}) // the last one may come when the page is gone
  })
  await host.create()
  await session.send('Page.startScreencast', { format: 'png' })
  await host.connect()
  const modal = await modalOn(page, world)
  await expect(modal.wallet('Rabbit')).toBeVisible()
  const card = await modal.frame.locator('main').boundingBox()
  if (!card) throw new Error('the modal has no card')
  // A place of the card without a spinner and without texts, and the page beside it.
  const top = card.y + card.height - 90
  const greys = (list: readonly string[]) =>
    page.evaluate(greysOf, {
      list,
      points: [
        [card.x + 24, top],
        [card.x - 24, top],
      ] as const,
    })
  // The last picture may be one of a fade: a change beside the card makes another.
  await page.evaluate(() => {
    document.documentElement.style.borderBottom = '1px solid black'
  })
  await expect.poll(async () => (await greys(pictures.slice(-1)))[0]?.[0]).toBeGreaterThan(250)
  const seen = await greys(pictures)
  const first = seen.findIndex(([inside = 0, beside = 0]) => inside > 250 && beside < 200)
  expect(first).toBeGreaterThanOrEqual(0)
  expect(seen.length - first).toBeGreaterThan(3)
  // Over each other while one fades, they are a little darker than either; the dimmed page is at most 150, and without a scrim 255.
  expect(seen.slice(first).filter(([inside = 0, beside = 0]) => inside < 190 || beside > 165)).toEqual([])
}

/** Runs in the page: how bright each picture is at each point, from 0 to 255. */
async function greysOf({ list, points }: { list: readonly string[]; points: readonly (readonly [number, number])[] }) {
  const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('no canvas')
  const found: number[][] = []
  for (const data of list) {
    const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes]))
    found.push(
      points.map(([x, y]) => {
        pen.drawImage(picture, -Math.round(x), -Math.round(y))
        const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data
        return (red + green + blue) / 3
      }),
    )
  }
  return found
}
