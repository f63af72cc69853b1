/** The list of recovery methods, the removal of one, and adding a passkey. */
import type { RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import type { ExportKey, WalletKey } from '../../../shared/i18n/message.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { openerOf, type RecoveryMethods, type RecoveryScreen } from '../recovery-methods.ts'
import { Entry, Failed, Leave, Loading, Note, type PageProps, SignInAgain, useTimeAgo, Warning } from './parts.tsx'
import { Question } from './Question.tsx'
import styles from './SecurityView.module.css'
import { TroubleNote } from './TroubleNote.tsx'

interface RecoveryViewProps
  extends PageProps<RecoveryScreen, Pick<RecoveryMethods, 'load' | 'add' | 'prepare' | 'ask' | 'confirm'>> {
  /** Opens the page that exports secrets. */
  onExport: (wanted?: 'kit') => void
  /** Opens the page that replaces the key. */
  onRotate: () => void
}

export function RecoveryView(props: RecoveryViewProps) {
  const { screen } = props
  const t = useExportMessages()
  if (screen.status === 'loading') return <Loading title={t('recovery.title')} />
  if (screen.status === 'failed')
    return <Failed page={props} title={t('recovery.failed.title')} text={t(`security.trouble.${screen.trouble}`)} />
  if (screen.asked) {
    const { kind } = screen.asked
    return (
      <Question
        key={screen.asked.methodId}
        page={props}
        title={t(`recovery.ask.${kind}.title`)}
        text={t(`recovery.ask.${kind}.text`)}
        confirmLabel={t('security.remove')}
        isBusy={screen.isRemoving ?? false}
        trouble={screen.trouble}
      />
    )
  }
  return <Listed {...props} screen={screen} />
}

type List = Extract<RecoveryScreen, { status: 'list' }>

function Listed(props: RecoveryViewProps & { screen: List }) {
  const { screen, control, onLeave, onSignIn, onExport, onRotate } = props
  const { methods, level, kitMadeAt, isAdding = false, isMailed = false, isOpening = false, trouble } = screen
  const t = useExportMessages()
  const opener = openerOf(screen)
  const note = noteOf(screen, opener)
  const raising = raisingOf(screen)
  const isBusy = isAdding || isMailed || isOpening
  const isAlone = methods.length === 0
  return (
    <>
      <h1 className={styles.title}>{t('recovery.title')}</h1>
      {isAlone ? (
        <Warning>{t('recovery.alone')}</Warning>
      ) : (
        <>
          <p className={styles.text}>{t('recovery.text')}</p>
          <ul className={styles.list}>
            {methods.map((method) => (
              <Method key={method.methodId} method={method} isLast={methods.length === 1} onRemove={control.ask} />
            ))}
          </ul>
          {level &&
            (level === 'L0' ? (
              <Warning>{t('recovery.level.L0')}</Warning>
            ) : (
              <p className={styles.text}>{t(`recovery.level.${level}`)}</p>
            ))}
          {raising && <p className={styles.text}>{t(raising)}</p>}
        </>
      )}
      {kitMadeAt !== undefined && (
        <p className={styles.text}>{t('recovery.kit.made', { date: new Date(kitMadeAt) })}</p>
      )}
      <Note>{note ? t(note) : ''}</Note>
      <TroubleNote trouble={trouble} />
      <div className={styles.actions}>
        {trouble === 'needsLogin' ? (
          <SignInAgain onSignIn={onSignIn} />
        ) : (
          <Button
            variant="primary"
            icon={opener ? openers[opener].icon : 'key'}
            busy={isBusy}
            onClick={() => void control.add()}
          >
            {t(labelOf(screen, opener))}
          </Button>
        )}
        <Button
          icon="key"
          busy={isBusy}
          onClick={() => void control.prepare().then((isReady) => isReady && onExport('kit'))}
        >
          {t('recovery.kit')}
        </Button>
        <Button icon="lock" onClick={() => onExport()}>
          {t('recovery.export')}
        </Button>
        <Button icon="refresh" onClick={onRotate}>
          {t('recovery.rotate')}
        </Button>
        <Leave onLeave={onLeave} />
      </div>
    </>
  )
}

const openers = {
  mail: { icon: 'mail', label: 'recovery.addByMail', note: 'recovery.byMail' },
  passkey: { icon: 'key', label: 'recovery.addByPasskey', note: 'recovery.byMail' },
  password: { icon: 'lock', label: 'recovery.addByPassword', note: 'recovery.byMail' },
  device: { icon: 'key', label: 'recovery.addByDevice', note: 'recovery.byDevice' },
} as const

type Opener = ReturnType<typeof openerOf>

function labelOf(screen: List, opener: Opener): WalletKey {
  if (screen.isMailed) return 'recovery.waitingForMail'
  if (screen.isAdding || (screen.isOpening && opener === 'passkey')) return 'recovery.adding'
  if (screen.isOpening) return 'recovery.opening'
  return opener ? openers[opener].label : 'recovery.add'
}

function noteOf(
  { methods, isAdding, isMailed, isOpening, trouble, done }: List,
  opener: Opener,
): WalletKey | undefined {
  if (isMailed) return 'recovery.mailed'
  if (isAdding || isOpening || trouble) return undefined
  if (done === 'removed') return 'recovery.removed'
  if (done) return methods.some(({ kind }) => kind === 'escrow') ? 'recovery.added' : 'offer.done.text'
  return opener && openers[opener].note
}

/** What would make the wallet safer, as far as it can be told from here: the strongest step first. */
function raisingOf({ methods, level, kitMadeAt }: List): ExportKey | undefined {
  if (level === undefined) return undefined
  if (level !== 'L2') return methods.length > 1 ? 'recovery.raise.removeMail' : 'recovery.raise.add'
  return kitMadeAt === undefined ? 'recovery.raise.kit' : undefined
}

interface MethodProps {
  method: RecoveryMethod
  isLast: boolean
  onRemove: (methodId: string) => void
}

function Method({ method: { methodId, kind, createdAt }, isLast, onRemove }: MethodProps) {
  const t = useExportMessages()
  const timeAgo = useTimeAgo()
  const name = t(`recovery.${kind}`)
  const since = t('recovery.since', { time: timeAgo(createdAt) })
  return (
    <Entry
      mark={<Icon name={kind === 'escrow' ? 'mail' : 'key'} />}
      name={name}
      detail={kind === 'escrow' ? t('recovery.escrow.text') : since}
    >
      {!isLast && (
        <Button
          size="compact"
          aria-label={t('recovery.remove', { method: `${name}, ${since}` })}
          onClick={() => onRemove(methodId)}
        >
          {t('security.remove')}
        </Button>
      )}
    </Entry>
  )
}
