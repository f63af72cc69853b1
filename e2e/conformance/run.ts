/**
 * Runs the kit against one end in Chromium. What fails together is played again one by one, until each failure has the name
 * of its vector.
 */
import { resolve } from 'node:path'
import { type Browser, chromium, type Frame, type Response } from '@playwright/test'
import { chromiumLaunchOptions } from '../setup/chromium.ts'
import { type Failure, judge } from './judge.ts'
import { type Kit, kitRoot, readKit } from './kit.ts'
import { type Plan, plansFor, portPlan } from './plan.ts'
import type { Subject } from './play.ts'
import { jobHeader, type RunnerServer, startServer } from './server.ts'

export interface RunOptions {
  /** The address of the frame or the host page, given the origin of the runner's own page. */
  readonly address: (runner: string) => string | Promise<string>
  readonly subject: Subject
  /** Where the runner's own page is served; 0 takes a free port. */
  readonly port: number
  /** What to click on a host page, so that it loads its frame. */
  readonly click?: string
  /** Only vectors whose name contains this. */
  readonly only?: string
  /** Only each so-manieth hostile message. */
  readonly every?: number
  readonly browser?: Browser
}

export interface Outcome {
  readonly kit: Kit
  /** Vectors that were played. */
  readonly played: number
  readonly failures: readonly Failure[]
}

const pages = resolve(kitRoot, 'dist/conformance')
/** Two cores are kept busy by about this many pages. */
const atOnce = { modal: 6, host: 3 }
const playMs = 20_000

export const runnerOrigin = (subject: Subject, port: number): string =>
  `http://${subject === 'modal' ? 'host' : 'modal'}.localhost:${port}`

interface Stage {
  readonly kit: Kit
  readonly server: RunnerServer
  readonly url: string
  readonly runner: string
  readonly subject: Subject
  readonly click: string
}

export async function runConformance(options: RunOptions): Promise<Outcome> {
  const kit = readKit()
  const chosen = plansFor(kit, options.subject, options)
  const server = await startServer(pages, options.port)
  const runner = runnerOrigin(options.subject, server.port)
  const url = await options.address(runner)
  const stage: Stage = { kit, server, url, runner, subject: options.subject, click: options.click ?? 'button' }
  const browser = options.browser ?? (await chromium.launch(await chromiumLaunchOptions()))
  try {
    // Without this much, every vector would fail, each after a long wait.
    const [first] = await playAll([portPlan(options.subject, 'app', [])], stage, browser)
    if (first && first[1].length > 0) return { kit, played: 0, failures: first[1] }
    const failures: Failure[] = []
    const retry: Plan[] = []
    for (const [plan, found] of await playAll(chosen, stage, browser)) {
      if (found.length === 0) continue
      if ('cases' in plan && plan.cases.length > 1 && plan.cases.every(({ handled }) => handled === undefined))
        retry.push(...plan.cases.map((one) => portPlan(plan.play.subject, plan.play.port, [one])))
      else failures.push(...found)
    }
    const alone = await playAll(retry, stage, browser)
    const named = alone.flatMap(([, found]) => found)
    return {
      kit,
      played: chosen.reduce((sum, plan) => sum + sizeOf(plan), 0),
      failures: unique([...failures, ...named]),
    }
  } finally {
    if (!options.browser) await browser.close()
    await server.close()
  }
}

async function playAll(
  plans: readonly Plan[],
  stage: Stage,
  browser: Browser,
): Promise<(readonly [Plan, Failure[]])[]> {
  const { kit, server } = stage
  if (plans.length === 0) return []
  const transcripts = server.add(plans.map(({ play }) => play))
  const verdicts = Promise.all(
    plans.map(async (plan, index) => {
      const transcript = await transcripts[index]
      if (!transcript) throw new Error('one transcript per plan')
      return [plan, judge(kit, plan, transcript)] as const
    }),
  )
  await (stage.subject === 'modal' ? playFrames(stage, browser) : playHosts(stage, browser))
  return verdicts
}

/** Our page is the host. It opens a frame for each play by itself. */
async function playFrames({ url, runner, server }: Stage, browser: Browser): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const query = new URLSearchParams({ frame: url, workers: String(atOnce.modal) })
  await page.goto(`${runner}/host.html?${query}`)
  while (server.unfinished > 0) if (!(await server.progress(playMs))) server.fail('the frame kept the runner waiting')
  await context.close()
}

/** The page under test is loaded anew for each play, and remembers nothing of the one before. */
async function playHosts({ url, runner, server, click }: Stage, browser: Browser): Promise<void> {
  const { hostname, origin } = new URL(url)
  const isJob = (response: Response) => response.url() === `${runner}/job` && response.status() === 200

  const work = async (): Promise<void> => {
    const context = await browser.newContext()
    // Nothing that a message names is fetched from anywhere, and no window that it opens stays.
    await context.route(
      (target) => !isLocal(target.hostname) && target.hostname !== hostname,
      (route) => route.abort(),
    )
    const page = await context.newPage()
    context.on('page', (other) => void other.close())
    const storage = await context.newCDPSession(page)
    const handed = new Map<Frame, number>()
    page.on(
      'response',
      (response) => isJob(response) && handed.set(response.frame(), Number(response.headers()[jobHeader])),
    )
    page.on('framedetached', (frame) => {
      const id = handed.get(frame)
      if (id !== undefined) server.removed(id)
    })
    while (server.waiting > 0) {
      const fetched = page.waitForResponse((response) => response.url() === `${runner}/job`, { timeout: playMs })
      fetched.catch(() => {}) // awaited below, unless the page does not even open
      await page.goto(url)
      await page.locator(click).first().click()
      const job = await fetched.catch(() => {
        throw new Error(`${url} did not load ${runner}/p/conformance/ when ${click} was clicked`)
      })
      if (!isJob(job)) break // another page was faster
      const id = Number(job.headers()[jobHeader])
      if (job.frame().isDetached()) server.removed(id)
      await Promise.race([server.isDone(id), page.waitForTimeout(playMs)])
      server.fail('the page fell silent', id) // unless it is done
      await page.goto('about:blank')
      await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    }
    await context.close()
  }
  await Promise.all(Array.from({ length: atOnce.host }, work))
}

const isLocal = (hostname: string): boolean => /^(localhost|.+\.localhost|127\.0\.0\.1)$/.test(hostname)

const sizeOf = (plan: Plan): number => {
  if (!('cases' in plan)) return plan.play.attempts.length
  return new Set(plan.cases.map(({ name }) => name)).size
}

/** The first thing that is wrong with a vector is what the others come from. */
const unique = (failures: readonly Failure[]): Failure[] =>
  failures.filter(({ name }, index) => failures.findIndex((other) => other.name === name) === index)
