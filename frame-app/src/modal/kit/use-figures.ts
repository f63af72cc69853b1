/** Amounts of a token as text in the user's language, with every digit. */
import { toExactDecimals } from '../../shared/format/amount.ts'
import { roundFee } from '../../shared/format/fee.ts'
import { toCents, toPrice } from '../../shared/format/worth.ts'
import { useAllMessages } from '../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../shared/i18n/LanguageProvider.tsx'

export function useFigures(decimals: number): (units: bigint) => string {
  const { formats } = useLanguage()
  return (units) => formats.decimal(toExactDecimals(units, decimals))
}

/** Fees have more digits than a user needs. */
export function useFees(decimals: number): (units: bigint) => string {
  const figures = useFigures(decimals)
  return (units) => figures(roundFee(units))
}

/** Sums with a fee in them. Rounded up, so that none looks smaller than it is. */
export function useSums(decimals: number): (units: bigint) => string {
  const figures = useFigures(decimals)
  return (units) => figures(roundUp(units, decimals))
}

const places = 8

function roundUp(units: bigint, decimals: number): bigint {
  if (decimals <= places) return units
  const step = 10n ** BigInt(decimals - places)
  return ((units + step - 1n) / step) * step
}

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
