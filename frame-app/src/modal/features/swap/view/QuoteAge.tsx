import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import styles from './Swap.module.css'

/** A ring that closes until the next quote, and starts again with each. */
export function QuoteAge({ at }: { at: number }) {
  const t = useAllMessages()
  return (
    <svg key={at} className={styles.age} viewBox="0 0 16 16" role="img" aria-label={t('swap.age')}>
      <circle cx="8" cy="8" r="6" className={styles.ageTrack} />
      <circle cx="8" cy="8" r="6" className={styles.ageLine} pathLength="100" />
    </svg>
  )
}
