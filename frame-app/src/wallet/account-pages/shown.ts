/** A value for a view that reads it with `useSyncExternalStore`. It is replaced, never mutated. */
export interface Shown<T> {
  get(): T
  set(value: T): void
  subscribe(onChange: () => void): () => void
}

export function createShown<T>(first: T): Shown<T> {
  const listeners = new Set<() => void>()
  let value = first
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(onChange) {
      listeners.add(onChange)
      return () => void listeners.delete(onChange)
    },
  }
}

/** What a view reads of a control. */
export interface Screened<S> {
  screen(): S
  subscribe(onChange: () => void): () => void
}

export const screenOf = <S>({ get: screen, subscribe }: Shown<S>): Screened<S> => ({ screen, subscribe })
