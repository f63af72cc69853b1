/**
 * What opening and closing leaves behind. Bounded memories (ids of past messages, compiled code) fill during the first
 * openings; what still grows after them would grow for ever.
 */
import type { BrowserContext, Frame, Page } from '@playwright/test'
import type { HostBench } from '../fixtures/bench-host.ts'
import type { Figure } from './figure.ts'
import type { Session } from './session.ts'
import { withSubject } from './subject.ts'

const first = 50
const more = 50

export const measureGrowth = (session: Session): Promise<Figure[]> =>
  withSubject(session, 'product', async ({ page, frame }) => {
    const context = page.context()
    await page.evaluate(() => (Reflect.get(window, 'hostBench') as HostBench).subject?.prefetch()) // as: our own page
    const modal = await frame()
    await openAndClose(page, modal, first)
    const before = { page: await heapOf(context, page), frame: await heapOf(context, modal) }
    await openAndClose(page, modal, more)
    const after = { page: await heapOf(context, page), frame: await heapOf(context, modal) }
    const common = { group: 'growth', unit: 'kB', bar: 1.05, rounds: more } as const
    return [
      { ...common, name: `heap of the page after ${more} more openings`, ours: after.page, floor: before.page },
      { ...common, name: `heap of the frame after ${more} more openings`, ours: after.frame, floor: before.frame },
    ]
  })

/** Each opening begins where a person finds the modal: closed, as the page and the frame see it. */
async function openAndClose(page: Page, modal: Frame, times: number): Promise<void> {
  for (let index = 0; index < times; index++) {
    await page.evaluate(() => (Reflect.get(window, 'hostBench') as HostBench).subject?.open()) // as: our own page
    await page.evaluate(() => (Reflect.get(window, 'hostBench') as HostBench).subject?.close())
    await modal.locator('[data-open]').waitFor({ state: 'detached' })
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
