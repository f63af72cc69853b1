/** All texts of the wallet frame, which the modal does not load. Of the modal's texts, the wallet frame has those of the first view. */
import { useLanguage } from './LanguageProvider.tsx'
import time from './locales/en-US.time.json'
import wallet from './locales/en-US.wallet.json'
import type { OwnWalletKey, WalletKey, Words } from './message.ts'
import type { Translate } from './translate.ts'

export const walletWords: Words<OwnWalletKey> = { ...wallet, ...time }

/** @example const t = useWalletMessages(); t('lock.title') */
export function useWalletMessages(): Translate<WalletKey> {
  return useLanguage().withWords(walletWords)
}
