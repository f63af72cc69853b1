/**
 * Runs the kit against one end in Chromium. What fails together is played again one by one, until each failure has the name
 * of its vector.
 */
import { resolve } from 'node:path'
import { type Browser, chromium, type Frame, type Page } from '@playwright/test'
import { chromiumLaunchOptions } from '../setup/chromium.ts'
import { type Failure, judge } from './judge.ts'
import { type Kit, kitRoot, readKit } from './kit.ts'
import { type Plan, plansFor, portPlan } from './plan.ts'
import { type Job, ownJobPath, type Subject, subjects } from './play.ts'
import { type RunnerServer, startServer } from './server.ts'

export interface RunOptions {
  /** The address of the frame, or of the page that makes one, given the origin of the runner's own page and of the page around it. */
  readonly address: (runner: string, around: string) => string | Promise<string>
  readonly subject: Subject
  /** Where the runner's own page is served; 0 takes a free port. */
  readonly port: number
  /** Makes a page load its frame: a click on its first button, unless told otherwise. */
  readonly begin?: Begin
  /** What a document under test writes to its console. */
  readonly onConsole?: (text: string) => void
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
  /** Those of a second time too, by which a failure gets its name. */
  readonly plans: readonly Plan[]
  readonly failures: readonly Failure[]
}

const pages = resolve(kitRoot, 'dist/conformance')
/** Two cores are kept busy by about this many pages. */
const atOnce = { frames: 6, parents: 3 }
const playMs = 60_000

export const runnerOrigin = (subject: Subject, port: number): string =>
  `http://${subjects[subject].runner}.localhost:${port}`
/** Of the page around a modal, the runner's own or the one under test. */
const aroundOrigin = (port: number): string => `http://host.localhost:${port}`

type Begin = (page: Page) => Promise<void>

export const press =
  (selector: string): Begin =>
  (page) =>
    page.locator(selector).first().click()

interface Stage {
  readonly kit: Kit
  readonly server: RunnerServer
  readonly url: string
  readonly runner: string
  readonly subject: Subject
  readonly begin: Begin
  readonly onConsole: (text: string) => void
}

/** @throws {Error} when the choice leaves no vector: that none has failed would say nothing. */
export async function runConformance(options: RunOptions): Promise<Outcome> {
  const kit = readKit()
  const chosen = plansFor(kit, options.subject, options)
  if (chosen.length === 0)
    throw new Error(`Nothing to play: no vector chosen for this end has "${options.only}" in its name`)
  const server = await startServer(pages, options.port)
  const runner = runnerOrigin(options.subject, server.port)
  const url = await options.address(runner, aroundOrigin(server.port))
  const { subject, begin = press('button'), onConsole = () => {} } = options
  const stage: Stage = { kit, server, url, runner, subject, begin, onConsole }
  const browser = options.browser ?? (await chromium.launch(await chromiumLaunchOptions()))
  try {
    // Without this much, every vector would fail, each after a long wait.
    const trial = portPlan(subject, 'app', [])
    const [first] = await playAll([trial], stage, browser)
    if (first && first[1].length > 0) return { kit, played: 0, plans: [trial], failures: first[1] }
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
      plans: [trial, ...chosen, ...retry],
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
  await (subjects[stage.subject].isFrame ? playFrames(stage, browser) : playParents(stage, browser))
  return verdicts
}

/** Our page is the parent. It opens a frame for each play by itself. */
async function playFrames({ url, runner, server, subject, onConsole }: Stage, browser: Browser): Promise<void> {
  const context = await browser.newContext()
  const page = await context.newPage()
  page.on('console', (message) => onConsole(message.text()))
  const query = new URLSearchParams({ frame: url, workers: String(atOnce.frames) })
  const own = `${runner}/host.html?${query}`
  const isNested = subjects[subject].link === 'wallet'
  const around = aroundOrigin(Number(new URL(runner).port))
  await page.goto(isNested ? `${around}/around.html?${new URLSearchParams({ inner: own })}` : own)
  while (server.unfinished > 0) if (!(await server.progress(playMs))) server.fail('the frame kept the runner waiting')
  await context.close()
}

/** The page under test is loaded anew for each play, and remembers nothing of the one before. */
async function playParents({ url, runner, server, begin }: Stage, browser: Browser): Promise<void> {
  const { hostname, origin } = new URL(url)

  /** The first frame that asks gets the play. A page that makes another one by itself gets nothing more. */
  const play = async (job: Job, page: Page): Promise<void> => {
    let player: Frame | undefined
    await page.route(runner + ownJobPath, async (route) => {
      if (player) return route.fulfill({ status: 204 })
      player = route.request().frame()
      if (player.isDetached()) server.removed(job.id)
      return route.fulfill({ json: job })
    })
    page.on('framedetached', (frame) => {
      if (frame === player) server.removed(job.id)
    })
    await page.goto(url)
    await begin(page)
    if (!(await server.isOver(job.id, playMs)))
      server.fail(player ? 'the page fell silent' : `${url} loaded no frame of ${runner}`, job.id)
  }

  const work = async (): Promise<void> => {
    const context = await browser.newContext()
    try {
      // Nothing that a message names is fetched from anywhere, and no window that it opens stays.
      await context.route(
        (target) => !isLocal(target.hostname) && target.hostname !== hostname,
        (route) => route.abort(),
      )
      for (let job = server.take(); job; job = server.take()) {
        const page = await context.newPage()
        page.on('popup', (other) => void other.close())
        await play(job, page)
        const storage = await context.newCDPSession(page)
        await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
        await page.close()
      }
    } finally {
      await context.close()
    }
  }

  // A play whose frame went before it had said anything comes back, perhaps when the others have gone home.
  while (server.unfinished > 0) await Promise.all(Array.from({ length: atOnce.parents }, work))
}

const isLocal = (hostname: string): boolean => /^(localhost|.+\.localhost|127\.0\.0\.1)$/.test(hostname)

const sizeOf = (plan: Plan): number => {
  if (!('cases' in plan)) return plan.play.attempts.length
  return new Set(plan.cases.map(({ name }) => name)).size
}

/** The first thing that is wrong with a vector is what the others come from. */
const unique = (failures: readonly Failure[]): Failure[] =>
  failures.filter(({ name }, index) => failures.findIndex((other) => other.name === name) === index)
