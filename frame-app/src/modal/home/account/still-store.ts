import type { Atom, createStore } from 'jotai'

type Store = ReturnType<typeof createStore>

/** The same store, until it is held: from then on what is drawn from it stays as it is. What is set goes on to the store. */
export function stillStore(store: Store): { readonly shown: Store; readonly hold: () => void } {
  const values = new Map<unknown, unknown>()
  let isHeld = false
  return {
    hold: () => {
      isHeld = true
    },
    shown: {
      get<Value>(atom: Atom<Value>): Value {
        if (!isHeld || !values.has(atom)) values.set(atom, store.get(atom))
        return values.get(atom) as Value // as: the value of this atom, set above
      },
      set: (atom, ...args) => store.set(atom, ...args),
      sub: (atom, listener) => store.sub(atom, () => !isHeld && listener()),
    },
  }
}
