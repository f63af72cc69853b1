/** Figures and names of the buying views, in the user's language. */
import { mockedQuoteId, type Quote } from '@airlock/protocol/gateway/onramp.ts'
import { useMemo } from 'react'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { toShownAmount } from '../../ledger/state/activity-rules.ts'

/** Without cents if the amount is whole. @returns a function that formats a `Money` */
export function useMoney(): (amount: string, currency: string) => string {
  const { locale } = useLanguage()
  return (amount, currency) => {
    const value = Number(amount)
    const digits = Number.isInteger(value) ? 0 : 2
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(value)
  }
}

export function useRegionName(): (code: string) => string {
  const { locale } = useLanguage()
  const names = useMemo(() => new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }), [locale])
  return (code) => names.of(code) ?? code
}

const isToken = ({ quoteId }: Quote) => quoteId !== mockedQuoteId

/** The amount that would arrive. An estimate without a price shows the amount paid as the maximum, in the currency of the payment. */
export function useReceived(): (quote: Quote, symbol: string) => { text: string; symbol: string } {
  const { formats } = useLanguage()
  const money = useMoney()
  return (quote, symbol) => {
    const { amount, currency } = quote.purchaseAmount
    if (!isToken(quote)) return { text: `≤ ${money(amount, currency)}`, symbol }
    const { text, bound } = toShownAmount(amount)
    const mark = bound === undefined ? '' : bound === 'less' ? '<' : '>'
    return { text: `${mark}${formats.decimal(text)}`, symbol: toDisplayText(currency, { max: 12, fallback: symbol }) }
  }
}
