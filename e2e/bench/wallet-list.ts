/**
 * The list of all wallets with six hundred in it: from the answer to a search to the paint of what was found, and the frames of a
 * scroll through all of it, against the frames of the same view at rest.
 */
import { createHash } from 'node:crypto'
import { readWallets } from '@airlock/service/listing/wallets.ts'
import type { Frame, Page } from '@playwright/test'
import { modalOn } from '../pages/modal.ts'
import { hostPage } from '../setup/pages.ts'
import { startWorld } from '../world/world.ts'
import type { Figure } from './figure.ts'
import { type Session, withContext } from './session.ts'
import { median } from './statistics.ts'

const total = 600
const searches = ['42', '57', '13', '311', '408', '59', '23', '501', '77', '36', '91']
/** A wheel that is turned fast: 25 notches a second. */
const notchPx = 100
const notchEveryMs = 40
const notchesPerLook = 40
const restMs = 1000

/** A world of its own: what the runner would answer in the listing's place costs more than the list. */
export async function measureWalletList({ browser }: Session): Promise<Figure[]> {
  const world = await startWorld({ wallets: readWallets(Array.from({ length: total }, (_, index) => entry(index))) })
  try {
    return await measure({ browser, world })
  } finally {
    await world.stop()
  }
}

const entry = (index: number) => ({
  id: createHash('sha256').update(`wallet ${index}`).digest('hex'),
  name: `Wallet ${index}`,
  homepage: 'https://wallet.example/',
  networks: ['evm'],
})

const measure = ({ browser, world }: Session): Promise<Figure[]> =>
  withContext({ browser, world }, async (context) => {
    const page = await context.newPage()
    const chunks: string[] = []
    page.on('request', (request) => void chunks.push(new URL(request.url()).pathname))
    const host = hostPage(page, world)
    await host.open()
    await host.create(world.listed)
    await host.connect()
    const modal = await modalOn(page, world)
    await modal.button(/^All Wallets/).click()
    const { frame } = modal
    await frame.getByRole('button', { name: 'Wallet 0', exact: true }).waitFor()

    const found: number[] = []
    for (const search of searches) found.push(await timeOfSearch(frame, search))
    await frame.getByRole('searchbox').fill('')
    await frame.getByRole('button', { name: 'Wallet 0', exact: true }).waitFor()
    const rest = await framesDuring(frame, () => page.waitForTimeout(restMs))
    const scroll = await framesDuring(frame, () => scrollThrough(page, frame))
    const over = scroll.filter((ms) => ms > 32).length
    const common = { group: 'list', rounds: 1 } as const
    return [
      {
        ...common,
        name: `search of ${total}, from the answer to its paint, p50`,
        unit: 'ms',
        ours: median(found),
        floor: median(rest),
        bar: 1,
        rounds: searches.length,
      },
      {
        ...common,
        name: `scroll through ${total}, longest frame`,
        unit: 'ms',
        ours: Math.max(...scroll),
        floor: Math.max(...rest),
        limit: 32,
        rounds: scroll.length,
      },
      {
        ...common,
        name: 'scroll, frames over 32 ms',
        unit: 'frames',
        ours: over,
        floor: 0,
        limit: 0,
        rounds: scroll.length,
      },
      {
        ...common,
        name: 'files of the pairing client, before it is wanted',
        unit: 'files',
        ours: chunks.filter((path) => /\/pairing-/.test(path)).length,
        floor: 0,
        limit: 0,
      },
    ]
  })

/**
 * From the end of the answer to the end of the paint that shows its first wallet. What a resize observer draws is painted in the frame
 * that it was told in, so the change is watched itself, and the end of its frame is awaited.
 */
async function timeOfSearch(frame: Frame, search: string): Promise<number> {
  const first = `Wallet ${search}`
  await frame.evaluate((name) => {
    const afterTask = (run: () => void) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = run
      port2.postMessage(undefined)
    }
    const isShown = () => {
      const tile = document.querySelector('[data-index="0"]')
      return tile?.textContent?.endsWith(name) === true && tile.checkVisibility({ visibilityProperty: true })
    }
    const painted = new Promise<number>((resolve) => {
      let isDrawing = false
      let ticking = 0
      const tick = () => {
        isDrawing = true
        afterTask(() => {
          isDrawing = false
        })
        ticking = requestAnimationFrame(tick)
      }
      ticking = requestAnimationFrame(tick)
      const done = () => {
        cancelAnimationFrame(ticking)
        resolve(performance.now())
      }
      const observer = new MutationObserver(() => {
        if (!isShown()) return
        observer.disconnect()
        if (isDrawing) afterTask(done)
        else requestAnimationFrame(() => afterTask(done))
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    })
    Object.assign(window, { painted })
  }, first)
  await frame.getByRole('searchbox').fill(first)
  return frame.evaluate(async (text) => {
    const painted = (await Reflect.get(window, 'painted')) as number // as: set above
    const answers = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).searchParams.get('search') === text)
    const answer = answers.at(-1)
    if (!(answer instanceof PerformanceResourceTiming)) throw new Error(`Nobody asked for ${text}`)
    return painted - answer.responseEnd
  }, first)
}

/** Milliseconds between the frames that are drawn meanwhile. */
async function framesDuring(frame: Frame, run: () => Promise<void>): Promise<number[]> {
  await frame.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const tick = (now: number) => {
      frames.push(now - last)
      last = now
      Object.assign(window, { ticking: requestAnimationFrame(tick) })
    }
    Object.assign(window, { intervals: frames, ticking: requestAnimationFrame(tick) })
  })
  await run()
  return frame.evaluate(() => {
    cancelAnimationFrame(Reflect.get(window, 'ticking') as number) // as: set above
    return (Reflect.get(window, 'intervals') as number[]).slice(1)
  })
}

async function scrollThrough(page: Page, frame: Frame): Promise<void> {
  const box = await frame.getByRole('button', { name: 'Wallet 4', exact: true }).boundingBox()
  if (!box) throw new Error('No tile to scroll over')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const last = frame.getByRole('button', { name: `Wallet ${total - 1}`, exact: true })
  while ((await last.count()) === 0)
    // A look into the document costs it a frame: one per page of the list.
    for (let notch = 0; notch < notchesPerLook; notch += 1) {
      await page.mouse.wheel(0, notchPx)
      await page.waitForTimeout(notchEveryMs)
    }
}
