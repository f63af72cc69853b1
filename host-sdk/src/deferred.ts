/** A promise with its ends outside. Nobody has to listen: a rejection that nobody awaits is not an error. */
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
