/**
 * All texts of the modal, for lazy code. Importing this file adds the texts that the first view does not contain: they load together
 * with the code that uses them, and before it runs. Must never be part of the first view.
 */
import { useLanguage } from './LanguageProvider.tsx'
import late from './locales/en-US.late.json'
import time from './locales/en-US.time.json'
import type { LateKey, ModalKey, Words } from './message.ts'
import type { Translate } from './translate.ts'

export const lateWords: Words<LateKey> = { ...late, ...time }

/** @example const t = useAllMessages(); t('connecting.waiting.title', { wallet: name }) */
export function useAllMessages(): Translate<ModalKey> {
  return useLanguage().withLate(lateWords)
}
