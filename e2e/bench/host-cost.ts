/** The cost of the SDK for the page that loads it, compared with a page of the same markup without it. */
import type { CDPSession, Page } from '@playwright/test'
import * as z from 'zod'
import type { HostBench } from '../fixtures/bench-host.ts'
import { type Figure, median } from './figure.ts'
import { type Session, withContext } from './session.ts'

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
    // What an instance adds before it is opened.
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

const categories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', '__metadata']

const Trace = z.object({
  traceEvents: z.array(
    z.object({
      name: z.string(),
      pid: z.number(),
      tid: z.number(),
      dur: z.number().optional(),
      args: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})
const Commit = z.object({ data: z.object({ url: z.string(), isMainFrame: z.boolean().optional() }) })

/** The longest task of the host page's main thread, from a trace: observers in the page report nothing shorter than 50 ms. */
const longestTask = ({ browser, world }: Session, name: Pages): Promise<number> =>
  withContext({ browser, world }, async (context) => {
    const page = await context.newPage()
    // Starts the renderer process, so that its start is not measured.
    await page.goto(`${world.origins.host}/bench-bare.html`)
    await browser.startTracing(page, { categories })
    const url = `${world.origins.host}/${name}.html`
    await page.goto(url)
    await createAndOpen(page)
    return longestIn(await browser.stopTracing(), url)
  })

const createAndOpen = (page: Page) =>
  page.evaluate(() => {
    const bench = Reflect.get(window, 'hostBench') as HostBench | undefined // as: set by our own page; the bare one has none
    bench?.create('product')
    return bench?.subject?.open()
  })

function longestIn(trace: Buffer, url: string): number {
  const { traceEvents } = Trace.parse(JSON.parse(trace.toString('utf8')))
  const commit = traceEvents.find(({ name, args }) => {
    const parsed = name === 'CommitLoad' ? Commit.safeParse(args) : undefined
    return parsed?.success === true && parsed.data.data.url === url
  })
  if (!commit) throw new Error(`The trace does not show ${url}`)
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === commit.pid && tid === commit.tid,
  )
  if (tasks.length === 0) throw new Error('The trace shows no tasks')
  return Math.max(...tasks.map(({ dur = 0 }) => dur)) / 1000
}
