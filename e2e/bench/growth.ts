/**
 * Memory left behind by opening and closing. Bounded stores (ids of past messages, compiled code) fill during the first
 * openings; memory that still grows afterwards is a leak.
 */
import type { BrowserContext, Frame, Page } from '@playwright/test'
import type { HostBench } from '../fixtures/bench-host.ts'
import type { Figure } from './figure.ts'
import type { Session } from './session.ts'
import { withSubject } from './subject.ts'

const first = 50
const more = 50
/** Longer than the card's fade of 150 ms. */
const pauseMs = 200

export const measureGrowth = (session: Session): Promise<Figure[]> =>
  withSubject(session, 'product', async ({ page, frame }) => {
    const context = page.context()
    await openAndClose(page, first)
    const modal = await frame()
    const before = { page: await heapOf(context, page), frame: await heapOf(context, modal) }
    await openAndClose(page, more)
    const after = { page: await heapOf(context, page), frame: await heapOf(context, modal) }
    const common = { group: 'growth', unit: 'kB', bar: 1.05, rounds: more } as const
    return [
      { ...common, name: `heap of the page after ${more} more openings`, ours: after.page, floor: before.page },
      { ...common, name: `heap of the frame after ${more} more openings`, ours: after.frame, floor: before.frame },
    ]
  })

async function openAndClose(page: Page, times: number): Promise<void> {
  for (let index = 0; index < times; index++) {
    await page.evaluate(() => (Reflect.get(window, 'hostBench') as HostBench).subject?.open()) // as: set by our own page
    await page.evaluate(() => (Reflect.get(window, 'hostBench') as HostBench).subject?.close())
    await page.waitForTimeout(pauseMs)
  }
}

async function heapOf(context: BrowserContext, target: Page | Frame): Promise<number> {
  const session = await context.newCDPSession(target)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN) / 1000
}
