/** The networks on which the account is a smart account, and the way back to a plain one. */
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { networkWords } from '../../approval/networks.ts'
import type { SmartAccount, SmartAccountScreen } from '../smart-account.ts'
import { Entry, Failed, Leave, Loading, Note, type PageProps, Warning } from './parts.tsx'
import styles from './SecurityView.module.css'

type SmartAccountViewProps = Pick<
  PageProps<SmartAccountScreen, Pick<SmartAccount, 'load' | 'undo'>>,
  'screen' | 'control' | 'onLeave'
>

export function SmartAccountView(props: SmartAccountViewProps) {
  const { screen, control, onLeave } = props
  const t = useExportMessages()
  if (screen.status === 'loading') return <Loading title={t('smartAccount.title')} />
  if (screen.status === 'failed')
    return <Failed page={props} title={t('smartAccount.failed.title')} text={t('smartAccount.failed.text')} />
  const { networks, isPartial = false, note } = screen
  return (
    <>
      <h1 className={styles.title}>{t('smartAccount.title')}</h1>
      {(networks.length > 0 || !isPartial) && (
        <p className={styles.text}>{t(networks.length > 0 ? 'smartAccount.text' : 'smartAccount.none')}</p>
      )}
      <Note>{note ? t(`smartAccount.${note}`) : ''}</Note>
      <ul className={styles.list}>
        {networks.map((network) => {
          const { name } = networkWords(network)
          return (
            <Entry key={network} name={name}>
              <Button
                size="compact"
                aria-label={t('smartAccount.undo.on', { network: name })}
                onClick={() => void control.undo(network)}
              >
                {t('smartAccount.undo')}
              </Button>
            </Entry>
          )
        })}
      </ul>
      {isPartial && <Warning>{t('smartAccount.partly')}</Warning>}
      <div className={styles.actions}>
        {isPartial && (
          <Button icon="refresh" onClick={() => void control.load()}>
            {t('security.again')}
          </Button>
        )}
        <Leave onLeave={onLeave} />
      </div>
    </>
  )
}
