/** The list of recovery methods, the removal of one, and adding a passkey. */
import type { RecoveryMethod } from '@airlock/protocol/wallet-service/shapes.ts'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import type { ExportKey, WalletKey } from '../../../shared/i18n/message.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Icon, type IconName } from '../../../shared/ui/icon/Icon.tsx'
import { Spinner } from '../../../shared/ui/spinner/Spinner.tsx'
import { openerOf, type RecoveryMethods, type RecoveryScreen } from '../recovery-methods.ts'
import { type Place, Question } from './Question.tsx'
import styles from './SecurityView.module.css'
import { TroubleNote } from './TroubleNote.tsx'
import { useTimeAgo } from './use-time-ago.ts'

interface RecoveryViewProps {
  screen: RecoveryScreen
  control: Pick<RecoveryMethods, 'load' | 'add' | 'prepare' | 'ask' | 'confirm'>
  place: Place
  onLeave: () => void
  onSignIn: () => void
  /** Opens the page that exports secrets. */
  onExport: (wanted?: 'kit') => void
  /** Opens the page that replaces the key. */
  onRotate: () => void
}

export function RecoveryView({ screen, control, place, onLeave, onSignIn, onExport, onRotate }: RecoveryViewProps) {
  const t = useExportMessages()
  if (screen.status === 'loading')
    return <EmptyState heading="h1" picture={<Spinner />} title={t('recovery.title')} text={t('security.loading')} />
  if (screen.status === 'failed')
    return (
      <EmptyState
        heading="h1"
        icon="warning"
        tone="caution"
        title={t('recovery.failed.title')}
        text={t(`security.trouble.${screen.trouble}`)}
      >
        <Button variant="primary" onClick={() => void control.load()}>
          {t('security.again')}
        </Button>
        <Button onClick={onLeave}>{t('security.done')}</Button>
      </EmptyState>
    )
  if (screen.asked) {
    const { kind } = screen.asked
    return (
      <Question
        key={screen.asked.methodId}
        title={t(`recovery.ask.${kind}.title`)}
        text={t(`recovery.ask.${kind}.text`)}
        confirmLabel={t('security.remove')}
        isBusy={screen.isRemoving ?? false}
        trouble={screen.trouble}
        place={place}
        onConfirm={() => void control.confirm()}
        onKeep={() => control.ask(undefined)}
        onSignIn={onSignIn}
      />
    )
  }
  const more = { onLeave, onSignIn, onExport, onRotate }
  return <Listed screen={screen} control={control} {...more} />
}

type List = Extract<RecoveryScreen, { status: 'list' }>

function Listed({
  screen,
  control,
  onLeave,
  onSignIn,
  onExport,
  onRotate,
}: Omit<RecoveryViewProps, 'place'> & { screen: List }) {
  const { methods, level, kitMadeAt, isAdding = false, isMailed = false, isOpening = false, trouble } = screen
  const t = useExportMessages()
  const note = noteOf(screen)
  const raising = raisingOf(screen)
  const isBusy = isAdding || isMailed || isOpening
  const isAlone = methods.length === 0
  return (
    <>
      <h1 className={styles.title}>{t('recovery.title')}</h1>
      {isAlone ? (
        <p className={styles.warning}>
          <Icon name="warning" size={16} /> <span>{t('recovery.alone')}</span>
        </p>
      ) : (
        <>
          <p className={styles.text}>{t('recovery.text')}</p>
          <ul className={styles.list}>
            {methods.map((method) => (
              <Method key={method.methodId} method={method} isLast={methods.length === 1} onRemove={control.ask} />
            ))}
          </ul>
          {level && (
            <p className={level === 'L0' ? styles.warning : styles.text}>
              {level === 'L0' && <Icon name="warning" size={16} />} <span>{t(`recovery.level.${level}`)}</span>
            </p>
          )}
          {raising && <p className={styles.text}>{t(raising)}</p>}
        </>
      )}
      {kitMadeAt !== undefined && (
        <p className={styles.text}>{t('recovery.kit.made', { date: new Date(kitMadeAt) })}</p>
      )}
      <p className={styles.note} role="status">
        {note ? t(note) : ''}
      </p>
      <TroubleNote trouble={trouble} />
      <div className={styles.actions}>
        {trouble === 'needsLogin' ? (
          <Button variant="primary" onClick={onSignIn}>
            {t('security.signInAgain')}
          </Button>
        ) : (
          <Button variant="primary" icon={iconOf(screen)} busy={isBusy} onClick={() => void control.add()}>
            {t(labelOf(screen))}
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
        <Button onClick={onLeave}>{t('security.done')}</Button>
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

function iconOf(screen: List): IconName {
  const opener = openerOf(screen)
  return opener ? openers[opener].icon : 'key'
}

function labelOf(screen: List): WalletKey {
  if (screen.isMailed) return 'recovery.waitingForMail'
  const opener = openerOf(screen)
  if (screen.isAdding || (screen.isOpening && opener === 'passkey')) return 'recovery.adding'
  if (screen.isOpening) return 'recovery.opening'
  return opener ? openers[opener].label : 'recovery.add'
}

function noteOf(screen: List): WalletKey | undefined {
  const { methods, isAdding, isMailed, isOpening, trouble, done } = screen
  if (isMailed) return 'recovery.mailed'
  if (isAdding || isOpening || trouble) return undefined
  if (done === 'removed') return 'recovery.removed'
  if (done) return methods.some(({ kind }) => kind === 'escrow') ? 'recovery.added' : 'offer.done.text'
  const opener = openerOf(screen)
  return opener && openers[opener].note
}

/** What would make the wallet safer, as far as it can be told from here: the strongest step first. */
function raisingOf({ methods, level, kitMadeAt }: List): ExportKey | undefined {
  if (level === undefined) return undefined
  if (level !== 'L2') return methods.length > 1 ? 'recovery.raise.removeMail' : 'recovery.raise.add'
  return kitMadeAt === undefined ? 'recovery.raise.kit' : undefined
}

function Method({
  method: { methodId, kind, createdAt },
  isLast,
  onRemove,
}: {
  method: RecoveryMethod
  isLast: boolean
  onRemove: (methodId: string) => void
}) {
  const t = useExportMessages()
  const timeAgo = useTimeAgo()
  const name = t(`recovery.${kind}`)
  const since = t('recovery.since', { time: timeAgo(createdAt) })
  return (
    <li className={styles.entry}>
      <Icon name={kind === 'escrow' ? 'mail' : 'key'} />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>{kind === 'escrow' ? t('recovery.escrow.text') : since}</span>
      </span>
      {!isLast && (
        <Button
          size="compact"
          aria-label={t('recovery.remove', { method: `${name}, ${since}` })}
          onClick={() => onRemove(methodId)}
        >
          {t('security.remove')}
        </Button>
      )}
    </li>
  )
}
