/** The state of the registration: waiting for the wallet, or why it has failed. */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import type { Registration } from '../state/naming.ts'
import styles from './Names.module.css'

export function Outcome({ registration, wallet }: { registration: Registration; wallet: string }) {
  const t = useAllMessages()
  const failure = useFailure(registration)
  return (
    <div role="alert" className={styles.outcome}>
      {registration.status === 'signing' && (
        <p className={styles.note}>
          {t(registration.isSlow ? 'names.signing.slow' : 'names.signing.text', { wallet })}
        </p>
      )}
      {failure.map((text, place) => (
        <p key={text} className={styles.failed}>
          {place === 0 && <Icon name="warning" size={16} />}
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}

/** The registry's own text is preferred (specification §8), except for a late signature, for which it only contains a number. */
function useFailure(registration: Registration): readonly string[] {
  const t = useAllMessages()
  if (registration.status === 'declined') return [t('names.declined')]
  if (registration.status !== 'failed') return []
  if (registration.isLate) return [t('names.late')]
  return [registration.said ?? t('names.failed', { name: registration.name })]
}
