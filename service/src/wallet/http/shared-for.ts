/** Readiness writes to the database. Anybody may ask for it, so it is tried at most once in so many milliseconds. */
export const readyMs = 1000

/** The result of `work`, shared by all who ask within `ms` of its start. What failed is tried again by the next call. */
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
