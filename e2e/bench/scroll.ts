/**
 * Scrolling an account's lists at their longest: 10,000 transactions that come in pages, and 1,000 tokens. The floor is a plain
 * document with as many rows, all rendered, scrolled in the same way.
 */
import type { BrowserContext, Frame, Page } from '@playwright/test'
import { connectedDemo } from '../pages/connected-demo.ts'
import type { World } from '../world/world.ts'
import type { Figure } from './figure.ts'
import { framesDuring, framesOfScroll, longFrameMs, longFramesOf } from './frames.ts'
import { type Session, withContext } from './session.ts'

const transactions = 10_000
const pageSize = 50
const tokens = 1_000
/** A fast wheel: 7,500 pixels in a second. */
const notchPx = 300
const notchEveryMs = 40
const notches = 80
/** Where a stretch of scrolling begins, as shares of the list. */
const stretches = [0, 0.5, 0.98]
const limitMs = 300_000
const chainId = 'eip155:31337'

export const measureScroll = (session: Session): Promise<Figure[]> =>
  withContext(
    session,
    async (context) => {
      await answerForGateway(context, session.world)
      const page = await context.newPage()
      const { openAccount } = await connectedDemo(page, session.world)
      const modal = await openAccount()
      const { frame } = modal
      await modal.button(`Show all ${tokens}`).click()
      // Only the rows near the visible part are rendered.
      await frame.locator(`[aria-setsize="${tokens}"]`).first().waitFor()
      const ofTokens = await scroll(page, frame)

      await modal.tab('Activity').click()
      await modal.button('All activity').click()
      await frame.getByRole('article').first().waitFor()
      const arriving = await framesDuring(frame, () => readAll(frame))
      const ofActivity = await scroll(page, frame)
      await showPlainRows(frame, transactions)
      const plain = await scroll(page, frame)
      return [
        ...figuresOf(`${tokens} tokens`, ofTokens, plain),
        ...figuresOf(`${transactions} transactions`, ofActivity, plain),
        {
          group: 'scroll',
          name: `the ${transactions / pageSize} pages arrive, longest frame`,
          unit: 'ms',
          ours: Math.max(...arriving),
          floor: Math.max(...plain),
          rounds: arriving.length,
        },
      ]
    },
    limitMs,
  )

const figuresOf = (what: string, ours: readonly number[], plain: readonly number[]): Figure[] => [
  {
    group: 'scroll',
    name: `${what}, longest frame (floor: as many plain rows)`,
    unit: 'ms',
    ours: Math.max(...ours),
    floor: Math.max(...plain),
    limit: longFrameMs,
    rounds: ours.length,
  },
  {
    group: 'scroll',
    name: `${what}, frames over ${longFrameMs} ms in a thousand`,
    unit: 'frames',
    ours: longFramesOf(ours),
    floor: longFramesOf(plain),
    limit: 0,
    rounds: ours.length,
  },
]

/** Answers in the gateway's place, in its own shapes: another account has nothing like it. */
async function answerForGateway(context: BrowserContext, world: World): Promise<void> {
  await context.route(`${world.origins.gateway}/v1/account/*/balance*`, (route) =>
    route.fulfill({ json: { balances: Array.from({ length: tokens }, (_, nth) => balance(nth)) }, headers }),
  )
  await context.route(`${world.origins.gateway}/v1/account/*/history*`, (route) => {
    const start = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
    const data = Array.from({ length: pageSize }, (_, nth) => transaction(start + nth))
    const next = start + pageSize < transactions ? String(start + pageSize) : undefined
    return route.fulfill({ json: { data, next }, headers })
  })
}
const headers = { 'access-control-allow-origin': '*' }

const balance = (nth: number) => ({
  name: `Token ${nth}`,
  symbol: `T${nth}`,
  chainId,
  address: `${chainId}:0x${(nth + 1).toString(16).padStart(40, '0')}`,
  price: 1.25,
  value: 1.25 * (tokens - nth),
  quantity: { decimals: '18', numeric: String(tokens - nth) },
  iconUrl: '',
})

const anyone = `0x${'5a'.repeat(20)}`
const start = Date.now()
const transaction = (nth: number) => ({
  id: String(nth),
  metadata: {
    operationType: nth % 3 ? 'receive' : 'send',
    hash: `0x${nth.toString(16).padStart(64, '0')}`,
    minedAt: new Date(start - nth * 3_600_000).toISOString(),
    sentFrom: anyone,
    sentTo: anyone,
    status: 'confirmed',
    nonce: nth,
    chain: chainId,
  },
  transfers: [
    { fungible_info: { symbol: 'TST' }, direction: nth % 3 ? 'in' : 'out', quantity: { numeric: String(nth + 1) } },
  ],
})

/** Jumps to the end until no page is left. */
const readAll = (frame: Frame): Promise<void> =>
  frame.evaluate(async () => {
    const feed = document.querySelector('[role="feed"]')
    let scroller = feed?.parentElement
    while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement
    if (!feed || !scroller) throw new Error('No list to scroll')
    while (feed.nextElementSibling) {
      scroller.scrollTop = scroller.scrollHeight
      await new Promise(requestAnimationFrame)
    }
  })

/** Turns the wheel at the beginning, in the middle and at the end of what scrolls. */
async function scroll(page: Page, frame: Frame): Promise<number[]> {
  const box = await frame.locator('main').boundingBox()
  if (!box) throw new Error('Nothing to scroll')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const frames: number[] = []
  for (const share of stretches) {
    await frame.evaluate(async (at) => {
      const scrolls = (element: Element) => element.scrollHeight > element.clientHeight + 1
      const scroller = [...document.querySelectorAll('main, main *')].find(
        (element) => scrolls(element) && getComputedStyle(element).overflowY === 'auto',
      )
      if (!scroller) throw new Error('Nothing scrolls')
      scroller.scrollTop = at * scroller.scrollHeight
      // The jump itself is not a frame of scrolling.
      for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame)
    }, share)
    frames.push(
      ...(await framesOfScroll(frame, async () => {
        for (let notch = 0; notch < notches; notch += 1) {
          await page.mouse.wheel(0, notchPx)
          await page.waitForTimeout(notchEveryMs)
        }
      })),
    )
  }
  return frames
}

/** Replaces the modal by plain rows, all rendered: measures this machine's scrolling without our code. */
const showPlainRows = (frame: Frame, count: number): Promise<void> =>
  frame.evaluate((rows) => {
    const list = document.createElement('main')
    // An opaque background lets the browser scroll without repainting.
    Object.assign(list.style, { position: 'fixed', inset: '80px 20px', overflow: 'auto', background: 'white' })
    for (let nth = 0; nth < rows; nth += 1) {
      const row = document.createElement('button')
      row.textContent = `Row ${nth}`
      Object.assign(row.style, { display: 'block', width: '100%', height: '60px' })
      list.append(row)
    }
    document.body.replaceChildren(list)
  }, count)
