/** A promise with external `resolve` and `reject`. An unhandled rejection is not reported as an error. */
export interface Deferred<T> {
  readonly promise: Promise<T>
  resolve: (value: T) => void
  reject: (error: unknown) => void
}

export function createDeferred<T>(): Deferred<T> {
  let ends: Pick<Deferred<T>, 'resolve' | 'reject'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    ends = { resolve, reject }
  })
  promise.catch(() => {})
  return { promise, ...(ends as unknown as Pick<Deferred<T>, 'resolve' | 'reject'>) } // the executor runs at once
}
