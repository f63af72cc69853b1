import { amountSize } from '../../format/amount.ts'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'
import styles from './Amount.module.css'

export interface AmountProps {
  /** Formatted already, without sign. */
  text: string
  symbol?: string | undefined
  /** Stands in the text, because colour alone says nothing. */
  sign?: '+' | '−' | undefined
  /** "0.123 ether": read instead of the figures. */
  spoken?: string | undefined
  /** `hero` is the one big figure of a view and shrinks with its length. */
  size?: 'hero' | 'body' | 'meta' | undefined
}

/** Figures stay left to right in every script, and under each other in every row. */
export function Amount({ text, symbol, sign, spoken, size = 'body' }: AmountProps) {
  const fit = size === 'hero' ? amountSize(`${sign ?? ''}${text}${symbol ?? ''}`) : undefined
  return (
    <>
      <bdi
        dir="ltr"
        className={styles.amount}
        data-font="fixed"
        data-size={size}
        data-fit={fit}
        aria-hidden={spoken !== undefined || undefined}
      >
        {sign}
        {text}
        {symbol !== undefined && <span className={styles.symbol}> {symbol}</span>}
      </bdi>
      {spoken !== undefined && <VisuallyHidden>{spoken}</VisuallyHidden>}
    </>
  )
}
