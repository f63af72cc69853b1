/**
 * Decodes pictures in processes of their own. Nothing else interrupts the decoder: it looks at its own time limit between parts of a
 * picture, and a small SVG can hold one part for minutes. A process also has no secrets and no memory of ours.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { ImageWidth } from '@airlock/protocol/gateway/endpoints.ts'
import * as z from 'zod'

export interface DecodeJob {
  readonly bytes: Uint8Array
  readonly width: ImageWidth
  /** Whether the decoder may find an SVG. */
  readonly isSvg: boolean
}

/**
 * One at a time.
 * @param onTime called in any case with the milliseconds that the decoder was busy
 * @throws {Error} when it is not a picture, is too large, or takes too long
 */
export type Decode = (job: DecodeJob, onTime: (ms: number) => void) => Promise<Uint8Array<ArrayBuffer>>

/** Wall-clock time for one picture, and for the start of the process. */
const deadlines = { pictureMs: 5_000, startMs: 30_000 }
/** An idle process ends, so that it does not hold memory. */
const idleMs = 60_000

const program = fileURLToPath(new URL('./decoder-process.ts', import.meta.url))
const loader = createRequire(import.meta.url).resolve('tsx')

const Ready = z.literal('ready')
const Answer = z.union([
  z.strictObject({ webp: z.instanceof(Uint8Array).refine(isWebp) }),
  z.strictObject({ error: z.string() }),
])

interface Running {
  readonly child: ChildProcess
  readonly ready: Promise<unknown>
}

export function createDecoder({
  pictureMs,
  startMs,
} = deadlines): Decode & { readonly end: () => void; readonly pid: () => number | undefined } {
  let running: Running | undefined
  let idle: NodeJS.Timeout | undefined
  const end = () => {
    running?.child.kill('SIGKILL')
    running = undefined
  }
  const run = (): Running => {
    if (running?.child.connected) return running
    const child = fork(program, {
      execArgv: ['--import', loader],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.unref()
    child.channel?.unref()
    running = { child, ready: nextMessage(child, startMs, Ready) }
    return running
  }
  const decode: Decode = async (job, onTime) => {
    clearTimeout(idle)
    try {
      const { child, ready } = run()
      await ready
      const started = performance.now()
      const answer = nextMessage(child, pictureMs, Answer)
      child.send(job)
      const said = await answer.finally(() => onTime(performance.now() - started))
      if ('error' in said) throw new NotAPicture(said.error)
      return new Uint8Array(said.webp)
    } catch (error) {
      if (!(error instanceof NotAPicture)) end()
      throw error
    } finally {
      idle = setTimeout(end, idleMs).unref()
    }
  }
  return Object.assign(decode, { end, pid: () => running?.child.pid })
}

class NotAPicture extends Error {
  override readonly name = 'NotAPicture'
}

const nextMessage = <T>(child: ChildProcess, ms: number, form: z.ZodType<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      child.off('message', hear)
      child.off('exit', lose)
      child.off('error', lose)
      act()
    }
    const hear = (message: unknown) =>
      settle(() => {
        const read = form.safeParse(message)
        if (read.success) resolve(read.data)
        else reject(new Error('The decoder answers in another form'))
      })
    const lose = () => settle(() => reject(new Error('The decoder has ended')))
    const timer = setTimeout(() => settle(() => reject(new Error('The picture takes too long'))), ms)
    child.on('message', hear)
    child.on('exit', lose)
    child.on('error', lose)
  })

function isWebp(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return text.startsWith('RIFF') && text.endsWith('WEBP')
}
