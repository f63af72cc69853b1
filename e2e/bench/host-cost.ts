/** The cost of the SDK for the page that loads it, compared with a page of the same markup without it. */
import type { CDPSession } from '@playwright/test'
import type { HostBench } from '../fixtures/bench-host.ts'
import type { Figure } from './figure.ts'
import { longestTask } from './longest-task.ts'
import { type Session, withContext } from './session.ts'
import { median } from './statistics.ts'

const rounds = 7

interface Cost {
  readonly script: number
  readonly task: number
  readonly heap: number
}
const stages = ['created', 'opened', 'closed'] as const
type Stage = (typeof stages)[number]
type Pages = 'bench-bare' | 'bench-host'

export async function measureHostCost(session: Session): Promise<Figure[]> {
  const empty = (): Record<Stage, Cost[]> => ({ created: [], opened: [], closed: [] })
  const costs = { 'bench-host': empty(), 'bench-bare': empty() }
  const longest: Record<Pages, number[]> = { 'bench-host': [], 'bench-bare': [] }
  for (let round = 0; round < rounds; round++)
    for (const page of ['bench-bare', 'bench-host'] as const) {
      const found = await costsOf(session, page)
      for (const stage of stages) costs[page][stage].push(found[stage])
      longest[page].push(await longestTask(session, page))
    }
  const common = { group: 'host', rounds } as const
  const figure = (stage: Stage, part: keyof Cost, name: string, unit: Figure['unit']): Figure => {
    const of = (page: Pages) => median(costs[page][stage].map((cost) => cost[part]))
    return { ...common, name: `${name}, ${stage}`, unit, ours: of('bench-host'), floor: of('bench-bare') }
  }
  return [
    ...stages.map((stage) => figure(stage, 'script', 'script since the page began', 'ms')),
    ...stages.map((stage) => figure(stage, 'task', 'all tasks since the page began', 'ms')),
    // Design §9: what an instance adds before it is opened.
    { ...figure('created', 'heap', 'heap', 'kB'), added: 500 },
    figure('opened', 'heap', 'heap', 'kB'),
    figure('closed', 'heap', 'heap', 'kB'),
    {
      ...common,
      name: 'longest task until opened',
      unit: 'ms',
      ours: median(longest['bench-host']),
      floor: median(longest['bench-bare']),
    },
  ]
}

/** The bare page gets the same calls, which do nothing there, because the calls themselves cost script time. */
const costsOf = (session: Session, name: Pages): Promise<Record<Stage, Cost>> =>
  withContext(session, async (context) => {
    const page = await context.newPage()
    const at = (file: string) => `${session.world.origins.host}/${file}.html`
    // Starts the renderer process before the measurement. The browser keeps this document for going back, unless it is
    // the measured one: so it has an address of its own, and both pages carry it alike.
    await page.goto(`${at('bench-bare')}?before`)
    const metrics = await context.newCDPSession(page)
    await metrics.send('Performance.enable')
    await page.goto(at(name))
    await page.evaluate(() => (Reflect.get(window, 'hostBench') as HostBench | undefined)?.create('product')) // as: set by our own page
    const created = await readCost(metrics)
    await page.evaluate(() => (Reflect.get(window, 'hostBench') as HostBench | undefined)?.subject?.open())
    const opened = await readCost(metrics)
    await page.evaluate(() => (Reflect.get(window, 'hostBench') as HostBench | undefined)?.subject?.close())
    return { created, opened, closed: await readCost(metrics) }
  })

async function readCost(metrics: CDPSession): Promise<Cost> {
  await metrics.send('HeapProfiler.collectGarbage')
  const { metrics: found } = await metrics.send('Performance.getMetrics')
  const read = (name: string) => found.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    script: read('ScriptDuration') * 1000,
    task: read('TaskDuration') * 1000,
    heap: read('JSHeapUsedSize') / 1000,
  }
}
