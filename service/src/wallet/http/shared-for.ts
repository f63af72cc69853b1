/** Readiness checks write to the database and are public: at most one per this many milliseconds. */
export const readyMs = 1000

/** Concurrent callers share one piece of work, which must not depend on the first caller's signal. A failed one is not kept. */
export function sharedIn<Result>(
  held: {
    readonly get: (key: string) => Promise<Result> | undefined
    readonly set: (key: string, result: Promise<Result>) => unknown
    readonly delete: (key: string) => boolean
  },
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const known = held.get(key)
  if (known) return known
  const result = work()
  held.set(key, result)
  result.catch(() => held.delete(key))
  return result
}

/** Shares the result of `work` with all calls within `ms` of its start. After a failure the next call retries. */
export function sharedFor<Result>(ms: number, work: () => Promise<Result>): () => Promise<Result> {
  let current: { readonly result: Promise<Result>; readonly startedAt: number } | undefined
  return async () => {
    const now = performance.now()
    if (!current || now - current.startedAt >= ms) current = { result: work(), startedAt: now }
    const asked = current
    try {
      return await asked.result
    } catch (error) {
      if (current === asked) current = undefined
      throw error
    }
  }
}
