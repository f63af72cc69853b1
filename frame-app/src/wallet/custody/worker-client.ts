/**
 * Handle of the Key Worker in the wallet document. The Worker starts when first needed. It ends when the wallet is locked, when it is idle
 * or does not answer, and with the page. Calls in flight then fail with STOPPED.
 */
import { wrap } from 'comlink'
import * as z from 'zod/mini'
import { type FailureCode, failures, KeyWorkerError } from '../key-link/failure.ts'
import { type AnswerOf, answerMs, idleLockMs, type Method, type RequestOf, surface } from '../key-link/surface.ts'
import { expectSealedScript } from './worker-script.ts'
import { keyWorkerUrl } from './worker-url.ts'

export interface KeyWorker {
  /** @throws {KeyWorkerError} */
  call<M extends Method>(method: M, request: RequestOf<M>): Promise<AnswerOf<M>>
  /** Ends the Worker; the next call starts a new one, which is locked. */
  stop(): void
}

const Outcome = z.union([
  z.strictObject({ ok: z.literal(true), answer: z.unknown() }),
  z.strictObject({ ok: z.literal(false), code: z.enum(Object.keys(failures) as FailureCode[]) }), // as: its own keys
])

/** Calls that need no wallet key and do not count as use. All others keep the Worker alive for a while. */
const keyless: ReadonlySet<Method> = new Set(['device', 'prove', 'known', 'recipient'])

interface Started {
  readonly worker: Worker
  readonly remote: { readonly [M in Method]: (request: unknown) => Promise<unknown> }
}

interface Running {
  readonly started: Promise<Started>
  /** Once it has started. */
  worker?: Worker
  readonly stopped: Promise<never>
  readonly fail: (error: Error) => void
}

/** Why a Worker has ended by itself: it was idle, or it failed or did not answer. */
export type KeyWorkerEnd = 'idle' | 'crashed'

export interface KeyWorkerOptions {
  readonly start?: (name: string) => Promise<Worker>
  readonly onEnd?: (why: KeyWorkerEnd) => void
}

/** @param project the project's id, which separates its storage in the partition */
export function createKeyWorker(
  project: string,
  { start = startWorker, onEnd = () => {} }: KeyWorkerOptions = {},
): KeyWorker {
  let running: Running | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  /** Unix ms. Compared with the clock, because timers stop while a computer sleeps. */
  let idleAt = Number.POSITIVE_INFINITY

  const stop = () => {
    clearTimeout(idle)
    running?.worker?.terminate()
    running?.fail(new KeyWorkerError('STOPPED'))
    running = undefined
    idleAt = Number.POSITIVE_INFINITY
  }
  const endByItself = (why: KeyWorkerEnd) => {
    stop()
    onEnd(why)
  }
  const run = (): Running => {
    let fail: Running['fail'] = () => {}
    const stopped = new Promise<never>((_, reject) => {
      fail = reject
    })
    stopped.catch(() => {}) // the calls in flight report it
    const crash = () => {
      if (running === own) endByItself('crashed')
    }
    const started = start(project).then((worker): Started => {
      if (running === own) own.worker = worker
      else worker.terminate()
      // A script that does not load, or throws outside a call, will never answer.
      worker.addEventListener('error', crash)
      return { worker, remote: wrap(worker) }
    })
    const own: Running = { started, stopped, fail }
    started.catch((error: unknown) => {
      reportError(error)
      crash()
    })
    return own
  }
  return {
    async call(method, request) {
      if (Date.now() >= idleAt) endByItself('idle')
      running ??= run()
      const own = running
      if (!keyless.has(method)) {
        clearTimeout(idle)
        idle = setTimeout(() => endByItself('idle'), idleLockMs)
        idleAt = Date.now() + idleLockMs
      }
      // Without this timeout, a Worker that died silently or hangs would block this call and all later ones.
      const silence = setTimeout(() => running === own && endByItself('crashed'), answerMs)
      const answered = Promise.race([own.started.then(({ remote }) => remote[method](request)), own.stopped])
      const outcome = z.safeParse(Outcome, await answered.finally(() => clearTimeout(silence)))
      if (!outcome.success) throw new KeyWorkerError('INTERNAL')
      if (!outcome.data.ok) throw new KeyWorkerError(outcome.data.code)
      return readAnswer(method, outcome.data.answer)
    },
    stop,
  }
}

function readAnswer<M extends Method>(method: M, raw: unknown): AnswerOf<M> {
  const form: z.ZodMiniType = surface[method].answer
  const parsed = z.safeParse(form, raw)
  if (!parsed.success) throw new KeyWorkerError('INTERNAL')
  return parsed.data as AnswerOf<M> // as: parsed by the schema of this method
}

async function startWorker(name: string): Promise<Worker> {
  const url = keyWorkerUrl()
  await expectSealedScript(String(url))
  return new Worker(url, { type: 'module', name })
}
