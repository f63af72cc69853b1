/** One process of the service: killed without warning, with a clock that tests can move. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { endOf, jsonOf } from '../setup/installed.ts'

export type ServiceProcess = {
  readonly port: number
  readonly start: Start
  /** Sends SIGKILL; resolves when the process is gone. */
  readonly kill: () => Promise<void>
  /** Sends SIGTERM; resolves with the exit code. */
  readonly end: () => Promise<number | null>
  /** Sets the process's clock this much ahead of the machine's (negative: behind). */
  readonly setClock: (aheadMs: number) => Promise<void>
}

export type Start = {
  /** From its start until it listens. */
  readonly ms: number
  /** The part of it in which the process waited for a core. */
  readonly waitedMs: number
}

/**
 * Loaded before the program: lets the parent move the process's clock, and ends the process when the parent ends. The process
 * measures its start itself, because the parent may be busy when it is told; Linux counts the waits, other systems do not.
 */
const clock = `
import { readFileSync } from 'node:fs'
const real = Date.now
const waited = () => {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (text, ...more) => {
  if (String(text).includes('"event":"started"'))
    write(JSON.stringify({ ms: real() - Number(process.env.CUSTODY_SPAWNED), waitedMs: waited() }) + '\\n')
  return write(text, ...more)
}
let ahead = Number(process.env.CUSTODY_CLOCK ?? 0)
Date.now = () => real() + ahead
process.on('disconnect', () => process.exit(1))
process.on('message', (ms) => { ahead = ms; process.send(ms) })
process.channel.unref()
`

const Started = z.object({ event: z.literal('started'), port: z.int() })
const Measured = z.object({ ms: z.number(), waitedMs: z.number() })

/** @throws {Error} with the process's output, if it exits instead of starting. */
export async function startProcess(options: {
  readonly file: string
  readonly args: readonly string[]
  readonly aheadMs: number
  readonly onLine: (line: string) => void
}): Promise<ServiceProcess> {
  const { file, args, aheadMs, onLine } = options
  const preload = `data:text/javascript,${encodeURIComponent(clock)}`
  const child: ChildProcess = spawn(process.execPath, ['--import', preload, file, ...args], {
    env: { PATH: process.env.PATH ?? '', CUSTODY_CLOCK: String(aheadMs), CUSTODY_SPAWNED: String(Date.now()) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { ended, kill, stop: end } = endOf(child)
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)
  void ended.then(() => process.off('exit', killWithUs))
  let errors = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
    onLine(chunk.toString())
  })
  const { port, start } = await new Promise<Pick<ServiceProcess, 'port' | 'start'>>((resolve, reject) => {
    if (!child.stdout) throw new Error('A process without output')
    let measured: Start | undefined
    createInterface({ input: child.stdout }).on('line', (line) => {
      const json = jsonOf(line)
      measured ??= Measured.safeParse(json).data
      onLine(line)
      const started = Started.safeParse(json)
      if (started.success && measured) resolve({ port: started.data.port, start: measured })
    })
    void ended.then((code) => reject(new Error(`The service ended with ${code}: ${errors}`)))
  })
  return {
    port,
    start,
    kill,
    end,
    async setClock(ms) {
      if (!child.connected) return
      const told = Promise.race([once(child, 'message'), ended])
      child.send(ms, () => {}) // a process that exits meanwhile is restarted with the right clock
      await told
    },
  }
}
