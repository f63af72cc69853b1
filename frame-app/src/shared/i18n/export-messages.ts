/** The texts of the wallet's late pages, which load with them, and those of the wallet frame. */
import { useLanguage } from './LanguageProvider.tsx'
import exported from './locales/en-US.export.json'
import type { ExportKey, OwnWalletKey, WalletKey, Words } from './message.ts'
import type { Translate } from './translate.ts'
import { walletWords } from './wallet-messages.ts'

export const exportWords: Words<OwnWalletKey | ExportKey> = { ...walletWords, ...exported }

/** @example const t = useExportMessages(); t('export.title') */
export function useExportMessages(): Translate<WalletKey | ExportKey> {
  return useLanguage().withWords(exportWords)
}
