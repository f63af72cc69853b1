/**
 * What a hostile frame or an unrelated window can cost the page: its longest block under a flood, and its time for an
 * unrelated message.
 */
import type { Page } from '@playwright/test'
import { enterOn } from '../attack/ends.ts'
import { hostPage } from '../setup/pages.ts'
import { type Figure, median } from './figure.ts'
import { type Session, withContext } from './session.ts'

const rounds = 5
const flood = 50_000
const heavy = 64 * 1024 * 1024
/** In milliseconds, for C27 and C28. */
const limits = { block: 200, stranger: 5 }

export async function measureHostile(session: Session): Promise<Figure[]> {
  const blocks: number[] = []
  const quiet: number[] = []
  const read: number[] = []
  const strangers = { sdk: [] as number[], bare: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const found = await floodOnce(session)
    blocks.push(found.block)
    quiet.push(found.quiet)
    read.push(found.read)
    for (const name of ['bare', 'sdk'] as const) strangers[name].push(await strangerOnce(session, name === 'sdk'))
  }
  const common = { group: 'hostile', rounds } as const
  return [
    {
      ...common,
      name: 'longest block of the page, 50,000 messages',
      unit: 'ms',
      ours: median(blocks),
      floor: median(quiet),
      limit: limits.block,
    },
    { ...common, name: 'messages unpacked of 50,000', unit: 'messages', ours: median(read), floor: flood },
    {
      ...common,
      // The browser may collect garbage within the listener's time when such a message arrives, also on a page without the SDK.
      name: 'script that the SDK adds for 64 MB from a stranger',
      unit: 'ms',
      ours: Math.max(0, median(strangers.sdk) - median(strangers.bare)),
      floor: median(strangers.bare),
      limit: limits.stranger,
    },
  ]
}

interface Meter {
  longest: number
  read: number
}

/** Counts how many messages are read, and the longest time between two turns of the page's event loop. */
const installMeter = (page: Page) =>
  page.addInitScript(() => {
    if (window.top !== window) return
    const meter: Meter = { longest: 0, read: 0 }
    Reflect.set(window, 'meter', meter)
    const get = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')?.get
    Object.defineProperty(MessageEvent.prototype, 'data', {
      configurable: true,
      get(this: MessageEvent) {
        meter.read++
        return get && (Reflect.apply(get, this, []) as unknown)
      },
    })
    let before = performance.now()
    const turn = () => {
      const now = performance.now()
      meter.longest = Math.max(meter.longest, now - before)
      before = now
      setTimeout(turn)
    }
    turn()
  })

/** Reads and resets the meter. */
const takeMeter = (page: Page): Promise<Meter> =>
  page.evaluate(() => {
    const meter = Reflect.get(window, 'meter') as Meter // as: set above
    const taken = { ...meter }
    Object.assign(meter, { longest: 0, read: 0 })
    return taken
  })

const floodOnce = ({ browser, world }: Session): Promise<{ block: number; quiet: number; read: number }> =>
  withContext({ browser, world }, async (context) => {
    const page = await context.newPage()
    await installMeter(page)
    const { hostile, end, expectClosed } = await enterOn(page, world, 'page')
    await takeMeter(page)
    await hostile.evaluate(() => window.hostile.peer.isAlive())
    const { longest: quiet } = await takeMeter(page)
    await hostile.evaluate((count) => window.hostile.flood(count), flood)
    await end()
    await expectClosed('FLOOD')
    const { longest: block, read } = await takeMeter(page)
    return { block, quiet, read }
  })

/**
 * Milliseconds of script in the page for one message of another frame, which the SDK must not unpack. The browser's own
 * cost of delivering it cannot be avoided.
 */
const strangerOnce = ({ browser, world }: Session, hasSdk: boolean): Promise<number> =>
  withContext({ browser, world }, async (context) => {
    const page = await context.newPage()
    await installMeter(page)
    const host = hostPage(page, world)
    await host.open({ csp: 'none' })
    if (hasSdk) {
      await host.create()
      await page.evaluate(async () => {
        const airlock = Reflect.get(window, 'airlock') as { prefetch: () => void; ready: Promise<void> } // as: set by our own test page
        airlock.prefetch()
        await airlock.ready
      })
    }
    const url = `${world.origins.other}/bench-bare.html`
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      frame.src = src
      return new Promise((resolve) => {
        frame.addEventListener('load', resolve)
        document.body.append(frame)
      })
    }, url)
    const stranger = page.frames().find((frame) => frame.url() === url)
    if (!stranger) throw new Error('The stranger did not load')
    const metrics = await context.newCDPSession(page)
    await metrics.send('Performance.enable')
    const scriptTime = async () => {
      const { metrics: found } = await metrics.send('Performance.getMetrics')
      return (found.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000
    }
    await page.evaluate(() => {
      const came = new Promise((resolve) => window.addEventListener('message', resolve, { once: true }))
      Reflect.set(
        window,
        'came',
        came.then(() => {}),
      )
    })
    await takeMeter(page)
    const before = await scriptTime()
    await stranger.evaluate((length) => window.parent.postMessage('x'.repeat(length), '*'), heavy)
    await page.evaluate(() => Reflect.get(window, 'came') as Promise<void>)
    const spent = (await scriptTime()) - before
    if ((await takeMeter(page)).read > 0) throw new Error('The message of a stranger was unpacked')
    return spent
  })
