/**
 * The page that exports secrets. In the frame, which a page could cover or imitate, it only opens the wallet's own window; there the user
 * chooses, and holds a button to see the text.
 */
import type { ExportKind } from '@airlock/protocol/wallet-service/shapes.ts'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import type { ExportScreen, Exports } from '../exports.ts'
import { KitView } from './KitView.tsx'
import { Entry, Leave, Loading, type PageProps, SignInAgain, Warning } from './parts.tsx'
import { Door } from './Question.tsx'
import { SecretView } from './SecretView.tsx'
import styles from './SecurityView.module.css'
import { TroubleNote } from './TroubleNote.tsx'

type ExportViewProps = PageProps<ExportScreen, Pick<Exports, 'want' | 'take' | 'secret' | 'drop'>>

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
  const leave = <Leave onLeave={onLeave} />
  if (screen.status === 'opening') return <Loading title={t(`export.${screen.what}`)} text={t('export.opening')} />
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
      <Warning>{t('export.warning')}</Warning>
      <TroubleNote trouble={trouble} />
      {trouble === 'needsLogin' ? (
        <SignInAgain onSignIn={onSignIn} />
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
            <Entry key={what} name={t(`export.${what}`)} detail={t(`export.${what}.text`)}>
              <Button
                size="compact"
                aria-label={t(`export.${what}`)}
                aria-disabled={!place.isArmed || undefined}
                onClick={() => void control.take(what)}
              >
                {t('export.open.this')}
              </Button>
            </Entry>
          ))}
        </ul>
      )}
      <div className={styles.actions}>{leave}</div>
    </>
  )
}
