import { amountSize } from '../../format/amount.ts'
import { VisuallyHidden } from '../base/VisuallyHidden.tsx'
import styles from './Amount.module.css'

export interface AmountProps {
  /** Already formatted, without a sign. */
  text: string
  symbol?: string | undefined
  /** Shown as text, because colour alone is not accessible. */
  sign?: '+' | '−' | undefined
  /** Text for screen readers instead of the figures, such as "0.123 ether". */
  spoken?: string | undefined
  /** `hero` is the one large figure of a view; longer text is smaller. */
  size?: 'hero' | 'body' | 'meta' | undefined
}

/** Figures are left to right in every language, with digits aligned across rows. */
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
        {symbol !== undefined && <span> {symbol}</span>}
      </bdi>
      {spoken !== undefined && <VisuallyHidden>{spoken}</VisuallyHidden>}
    </>
  )
}
