/** Serves the runner's pages and hands out plays. */
import { EventEmitter } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { emptyTranscript, type Job, nextJobPath, type Play, type Transcript } from './play.ts'

export interface Queue {
  /** Adds plays; returns their transcripts in the same order. */
  add(plays: readonly Play[]): Promise<Transcript>[]
  /** Takes the next play, to load its page. */
  take(): Job | undefined
  /** Number of plays without a transcript. */
  readonly unfinished: number
  /** Resolves with true at the next transcript, or with false if none arrives in time. */
  progress(ms: number): Promise<boolean>
  /** Resolves with true when this play has its transcript or is queued again, with false if neither happens in time. */
  isOver(id: number, ms: number): Promise<boolean>
  /** Reports that the subject removed the frame of this play. */
  removed(id: number): void
  /** Ends one play, or all remaining ones, with this problem. */
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

/** A host may be cross-origin isolated; its frame then needs both headers. */
const isolation = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'cross-origin' }

/** @throws {Error} if the pages are not built. */
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
  /** Plays that may be handed out once more. */
  const repeatable = new Map<number, Job>()
  const notes = new Map<number, Transcript>()
  const changes = new EventEmitter<{ change: [] }>().setMaxListeners(0)
  let last = 0
  /** Removes the play from the queue and settles it. */
  const finish = (id: number, transcript: Transcript) => {
    const queued = jobs.findIndex((job) => job.id === id)
    if (queued >= 0) jobs.splice(queued, 1)
    repeatable.delete(id)
    open.get(id)?.(transcript)
    if (open.delete(id)) changes.emit('change')
  }
  /** Resolves with true when `look` returns true, with false if it does not in time. */
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
    notes.set(Number(c.req.param('id')), JSON.parse(await c.req.text()) as Transcript) // as: from our own page
    return c.body(null, 204)
  })
  app.post('/done/:id', async (c) => {
    const text = await c.req.text()
    finish(Number(c.req.param('id')), JSON.parse(text) as Transcript) // as: from our own page
    return c.body(null, 204)
  })
  app.get('*', (c) => {
    // The page of every project is the kit's frame.
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
      // The play was taken by a frame that was already being removed.
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
