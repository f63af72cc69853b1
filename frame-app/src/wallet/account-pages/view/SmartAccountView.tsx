/** The networks on which the account is a smart account, and the way back to a plain one. */
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { Spinner } from '../../../shared/ui/spinner/Spinner.tsx'
import { networkWords } from '../../approval/networks.ts'
import type { SmartAccount, SmartAccountScreen } from '../smart-account.ts'
import styles from './SecurityView.module.css'

interface SmartAccountViewProps {
  screen: SmartAccountScreen
  control: Pick<SmartAccount, 'load' | 'undo'> | undefined
  onLeave: () => void
}

export function SmartAccountView({ screen, control, onLeave }: SmartAccountViewProps) {
  const t = useExportMessages()
  const leave = <Button onClick={onLeave}>{t('security.done')}</Button>
  if (screen.status === 'loading')
    return (
      <EmptyState heading="h1" picture={<Spinner />} title={t('smartAccount.title')} text={t('security.loading')} />
    )
  if (screen.status === 'failed')
    return (
      <EmptyState
        heading="h1"
        icon="warning"
        tone="caution"
        title={t('smartAccount.failed.title')}
        text={t('smartAccount.failed.text')}
      >
        <Button variant="primary" onClick={() => void control?.load()}>
          {t('security.again')}
        </Button>
        {leave}
      </EmptyState>
    )
  const { networks, isPartial = false, note } = screen
  return (
    <>
      <h1 className={styles.title}>{t('smartAccount.title')}</h1>
      {(networks.length > 0 || !isPartial) && (
        <p className={styles.text}>{t(networks.length > 0 ? 'smartAccount.text' : 'smartAccount.none')}</p>
      )}
      <p className={styles.note} role="status">
        {note ? t(`smartAccount.${note}`) : ''}
      </p>
      <ul className={styles.list}>
        {networks.map((network) => {
          const { name } = networkWords(network)
          return (
            <li key={network} className={styles.entry}>
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>
              </span>
              <Button
                size="compact"
                aria-label={t('smartAccount.undo.on', { network: name })}
                onClick={() => void control?.undo(network)}
              >
                {t('smartAccount.undo')}
              </Button>
            </li>
          )
        })}
      </ul>
      {isPartial && (
        <p className={styles.warning}>
          <Icon name="warning" size={16} /> <span>{t('smartAccount.partly')}</span>
        </p>
      )}
      <div className={styles.actions}>
        {isPartial && (
          <Button icon="refresh" onClick={() => void control?.load()}>
            {t('security.again')}
          </Button>
        )}
        {leave}
      </div>
    </>
  )
}
