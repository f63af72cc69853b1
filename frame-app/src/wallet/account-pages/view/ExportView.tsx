/**
 * The page that exports secrets. In the frame, which a page could cover or imitate, it only opens the wallet's own window; there the user
 * chooses, and holds a button to see the text.
 */
import type { ExportKind } from '@airlock/protocol/wallet-service/shapes.ts'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { Spinner } from '../../../shared/ui/spinner/Spinner.tsx'
import type { ExportScreen, Exports } from '../exports.ts'
import { Door } from './Door.tsx'
import { KitView } from './KitView.tsx'
import type { Place } from './Question.tsx'
import { SecretView } from './SecretView.tsx'
import styles from './SecurityView.module.css'
import { TroubleNote } from './TroubleNote.tsx'

interface ExportViewProps {
  screen: ExportScreen
  control: Pick<Exports, 'want' | 'take' | 'secret' | 'drop'>
  place: Place
  onLeave: () => void
  onSignIn: () => void
}

const kinds: readonly ExportKind[] = ['words', 'eip155', 'solana', 'kit', 'password']

export function ExportView({ screen, control, place, onLeave, onSignIn }: ExportViewProps) {
  const t = useExportMessages()
  const wanted = screen.status === 'choosing' ? screen.wanted : undefined
  if (place.kind === 'frame')
    return (
      <Door
        icon="key"
        title={t(wanted ? `export.${wanted}` : 'export.title')}
        text={t(wanted ? `export.${wanted}.window` : 'export.text')}
        place={place}
        onLeave={onLeave}
      />
    )
  const chooseOther = () => control.want(undefined)
  const leave = <Button onClick={onLeave}>{t('security.done')}</Button>
  if (screen.status === 'opening')
    return (
      <EmptyState heading="h1" picture={<Spinner />} title={t(`export.${screen.what}`)} text={t('export.opening')} />
    )
  const secret = screen.status === 'ready' ? control.secret() : undefined
  if (screen.status === 'ready' && screen.what === 'kit' && secret?.password !== undefined)
    return (
      <KitView kit={secret.secret} password={secret.password} onBack={chooseOther}>
        {leave}
      </KitView>
    )
  if (screen.status === 'ready' && screen.what !== 'kit' && secret)
    return (
      <SecretView what={screen.what} secret={secret} onBack={chooseOther}>
        {leave}
      </SecretView>
    )
  const trouble = screen.status === 'choosing' ? screen.trouble : undefined
  return (
    <>
      <h1 className={styles.title}>{t(wanted ? `export.${wanted}` : 'export.choose')}</h1>
      {wanted && <p className={styles.text}>{t(`export.${wanted}.text`)}</p>}
      <p className={styles.warning}>
        <Icon name="warning" size={16} /> <span>{t('export.warning')}</span>
      </p>
      <TroubleNote trouble={trouble} />
      {trouble === 'needsLogin' ? (
        <Button variant="primary" onClick={onSignIn}>
          {t('security.signInAgain')}
        </Button>
      ) : wanted ? (
        <>
          <Button
            variant="primary"
            icon="key"
            aria-disabled={!place.isArmed || undefined}
            onClick={() => void control.take(wanted)}
          >
            {t('recovery.kit')}
          </Button>
          <Button variant="quiet" onClick={chooseOther}>
            {t('export.back')}
          </Button>
        </>
      ) : (
        <ul className={styles.list}>
          {kinds.map((what) => (
            <li key={what} className={styles.entry}>
              <span className={styles.words}>
                <span className={styles.name}>{t(`export.${what}`)}</span>
                <span className={styles.detail}>{t(`export.${what}.text`)}</span>
              </span>
              <Button
                size="compact"
                aria-label={t(`export.${what}`)}
                aria-disabled={!place.isArmed || undefined}
                onClick={() => void control.take(what)}
              >
                {t('export.open.this')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>{leave}</div>
    </>
  )
}
