/** One process of the service: killed without warning, with a clock that tests can move. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'

export type ServiceProcess = {
  readonly port: number
  /** Time from start to listening, in ms. */
  readonly startedIn: number
  /** Sends SIGKILL; resolves when the process is gone. */
  readonly kill: () => Promise<void>
  /** Sends SIGTERM; resolves with the exit code. */
  readonly end: () => Promise<number | null>
  /** Sets the process's clock this much ahead of the machine's (negative: behind). */
  readonly setClock: (aheadMs: number) => Promise<void>
}

/** Loaded before the program: lets the parent move the process's clock, and ends the process when the parent ends. */
const clock = `
const real = Date.now
let ahead = Number(process.env.CUSTODY_CLOCK ?? 0)
Date.now = () => real() + ahead
process.on('disconnect', () => process.exit(1))
process.on('message', (ms) => { ahead = ms; process.send(ms) })
process.channel.unref()
`

const Started = z.object({ event: z.literal('started'), port: z.int() })

/** @throws {Error} with the process's output, if it exits instead of starting. */
export async function startProcess(options: {
  readonly file: string
  readonly args: readonly string[]
  readonly aheadMs: number
  readonly onLine: (line: string) => void
}): Promise<ServiceProcess> {
  const { file, args, aheadMs, onLine } = options
  const before = performance.now()
  const preload = `data:text/javascript,${encodeURIComponent(clock)}`
  const child: ChildProcess = spawn(process.execPath, ['--import', preload, file, ...args], {
    env: { PATH: process.env.PATH ?? '', CUSTODY_CLOCK: String(aheadMs) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]: (number | string | null)[]) =>
    typeof code === 'number' ? code : null,
  )
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  void ended.then(() => process.off('exit', killWithUs))
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
    onLine(chunk.toString())
  })
  const port = await new Promise<number>((resolve, reject) => {
    if (!child.stdout) throw new Error('A process without output')
    createInterface({ input: child.stdout }).on('line', (line) => {
      onLine(line)
      const started = Started.safeParse(readJson(line))
      if (started.success) resolve(started.data.port)
    })
    void ended.then((code) => reject(new Error(`The service ended with ${code}: ${errors}`)))
  })
  return {
    port,
    startedIn: performance.now() - before,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    end() {
      child.kill('SIGTERM')
      return ended
    },
    async setClock(ms) {
      if (!child.connected) return
      const told = Promise.race([once(child, 'message'), ended])
      child.send(ms, () => {}) // a process that exits meanwhile is restarted with the right clock
      await told
    },
  }
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
