/** A value derived from the state. It keeps its identity until one of its parts changes. */
export interface Source<S> {
  readonly getState: () => S
  readonly subscribe: (listener: () => void) => () => void
}

export interface Derived<T> {
  readonly read: () => T
  /** Calls the listener with each new value; returns the undo. */
  readonly subscribe: (listener: (value: T) => void) => () => void
}

export function derive<S, T>(
  { getState, subscribe }: Source<S>,
  partsOf: (state: S) => readonly unknown[],
  make: (state: S) => T,
): Derived<T> {
  let known: { readonly parts: readonly unknown[]; readonly value: T } | undefined
  const read = (): T => {
    const state = getState()
    const parts = partsOf(state)
    if (!known || parts.some((part, index) => part !== known?.parts[index])) known = { parts, value: make(state) }
    return known.value
  }
  return {
    read,
    subscribe(listener) {
      let last = read()
      return subscribe(() => {
        const value = read()
        if (value === last) return
        last = value
        listener(value)
      })
    },
  }
}
