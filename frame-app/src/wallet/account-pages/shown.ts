/** A value for a view that reads it with `useSyncExternalStore`. It is replaced, never mutated. */
export interface Shown<T> {
  get(): T
  set(value: T): void
  subscribe(onChange: () => void): () => void
}

/** Those who are told of a change. */
export function createListeners<T extends readonly unknown[]>() {
  const all = new Set<(...news: T) => void>()
  return {
    tell(...news: T): void {
      for (const listener of all) listener(...news)
    },
    /** @returns a function that unsubscribes */
    add(listener: (...news: T) => void): () => void {
      all.add(listener)
      return () => void all.delete(listener)
    },
  }
}

export function createShown<T>(first: T): Shown<T> {
  const listeners = createListeners<[]>()
  let value = first
  return {
    get: () => value,
    set(next) {
      value = next
      listeners.tell()
    },
    subscribe: listeners.add,
  }
}

/** What a view reads of a control. */
export interface Screened<S> {
  screen(): S
  subscribe(onChange: () => void): () => void
}

export const screenOf = <S>({ get: screen, subscribe }: Shown<S>): Screened<S> => ({ screen, subscribe })
