/**
 * The lifetime of work. Timers, background work and attempts are started in a scope and end with it: after `dispose` nothing of it runs any
 * more. The modal's context owns one; a feature or a view that is left takes a child.
 */
export interface Scope<Name extends string = string> {
  /** Aborted by `dispose`. */
  readonly signal: AbortSignal
  /** Work that nobody waits for. Its failure is an uncaught error, unless the scope has ended. */
  run(work: PromiseLike<unknown> | undefined): void
  /** @param until cancels, too @returns cancels */
  after(ms: number, work: () => void, until?: AbortSignal): () => void
  /** @returns cancels */
  every(ms: number, work: () => void): () => void
  /** Resolves when the time is over, or when `until` aborts. Never after the scope has ended. */
  pause(ms: number, until?: AbortSignal): Promise<void>
  /** Calls it at the end. @returns calls it now instead */
  add(teardown: () => void): () => void
  /** Starts an attempt of which only the newest counts: the one before is aborted. */
  begin(name: Name): AbortSignal
  /** The attempt in progress. */
  current(name: Name): AbortSignal | undefined
  abort(...names: readonly Name[]): void
  /** The attempt is over: nothing aborts it any more. @param attempt ignored if it is not the newest */
  release(name: Name, attempt?: AbortSignal): void
  /** A scope that ends with this one, or earlier. */
  child(): Scope
  dispose(): void
}

/** How long a wallet or a service may take before the view says that it takes long. */
export const slowAfterMs = 8_000

export function createScope<Name extends string>(): Scope<Name> {
  const end = new AbortController()
  const { signal } = end
  const attempts = new Map<Name, AbortController>()

  /** Aborts with the scope, and with `until`. Also passed as the options of a listener, which then ends with its `signal`. */
  const control = (until?: AbortSignal) => {
    const own = new AbortController()
    for (const other of [signal, until])
      if (other?.aborted) own.abort()
      else other?.addEventListener('abort', () => own.abort(), own)
    return own
  }
  const add = (teardown: () => void, until?: AbortSignal) => {
    const own = control(until)
    if (own.signal.aborted) teardown()
    own.signal.addEventListener('abort', teardown)
    return () => own.abort()
  }
  const after = (ms: number, work: () => void, until?: AbortSignal) => {
    const timer = setTimeout(() => {
      stop()
      work()
    }, ms)
    const stop = add(() => clearTimeout(timer), until)
    return stop
  }
  const abort = (...names: readonly Name[]) => {
    for (const name of names) {
      const attempt = attempts.get(name)
      attempts.delete(name)
      attempt?.abort()
    }
  }
  const dispose = () => end.abort()
  return {
    signal,
    add,
    after,
    abort,
    dispose,
    run(work) {
      work?.then(undefined, (error: unknown) => {
        if (!signal.aborted) throw error
      })
    },
    every: (ms, work) => {
      const timer = setInterval(work, ms)
      return add(() => clearInterval(timer))
    },
    pause: (ms, until) =>
      new Promise((resolve) => {
        const time = control()
        const finish = () => {
          time.abort()
          resolve()
        }
        if (ms <= 0 || until?.aborted) return finish()
        after(ms, finish, until)
        until?.addEventListener('abort', finish, time)
      }),
    begin: (name) => {
      abort(name)
      const attempt = control()
      attempts.set(name, attempt)
      return attempt.signal
    },
    current: (name) => attempts.get(name)?.signal,
    release: (name, attempt) => {
      if (!attempt || attempts.get(name)?.signal === attempt) attempts.delete(name)
    },
    child: () => {
      const scope = createScope()
      scope.add(add(scope.dispose))
      return scope
    },
  }
}
