/** The requests that this end serves: a handler runs at most once per id, and answers at most once. */
import type { HandlerContext } from '../contracts/define.ts'
import { AirlockError, type ErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import { createMemory } from './memory.ts'
import { nextServing, type ServingEffect, type ServingEvent, type ServingState } from './serving-state.ts'

/**
 * One request; its handler sees only the context. A class, because defining a getter per request would cost more than the rest of
 * serving a small one.
 */
class Serving implements HandlerContext {
  state: ServingState
  ended: AirlockError | undefined
  beat: ReturnType<typeof setInterval> | undefined
  waitsForPerson: () => void = () => {}
  /** Created when the handler first reads its signal; most never do. */
  abort: AbortController | undefined

  constructor(state: ServingState) {
    this.state = state
  }

  get signal(): AbortSignal {
    if (!this.abort) {
      this.abort = new AbortController()
      if (this.ended) this.abort.abort(this.ended)
    }
    return this.abort.signal
  }
}

/** Inputs of a step: how to run or reply, and the reason of an end. */
export interface ServingWork {
  /** `finish` takes effect once, and not after a cancel. */
  run?: (context: HandlerContext, finish: (reply: () => void) => void) => void
  /** The contract allows waiting for the user. */
  mayAsk?: boolean
  reply?: () => void
  reason?: ErrorCode
}

export function createServings(progress: (id: string) => void, replayed: () => void) {
  const running = new Map<string, Serving>()
  const seen = createMemory(limits.rememberedIds)

  const effects: Readonly<Record<ServingEffect, (id: string, serving: Serving, work: ServingWork) => void>> = {
    run(id, serving, { run, mayAsk }) {
      serving.waitsForPerson = () => {
        if (mayAsk && running.get(id) === serving) happens(id, 'asks')
      }
      run?.(serving, (reply) => {
        if (running.get(id) === serving) happens(id, 'finished', { reply })
      })
    },
    reply: (_, __, work) => work.reply?.(),
    'start beat'(id, serving) {
      serving.beat = setInterval(() => progress(id), limits.progressEveryMs)
      progress(id)
    },
    'stop beat': (_, serving) => clearInterval(serving.beat),
    abort(_, serving, { reason = 'ABORTED' }) {
      serving.ended = new AirlockError(reason)
      serving.abort?.abort(serving.ended)
    },
    strike: replayed,
  }

  function happens(id: string, event: ServingEvent, work: ServingWork = {}): void {
    // An id in flight is found here even after 4096 newer ones have displaced it from the memory.
    const serving = running.get(id) ?? new Serving(seen.has(id) ? 'done' : 'new')
    const step = nextServing(serving.state, event)
    if (!step) return
    serving.state = step[0]
    seen.add(id)
    if (step[0] === 'done') running.delete(id)
    else running.set(id, serving)
    for (let index = 1; index < step.length; index++) effects[step[index] as ServingEffect](id, serving, work) // as: behind the state
  }

  return {
    get size(): number {
      return running.size
    },
    happens,
    closeAll(reason: ErrorCode): void {
      for (const id of running.keys()) happens(id, 'closed', { reason })
    },
  }
}
