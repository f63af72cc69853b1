/**
 * One process for unit tests that goes on from run to run. Libraries are loaded once, which takes longer than most tests;
 * our own sources are evaluated again for each file. Files that need a process of their own get one, as in the gate.
 */
import { ForksPoolWorker, type PoolRunnerInitializer, type WorkerRequest } from 'vitest/node'

type Create = PoolRunnerInitializer['createPoolWorker']
type Worker = ReturnType<Create>

export function createWarmPool(): {
  readonly pool: PoolRunnerInitializer
  /** To be called with the absolute path after the file has changed. */
  readonly forget: (file: string) => void
  /** Ends the process; the next run starts another one. */
  readonly end: () => Promise<void>
} {
  let kept: ForksPoolWorker | undefined
  const changed = new Set<string>()

  async function end(): Promise<void> {
    const ended = kept
    kept = undefined
    await ended?.stop()
  }

  /** What the runner sees for one run: a process that starts and stops. */
  function createRun(options: Parameters<Create>[0]): Worker {
    const inner = kept ?? new ForksPoolWorker(options)
    const isNew = inner !== kept
    const listeners: (readonly [string, (arg: unknown) => void])[] = []
    let isDone = false
    const answer = (type: 'started' | 'stopped') => {
      const message = { type, __vitest_worker_response__: true }
      for (const [event, listener] of listeners) if (event === 'message') listener(message)
    }
    return {
      name: 'warm',
      cacheFs: true,
      on(event, listener) {
        listeners.push([event, listener])
        inner.on(event, listener)
      },
      off: (event, listener) => inner.off(event, listener),
      deserialize: (data) => data,
      send(message: WorkerRequest) {
        if (message.type === 'start' && !isNew) answer('started')
        else if (message.type === 'stop') {
          isDone = true
          answer('stopped')
        } else if (message.type === 'run') {
          const invalidates = [...changed]
          changed.clear()
          inner.send({ ...message, context: { ...message.context, invalidates } })
        } else inner.send(message)
      },
      async start() {
        if (isNew) await inner.start()
        kept = inner
      },
      async stop() {
        for (const [event, listener] of listeners) inner.off(event, listener)
        // A run that was not asked to stop hangs, or has ended its process.
        if (!isDone) await end()
      },
    }
  }

  return {
    pool: {
      name: 'warm',
      createPoolWorker: (options) =>
        options.project.name === 'shared' ? createRun(options) : new ForksPoolWorker(options),
    },
    forget: (file) => void changed.add(file),
    end,
  }
}
