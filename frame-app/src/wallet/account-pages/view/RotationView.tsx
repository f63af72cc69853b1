/**
 * The page that replaces the wallet's key and moves what it holds. In the frame, which a page could cover or imitate, it only opens the
 * wallet's own window; there the user begins each part, sees every item, and types a word to end the old account.
 */
import { type FormEvent, useId, useRef, useState } from 'react'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import type { ExportKey } from '../../../shared/i18n/message.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { useAboveKeyboard } from '../../../shared/ui/field/above-keyboard.ts'
import type { Item, ItemState } from '../../rotation/items.ts'
import type { Rotation, RotationScreen } from '../rotation.ts'
import { Leave, Loading, Note, type PageProps, SignInAgain, Warning } from './parts.tsx'
import { Door } from './Question.tsx'
import styles from './SecurityView.module.css'
import { TroubleNote } from './TroubleNote.tsx'
import fields from './TypedView.module.css'

type RotationViewProps = PageProps<RotationScreen, Omit<Rotation, 'screen' | 'subscribe' | 'stop' | 'load'>>

export function RotationView({ screen, control, place, onLeave, onSignIn }: RotationViewProps) {
  const t = useExportMessages()
  if (place.kind === 'frame')
    return <Door icon="refresh" title={t('rotation.title')} text={t('rotation.text')} place={place} onLeave={onLeave} />
  const leave = <Leave onLeave={onLeave} />
  if (screen.status === 'loading' || screen.status === 'replacing')
    return (
      <Loading title={t('rotation.title')} text={screen.status === 'replacing' ? t('rotation.replacing') : undefined} />
    )
  if (screen.status === 'asking') {
    const { trouble, isEnded = false } = screen
    return (
      <>
        <h1 className={styles.title}>{t('rotation.title')}</h1>
        <Note>{isEnded ? t('rotation.ended') : ''}</Note>
        <p className={styles.text}>{t('rotation.text')}</p>
        {consequences.map((key) => (
          <Warning key={key}>{t(key)}</Warning>
        ))}
        <TroubleNote trouble={trouble} />
        <div className={styles.actions}>
          {trouble === 'needsLogin' ? (
            <SignInAgain onSignIn={onSignIn} />
          ) : (
            <Button
              variant="primary"
              icon="key"
              aria-disabled={!place.isArmed || undefined}
              onClick={() => void control.replace()}
            >
              {t('rotation.replace')}
            </Button>
          )}
          {leave}
        </div>
      </>
    )
  }
  if (screen.isEnding) return <Ending screen={screen} control={control} onSignIn={onSignIn} />
  return (
    <Moving screen={screen} control={control} isArmed={place.isArmed}>
      {leave}
    </Moving>
  )
}

const consequences = [
  'rotation.consequence.kits',
  'rotation.consequence.devices',
  'rotation.consequence.sites',
  'rotation.consequence.fees',
] as const satisfies readonly ExportKey[]

type PlanScreen = Extract<RotationScreen, { status: 'plan' }>
type Control = RotationViewProps['control']

function Moving({
  screen,
  control,
  isArmed,
  children,
}: {
  screen: PlanScreen
  control: Control
  isArmed: boolean
  children: React.ReactNode
}) {
  const t = useExportMessages()
  const { former, items, notes, isReading, isUnread = false, isMoving, trouble } = screen
  const count = items.filter(isToMove).length
  const moved = items.filter(({ state }) => state.at === 'confirmed').length
  return (
    <>
      <h1 className={styles.title}>{t('rotation.plan')}</h1>
      <p className={styles.text}>{t('rotation.plan.text')}</p>
      <p className={styles.detail}>
        {t('rotation.from')} <bdi>{former.eip155}</bdi>, <bdi>{former.solana}</bdi>
      </p>
      <Note>
        {isReading
          ? t('rotation.reading')
          : isMoving
            ? t('rotation.moving', { moved, all: items.length })
            : items.length === 0 && notes.length === 0 && !isUnread
              ? t('rotation.empty')
              : ''}
      </Note>
      <ul className={styles.list}>
        {items.map((item) => (
          <Entry key={item.key} item={item} isFixed={isMoving || isReading} onToggle={() => control.toggle(item.key)} />
        ))}
      </ul>
      {notes.map(({ scope, network, is }) => (
        <Warning key={scope}>{t(`rotation.note.${is}`, { network })}</Warning>
      ))}
      <TroubleNote trouble={trouble} />
      <div className={styles.actions}>
        <Button
          variant="primary"
          busy={isMoving}
          aria-disabled={!isArmed || count === 0 || isReading || undefined}
          onClick={() => isArmed && count > 0 && void control.move()}
        >
          {t('rotation.move', { count })}
        </Button>
        <Button icon="refresh" busy={isReading} onClick={() => void control.read()}>
          {t('rotation.read')}
        </Button>
        <Button onClick={() => control.askEnd(true)}>{t('rotation.end')}</Button>
        {children}
      </div>
      <p className={styles.text}>{t('rotation.next')}</p>
    </>
  )
}

