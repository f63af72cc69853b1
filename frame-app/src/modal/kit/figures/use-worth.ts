/** The value of token amounts in money. */
import { toCents, toPrice } from '../../../shared/format/worth.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'

/** In money; `undefined` without a price. Less than a cent is shown as such. */
export function useWorth(decimals: number, price: number | undefined): (units: bigint) => string | undefined {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const known = price === undefined ? undefined : toPrice(price)
  return (units) => {
    if (!known) return undefined
    const cents = toCents(units, decimals, known)
    return cents === 0n && units > 0n
      ? t('sendReview.fee.small', { amount: formats.fiat(0.01) })
      : formats.fiat(Number(cents) / 100)
  }
}
