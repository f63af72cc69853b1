/**
 * Every word of the modal, for code that comes after the first view. Who imports this brings along the words that the first view leaves
 * out: they are fetched beside the code that says them, and it does not run before they are here. Never a part of the first view.
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
