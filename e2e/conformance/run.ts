/**
 * Runs the kit against one end in Chromium. Vectors that fail as a group are played again one by one, until each
 * failure has the name of its vector.
 */
import { resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from '@playwright/test'
import { chromiumLaunchOptions } from '../setup/chromium.ts'
import { type Failure, judge } from './judge.ts'
import { type Kit, kitRoot, readKit } from './kit.ts'
import { type Plan, plansFor, portPlan } from './plan.ts'
import { type Job, ownJobPath, type Subject, subjects } from './play.ts'
import { type RunnerServer, startServer } from './server.ts'

export interface RunOptions {
  /** The URL of the frame, or of the page that loads one, given the origins of the runner's page and of the page around it. */
  readonly address: (runner: string, around: string) => string | Promise<string>
  readonly subject: Subject
  /** Port of the runner's page; 0 takes a free one. */
  readonly port: number
  /** Makes a page load its frame. Default: clicks its first button. */
  readonly begin?: Begin
  /**
   * Makes a page drop its end, so that `begin` makes a new one in the same document. Without it, the page is loaded again
   * for each play.
   */
  readonly drop?: (page: Page) => Promise<void>
  /** Receives the console output of a document under test. */
  readonly onConsole?: (text: string) => void
  /** Plays only vectors whose name contains this. */
  readonly only?: string
  /** Plays only every n-th hostile message. */
  readonly every?: number
  /** Plays each way to close a port with one message of the port instead of with all. */
  readonly spreads?: boolean
  readonly browser?: Browser
}

export interface Outcome {
  readonly kit: Kit
  /** Number of vectors played. */
  readonly played: number
  /** Includes plans that were played again to name a failure. */
  readonly plans: readonly Plan[]
  readonly failures: readonly Failure[]
}

const pages = resolve(kitRoot, 'dist/conformance')
/** Number of parallel pages that keep two cores busy. */
const atOnce = { frames: 6, parents: 3 }
const playMs = 60_000

export const runnerOrigin = (subject: Subject, port: number): string =>
  `http://${subjects[subject].runner}.localhost:${port}`
/** Origin of the page around a modal: the runner's own page or the one under test. */
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
  readonly drop: RunOptions['drop']
  readonly onConsole: (text: string) => void
}

/** @throws {Error} if no vector is selected, since zero failures would then mean nothing. */
export async function runConformance(options: RunOptions): Promise<Outcome> {
  const kit = readKit()
  const chosen = plansFor(kit, options.subject, options)
  if (chosen.length === 0)
    throw new Error(`Nothing to play: no vector chosen for this end has "${options.only}" in its name`)
  const server = await startServer(pages, options.port)
  const runner = runnerOrigin(options.subject, server.port)
  const url = await options.address(runner, aroundOrigin(server.port))
  const { subject, begin = press('button'), drop, onConsole = () => {} } = options
  const stage: Stage = { kit, server, url, runner, subject, begin, drop, onConsole }
  const browser = options.browser ?? (await chromium.launch(await chromiumLaunchOptions()))
  try {
    // A trial first: if even this fails, every vector would fail after a long wait.
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

/** Our page is the parent and opens a frame for each play by itself. */
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

/** A new end for each play, without memory of the previous one. */
async function playParents({ url, runner, server, begin, drop }: Stage, browser: Browser): Promise<void> {
  const { hostname, origin } = new URL(url)

  /** Opens the page under test; its frames get their play from it. */
  const openTable = async (context: BrowserContext) => {
    const page = await context.newPage()
    page.on('popup', (other) => void other.close())
    let current: { readonly job: Job; player?: Frame } | undefined
    await page.route(runner + ownJobPath, async (route) => {
      // The first frame that asks gets the play; another frame of the same end gets nothing.
      if (!current || current.player) return route.fulfill({ status: 204 })
      current.player = route.request().frame()
      if (current.player.isDetached()) server.removed(current.job.id)
      return route.fulfill({ json: current.job })
    })
    page.on('framedetached', (frame) => {
      if (current && frame === current.player) server.removed(current.job.id)
    })
    await page.goto(url)
    return {
      /** @returns whether the play came to its end, so that the document can be used again */
      async play(job: Job): Promise<boolean> {
        current = { job }
        await begin(page)
        const isOver = await server.isOver(job.id, playMs)
        if (!isOver)
          server.fail(current.player ? 'the page fell silent' : `${url} loaded no frame of ${runner}`, job.id)
        current = undefined
        return isOver
      },
      /** @returns whether the page is ready for another play */
      async clear(): Promise<boolean> {
        await drop?.(page)
        const storage = await context.newCDPSession(page)
        await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
        await storage.detach()
        return drop !== undefined
      },
      close: () => page.close(),
    }
  }

  const work = async (): Promise<void> => {
    const context = await browser.newContext()
    try {
      // URLs in messages are not fetched, and windows opened by the page are closed.
      await context.route(
        (target) => !isLocal(target.hostname) && target.hostname !== hostname,
        (route) => route.abort(),
      )
      let table: Awaited<ReturnType<typeof openTable>> | undefined
      for (let job = server.take(); job; job = server.take()) {
        table ??= await openTable(context)
        const isOver = await table.play(job)
        if ((await table.clear()) && isOver) continue
        await table.close()
        table = undefined
      }
    } finally {
      await context.close()
    }
  }

  // A play whose frame was removed before it sent anything is queued again, perhaps after the other workers have finished.
  while (server.unfinished > 0) await Promise.all(Array.from({ length: atOnce.parents }, work))
}

const isLocal = (hostname: string): boolean => /^(localhost|.+\.localhost|127\.0\.0\.1)$/.test(hostname)

const sizeOf = (plan: Plan): number => {
  if (!('cases' in plan)) return plan.play.attempts.length
  return new Set(plan.cases.map(({ name }) => name)).size
}

/** Keeps the first failure of each vector; later ones follow from it. */
const unique = (failures: readonly Failure[]): Failure[] =>
  failures.filter(({ name }, index) => failures.findIndex((other) => other.name === name) === index)
