/**
 * The list of all wallets with six hundred entries: the time from a search's answer to the paint of its results, and
 * the frames of a scroll through the list, compared with frames of the same view at rest.
 */
import { createHash } from 'node:crypto'
import { readWallets } from '@airlock/service/listing/wallets.ts'
import type { Frame, Page } from '@playwright/test'
import { modalOn } from '../pages/modal.ts'
import { hostPage } from '../setup/pages.ts'
import { startWorld } from '../world/world.ts'
import { type Figure, median } from './figure.ts'
import { framesDuring, framesOfScroll, longFrameMs, longFramesOf } from './frames.ts'
import { type Session, withContext } from './session.ts'

const total = 600
const searches = ['42', '57', '13', '311', '408', '59', '23', '501', '77', '36', '91']
/** A fast wheel: 25 notches per second. */
const notchPx = 100
const notchEveryMs = 40
const notchesPerLook = 40
const restMs = 1000

/** Uses a world of its own: answering in the listing's place through the test runner would cost more than the list itself. */
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
    const clients: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/pairing-[^/]+\.js$/.test(pathname)) clients.push(pathname)
    })
    const host = hostPage(page, world)
    await host.open()
    await host.create(world.showcase)
    await host.connect()
    const modal = await modalOn(page, world)
    await modal.button(/^All Wallets/).click()
    const { frame } = modal
    await frame.getByRole('button', { name: 'Wallet 0', exact: true }).waitFor()

    const found: Found[] = []
    for (const search of searches) found.push(await timeOfSearch(frame, search))
    await frame.getByRole('searchbox').fill('')
    await frame.getByRole('button', { name: 'Wallet 0', exact: true }).waitFor()
    const rest = await framesDuring(frame, () => page.waitForTimeout(restMs))
    const scroll = await framesOfScroll(frame, () => scrollThrough(page, frame))
    const before = clients.length
    await modal.back.click()
    await modal.wallet('WalletConnect').click()
    await frame.getByRole('button', { name: 'Copy link' }).waitFor()
    if (clients.length === before) throw new Error('The pairing client goes by another name; nothing was counted')
    await showPlainList(frame)
    const plain = await framesOfScroll(frame, () => scrollThrough(page, frame))
    const common = { group: 'list', rounds: 1 } as const
    return [
      {
        ...common,
        name: `search of ${total}, from the answer until it stands in the list, p50`,
        unit: 'ms',
        ours: median(found.map(({ stands }) => stands)),
        floor: median(rest),
        bar: 1,
        rounds: searches.length,
      },
      {
        ...common,
        name: `search of ${total}, from the answer to the end of its paint, p50`,
        unit: 'ms',
        ours: median(found.map(({ painted }) => painted)),
        floor: median(rest),
        rounds: searches.length,
      },
      {
        ...common,
        name: `scroll through ${total}, longest frame (floor: as many plain tiles)`,
        unit: 'ms',
        ours: Math.max(...scroll),
        floor: Math.max(...plain),
        limit: longFrameMs,
        rounds: scroll.length,
      },
      {
        ...common,
        name: 'scroll, frames over 32 ms in a thousand (floor: as many plain tiles)',
        unit: 'frames',
        ours: longFramesOf(scroll),
        floor: longFramesOf(plain),
        limit: 0,
        rounds: scroll.length,
      },
      {
        ...common,
        name: 'files of the pairing client, before it is wanted',
        unit: 'files',
        ours: before,
        floor: 0,
        limit: 0,
      },
    ]
  })

/** Milliseconds since the end of the answer. */
interface Found {
  readonly stands: number
  readonly painted: number
}

/**
 * From the end of the answer to the end of the paint that shows its first wallet. Changes by a resize observer are
 * painted in the same frame, so the mutation itself is observed, and then the end of its frame is awaited.
 */
async function timeOfSearch(frame: Frame, search: string): Promise<Found> {
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
    const seen = new Promise<Found>((resolve) => {
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
      const observer = new MutationObserver(() => {
        const stands = performance.now()
        if (!isShown()) return
        observer.disconnect()
        const done = () => {
          cancelAnimationFrame(ticking)
          resolve({ stands, painted: performance.now() })
        }
        if (isDrawing) afterTask(done)
        else requestAnimationFrame(() => afterTask(done))
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    })
    Object.assign(window, { seen })
  }, first)
  await frame.getByRole('searchbox').fill(first)
  return frame.evaluate(async (text) => {
    const { stands, painted } = (await Reflect.get(window, 'seen')) as Found // as: set above
    const answers = performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).searchParams.get('search') === text)
    const answer = answers.at(-1)
    if (!(answer instanceof PerformanceResourceTiming)) throw new Error(`Nobody asked for ${text}`)
    return { stands: stands - answer.responseEnd, painted: painted - answer.responseEnd }
  }, first)
}

/** Turns the wheel over the list until its last tile is visible. */
async function scrollThrough(page: Page, frame: Frame): Promise<void> {
  const box = await frame.getByRole('list').boundingBox()
  if (!box) throw new Error('No list to scroll')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  do {
    for (let notch = 0; notch < notchesPerLook; notch += 1) {
      await page.mouse.wheel(0, notchPx)
      await page.waitForTimeout(notchEveryMs)
    }
  } while (!(await isAtEnd(frame)))
}

/** A cheap check: a locator would search the whole document and slow down the frame in which it runs. */
const isAtEnd = (frame: Frame): Promise<boolean> =>
  frame.evaluate(
    (name) => {
      const list = document.querySelector('[role="list"]')
      const tile = [...(list?.querySelectorAll('button') ?? [])].at(-1)
      if (!list || !tile?.textContent?.endsWith(name)) return false
      return tile.getBoundingClientRect().top < list.getBoundingClientRect().bottom
    },
    `Wallet ${total - 1}`,
  )

/** Replaces the modal by a plain list with as many tiles, all rendered: measures this machine's scrolling without our code. */
const showPlainList = (frame: Frame): Promise<void> =>
  frame.evaluate((count) => {
    const list = document.createElement('div')
    list.role = 'list'
    const place = { position: 'fixed', inset: '80px 20px', overflow: 'auto' }
    // An opaque background lets the browser scroll without repainting.
    Object.assign(list.style, { ...place, background: 'white', font: '14px sans-serif' })
    for (let line = 0; line < count / 4; line += 1) {
      const row = document.createElement('div')
      Object.assign(row.style, { display: 'flex', height: '100px' })
      for (let column = 0; column < 4; column += 1) {
        const tile = document.createElement('button')
        tile.textContent = `Wallet ${4 * line + column}`
        tile.style.flex = '1'
        row.append(tile)
      }
      list.append(row)
    }
    document.body.replaceChildren(list)
  }, total)