function Entry({ item, isFixed, onToggle }: { item: Item; isFixed: boolean; onToggle: () => void }) {
  const t = useExportMessages()
  const { formats } = useLanguage()
  const { what, amount, unit, network, fee, coin, state } = item
  const number = formats.decimal(amount)
  const coinName = coin === '' ? t('approval.coins') : coin
  const isCoin = what.kind === 'native' || what.kind === 'sol'
  // Without a name, the amount of an ERC-20 is in its smallest unit; on Solana, the decimals are always known.
  const nameless = what.kind === 'spl' ? '' : t('approval.units')
  const name = 'id' in what ? `${number} × #${what.id}` : `${number} ${isCoin ? coinName : unit || nameless}`.trimEnd()
  const isKept = state.at === 'skipped' && (state.why === 'user' || state.why === 'dear')
  return (
    <li className={styles.entry}>
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        {!isCoin && (
          <span className={styles.detail}>
            <bdi>{what.kind === 'spl' ? what.mint : what.token}</bdi>
          </span>
        )}
        <span className={styles.detail}>
          {t('rotation.fee', { network, fee: `${formats.decimal(fee)} ${coinName}` })}
        </span>
        <span className={styles.detail} role="status">
          {t(stateKey(state))}
        </span>
      </span>
      {!isFixed && (isToMove(item) || isKept) && (
        <Button
          size="compact"
          aria-label={`${t(isKept ? 'rotation.take' : 'rotation.keep')}: ${name}`}
          onClick={onToggle}
        >
          {t(isKept ? 'rotation.take' : 'rotation.keep')}
        </Button>
      )}
    </li>
  )
}

function stateKey(state: ItemState): ExportKey {
  switch (state.at) {
    case 'failed':
      return `rotation.failed.${state.why}`
    case 'skipped':
      return `rotation.skipped.${state.why}`
    default:
      return `rotation.state.${state.at}`
  }
}

/** Waits to be moved, again or for the first time. */
const isToMove = ({ state }: Item): boolean => state.at === 'waiting' || state.at === 'failed'

/** Whether something of worth is, or could be, at the old addresses. */
const mayHold = ({ items, notes, isReading, isUnread = false }: PlanScreen): boolean =>
  isReading ||
  isUnread ||
  notes.length > 0 ||
  items.some(({ state }) => state.at !== 'confirmed' && !(state.at === 'skipped' && state.why === 'fee'))

/** Ends the old account only with a typed word: what is left there can then be moved only with the old words or an old kit. */
function Ending({ screen, control, onSignIn }: { screen: PlanScreen; control: Control; onSignIn: () => void }) {
  const t = useExportMessages()
  const [typed, setTyped] = useState('')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useAboveKeyboard(form)
  const word = t('rotation.end.word')
  const { trouble, isEnding } = screen
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === word) void control.end()
  }
  return (
    <form ref={form} className={fields.form} onSubmit={submit} autoComplete="off">
      <h1 className={styles.title}>{t('rotation.end')}</h1>
      <p className={styles.text}>{t('rotation.end.text')}</p>
      {mayHold(screen) && <Warning>{t('rotation.end.left')}</Warning>}
      <label htmlFor={id}>{t('rotation.end.type', { word })}</label>
      <input
        id={id}
        className={fields.input}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        maxLength={32}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <TroubleNote trouble={trouble} />
      {trouble === 'needsLogin' ? (
        <SignInAgain onSignIn={onSignIn} />
      ) : (
        <Button
          variant="danger"
          type="submit"
          busy={isEnding === 'running'}
          aria-disabled={typed.trim() !== word || undefined}
        >
          {t('rotation.end')}
        </Button>
      )}
      <Button onClick={() => control.askEnd(false)}>{t('security.keep')}</Button>
    </form>
  )
}
