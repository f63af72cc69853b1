/** The longest task of the host page's main thread, from a trace: observers in the page report nothing shorter than 50 ms. */
import type { Page } from '@playwright/test'
import * as z from 'zod'
import type { HostBench } from '../fixtures/bench-host.ts'
import { type Session, withContext } from './session.ts'

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

export const longestTask = ({ browser, world }: Session, name: 'bench-bare' | 'bench-host'): Promise<number> =>
  withContext({ browser, world }, async (context) => {
    const page = await context.newPage()
    // Starts the renderer process, so that its start is not measured.
    await page.goto(`${world.origins.host}/bench-bare.html`)
    await browser.startTracing(page, { categories })
    const url = `${world.origins.host}/${name}.html`
    await page.goto(url)
    await createAndOpen(page)
    return read(await browser.stopTracing(), url)
  })

const createAndOpen = (page: Page) =>
  page.evaluate(() => {
    const bench = Reflect.get(window, 'hostBench') as HostBench | undefined // as: set by our own page; the bare one has none
    bench?.create('product')
    return bench?.subject?.open()
  })

function read(trace: Buffer, url: string): number {
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
