/** Keeps the user's choices for this site, and applies them at once, in every tab of it. Loaded with the first choice. */
import { atom } from 'jotai'
import type { ModalContext } from '../core/context.ts'
import { chosenAtom } from './state/appearance.ts'
import { Preferences, preferencesAtom, withLocale, withTheme } from './state/preferences.ts'

const key = 'appearance'
const isWatchingAtom = atom(false)

export function applyPreferences(context: ModalContext): void {
  const { storage, store } = context
  apply(context, storage.read(key, Preferences) ?? {})
  if (store.get(isWatchingAtom)) return
  store.set(isWatchingAtom, true)
  storage.watch(key, () => apply(context, storage.read(key, Preferences) ?? {}))
}

/** A value of `undefined` follows the page again. */
export function choose(
  context: ModalContext,
  part: { [Key in keyof Preferences]: Preferences[Key] | undefined },
): void {
  const { storage, store } = context
  const entries = Object.entries({ ...store.get(preferencesAtom), ...part }).filter(([, value]) => value !== undefined)
  const preferences = Preferences.parse(Object.fromEntries(entries))
  if (entries.length === 0) storage.remove(key)
  else storage.write(key, preferences)
  apply(context, preferences)
}

function apply({ store }: ModalContext, preferences: Preferences): void {
  store.set(preferencesAtom, preferences)
  store.set(chosenAtom, {
    theme: (host) => withTheme(host, preferences),
    locale: (host) => withLocale(host, preferences),
  })
}
