/** The wallet's progress with a payment or a swap, or what can be done after a problem. */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import styles from '../../../kit/figures/figures.module.css'
import type { Progress } from '../form.ts'

interface OutcomeProps {
  /** Group of the texts. */
  of: 'sendReview' | 'swapReview'
  asking: Progress
  wallet: string
}

export function Outcome({ of, asking, wallet }: OutcomeProps) {
  const t = useAllMessages()
  return (
    <div role="alert" className={styles.outcome}>
      {asking.status === 'checking' && <p className={styles.quiet}>{t(`${of}.checking`)}</p>}
      {asking.status === 'waiting' && (
        <p className={styles.quiet}>{t(asking.isSlow ? `${of}.waiting.slow` : `${of}.waiting`, { wallet })}</p>
      )}
      {asking.status === 'over' && (
        <Notice tone={asking.trouble === 'declined' ? 'caution' : 'negative'}>
          <span>{t(`${of}.trouble.${asking.trouble}`, { wallet })}</span>
        </Notice>
      )}
    </div>
  )
}
