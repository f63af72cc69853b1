/** Serves the runner's pages and hands out what is to be played. */
import { EventEmitter } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { emptyTranscript, type Job, nextJobPath, type Play, type Transcript } from './play.ts'

export interface Queue {
  /** Adds plays; the transcripts come in the same order. */
  add(plays: readonly Play[]): Promise<Transcript>[]
  /** The next play, for whoever brings it to its page. */
  take(): Job | undefined
  /** Plays that have no transcript yet. */
  readonly unfinished: number
  /** Resolves with the next transcript, or with false when none comes in time. */
  progress(ms: number): Promise<boolean>
  /** Resolves with true when this play has its transcript or is to be played again, with false when neither comes in time. */
  isOver(id: number, ms: number): Promise<boolean>
  /** The subject took the frame of this play away. */
  removed(id: number): void
  /** Gives a play up, or all that are left. */
  fail(problem: string, id?: number): void
}

export interface RunnerServer extends Queue {
  readonly port: number
  close(): Promise<void>
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

/** A host may be cross-origin isolated; its frame then needs both. */
const isolation = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** @throws {Error} when the pages are not built. */
export async function startServer(pages: string, port: number): Promise<RunnerServer> {
  if (!existsSync(pages)) throw new Error(`${pages} is missing: run npm run build`)
  const files = new Map(
    readdirSync(pages, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(pages.length), new Uint8Array(readFileSync(path))] as const
      }),
  )
  const jobs: Job[] = []
  const open = new Map<number, (transcript: Transcript) => void>()
  /** Plays that may be handed out a second time. */
  const repeatable = new Map<number, Job>()
  const notes = new Map<number, Transcript>()
  const changes = new EventEmitter<{ change: [] }>().setMaxListeners(0)
  let last = 0
  /** Nobody is handed it any more. */
  const finish = (id: number, transcript: Transcript) => {
    const queued = jobs.findIndex((job) => job.id === id)
    if (queued >= 0) jobs.splice(queued, 1)
    repeatable.delete(id)
    open.get(id)?.(transcript)
    if (open.delete(id)) changes.emit('change')
  }
  /** Resolves with true when `look` finds what it looks for, with false when that does not come in time. */
  const until = (look: () => boolean, ms: number): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (isSo: boolean) => {
        clearTimeout(timer)
        changes.off('change', again)
        resolve(isSo)
      }
      const again = () => {
        if (look()) end(true)
      }
      const timer = setTimeout(() => end(false), ms)
      changes.on('change', again)
      again()
    })

  const app = new Hono()
  app.post(nextJobPath, (c) => {
    const job = jobs.shift()
    return job ? c.json(job) : c.body(null, 204)
  })
  app.post('/note/:id', async (c) => {
    notes.set(Number(c.req.param('id')), JSON.parse(await c.req.text()) as Transcript) // our own page
    return c.body(null, 204)
  })
  app.post('/done/:id', async (c) => {
    const text = await c.req.text()
    finish(Number(c.req.param('id')), JSON.parse(text) as Transcript) // our own page
    return c.body(null, 204)
  })
  app.get('*', (c) => {
    // Whatever a project is called, its page is the frame of the kit.
    const path = /^\/p\/[^/]+\/$/.test(c.req.path) ? '/frame.html' : c.req.path
    const body = files.get(path)
    const type = types[path.slice(path.lastIndexOf('.') + 1)]
    return body && type
      ? c.body(body, 200, { ...isolation, 'Content-Type': type, 'Cache-Control': 'no-store' })
      : c.notFound()
  })
  const server: Listening = await listenOnLoopback(getRequestListener(app.fetch), port)
  return {
    port: server.port,
    close: () => server.close(),
    take: () => jobs.shift(),
    get unfinished() {
      return open.size
    },
    add: (plays) =>
      plays.map((play) => {
        const id = ++last
        const job = { id, play }
        jobs.push(job)
        repeatable.set(id, job)
        return new Promise((resolve) => open.set(id, resolve))
      }),
    progress(ms) {
      const before = open.size
      return until(() => open.size < before, ms)
    },
    isOver: (id, ms) => until(() => !open.has(id) || jobs.some((job) => job.id === id), ms),
    removed(id) {
      const noted = notes.get(id)
      const again = repeatable.get(id)
      if (noted) finish(id, { ...noted, isRemoved: true })
      // Taken by a frame that was on its way out already.
      else if (again && open.has(id) && repeatable.delete(id)) {
        jobs.push(again)
        changes.emit('change')
      } else finish(id, { ...emptyTranscript(), problem: 'the frame was taken away' })
    },
    fail(problem, only) {
      for (const id of only === undefined ? [...open.keys()] : [only]) finish(id, { ...emptyTranscript(), problem })
    },
  }
}
