/**
 * All texts of the modal, for lazy code. Importing this file adds the texts that the first view does not contain: they load together
 * with the code that uses them, and before it runs. Must never be part of the first view.
 */
import { useLanguage } from './LanguageProvider.tsx'
import time from './locales/en-US.time.json'
import views from './locales/en-US.views.json'
import type { ModalKey, ViewKey, Words } from './message.ts'
import type { Translate } from './translate.ts'

export const viewWords: Words<ViewKey> = { ...views, ...time }

/** @example const t = useAllMessages(); t('connecting.waiting.title', { wallet: name }) */
export function useAllMessages(): Translate<ModalKey> {
  return useLanguage().withWords(viewWords)
}
