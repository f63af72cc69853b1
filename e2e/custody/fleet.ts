/**
 * Processes of one role behind a small balancer, which sends each request to the next running process. Killed processes
 * are restarted. A test may kill a process at a request: before it receives the request, or after it has handled it and
 * before the answer is sent.
 */
import { Agent, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { type Listening, listenOnLoopback } from '@airlock/service/listen.ts'
import { type ServiceProcess, type Start, startProcess } from './process.ts'

export type Exchange = {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}
/** `before`: the process is killed before it receives the request. `after`: it has answered, and the answer is lost. */
export type Fault = 'before' | 'after'
export type Faults = (exchange: Exchange) => Fault | undefined

export type Fleet = {
  /** The URL for clients. */
  readonly url: string
  readonly setFaults: (faults: Faults | undefined) => void
  /** Resolves when every process is running. */
  readonly ready: () => Promise<void>
  readonly killOne: () => Promise<void>
  readonly setClock: (aheadMs: number) => Promise<void>
  readonly kills: () => number
  /** Whether a request other than a long poll is being served, or a process is starting. */
  readonly isBusy: () => boolean
  /** One for each kill. */
  readonly restarts: () => readonly Start[]
  /** Ends all processes with SIGTERM and returns their exit codes. They are not restarted. */
  readonly end: () => Promise<readonly (number | null)[]>
  readonly stop: () => Promise<void>
}

type Slot = { process: ServiceProcess | undefined; starting: Promise<void> }

export async function startFleet(options: {
  readonly size: number
  readonly file: string
  /** Writes the config file of the processes, given the balancer's URL, and returns their arguments. */
  readonly argsFor: (url: string) => Promise<readonly string[]>
  readonly aheadMs: () => number
  readonly onLine: (line: string) => void
  /** The client address of a request, as a proxy would report it. */
  readonly addressOf: (headers: IncomingMessage['headers']) => string
}): Promise<Fleet> {
  const { size, file, aheadMs, onLine, addressOf } = options
  const agent = new Agent({ keepAlive: true })
  let faults: Faults | undefined
  let turn = 0
  let kills = 0
  let isStopping = false
  let served = 0
  const restarts: Start[] = []
  const slots: Slot[] = []

  const balancer: Listening = await listenOnLoopback((request, response) => void answer(request, response), 0)
  const url = `http://127.0.0.1:${balancer.port}`
  const args = await options.argsFor(url)

  const start = async (slot: Slot) => {
    const process = await startProcess({ file, args, aheadMs: aheadMs(), onLine })
    if (isStopping) await process.kill()
    else slot.process = process
    return process
  }
  const kill = async (slot: Slot) => {
    const { process } = slot
    if (!process) return
    slot.process = undefined
    kills += 1
    slot.starting = process
      .kill()
      .then(() => (isStopping ? undefined : start(slot)))
      .then((next) => void (next && restarts.push(next.start)))
    slot.starting.catch(() => {}) // reported by `ready`
    await process.kill()
  }
  const ready = async () => {
    await Promise.all(slots.map(({ starting }) => starting))
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const { method = 'GET', url: path = '/', headers } = request
    const body = Buffer.concat(parts)
    const live = slots.filter(({ process }) => process)
    const slot = live[turn++ % Math.max(live.length, 1)]
    if (!slot?.process) {
      response.writeHead(502, { 'Content-Type': 'text/plain' }).end('nobody is there')
      return
    }
    if (!isLongPoll(path, body)) {
      served += 1
      response.once('close', () => {
        served -= 1
      })
    }
    const fault = faults?.({ method, path: path.split('?')[0] ?? path, headers, body })
    if (fault === 'before') {
      void kill(slot)
      request.socket.destroy()
      return
    }
    const forwarded = { ...headers, 'x-forwarded-for': addressOf(headers) }
    const upstream = send(
      { host: '127.0.0.1', port: slot.process.port, method, path, headers: forwarded, agent },
      (answered) => {
        const chunks: Buffer[] = []
        answered.on('data', (chunk: Buffer) => chunks.push(chunk))
        answered.on('error', () => request.socket.destroy())
        answered.on('end', () => {
          if (fault === 'after') {
            void kill(slot)
            request.socket.destroy()
            return
          }
          response.writeHead(answered.statusCode ?? 502, answered.headers)
          response.end(Buffer.concat(chunks))
        })
      },
    )
    upstream.on('error', () => request.socket.destroy())
    response.on('close', () => upstream.destroy())
    upstream.end(body)
  }

  for (let index = 0; index < size; index += 1) {
    const slot: Slot = { process: undefined, starting: Promise.resolve() }
    slot.starting = start(slot).then(() => {})
    slots.push(slot)
  }
  const stop = async () => {
    isStopping = true
    await Promise.all(slots.map(({ starting }) => starting.catch(() => {})))
    await Promise.all(slots.flatMap(({ process }) => process?.kill() ?? []))
    agent.destroy()
    await balancer.close()
  }
  try {
    await ready()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    setFaults(next) {
      faults = next
    },
    ready,
    async killOne() {
      const slot = slots[turn++ % slots.length]
      if (slot) await kill(slot)
    },
    async setClock(ms) {
      await Promise.all(slots.flatMap(({ process }) => process?.setClock(ms) ?? []))
    },
    kills: () => kills,
    isBusy: () => served > 0 || slots.some(({ process }) => !process),
    restarts: () => restarts,
    async end() {
      isStopping = true
      return Promise.all(slots.flatMap(({ process }) => process?.end() ?? []))
    },
    stop,
  }
}

const isLongPoll = (path: string, body: Buffer): boolean => path.includes('wait=') || body.includes('"wait":')
