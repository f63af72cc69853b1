/** The list of the account's logins, the removal of one, and adding one. */
import { toDisplayText } from '../../../shared/format/display-text.ts'
import { useExportMessages } from '../../../shared/i18n/export-messages.ts'
import type { ExportKey, WalletKey } from '../../../shared/i18n/message.ts'
import type { Translate } from '../../../shared/i18n/translate.ts'
import { Button, LinkButton } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { SocialMark } from '../../../shared/ui/images/SocialMark.tsx'
import { QrCode } from '../../../shared/ui/qr/QrCode.tsx'
import { WaitingRing } from '../../../shared/ui/ring/WaitingRing.tsx'
import type { Login, Logins, LoginsScreen, LoginsTrouble } from '../logins.ts'
import logins from './LoginsView.module.css'
import { Entry, Failed, Leave, Loading, Note, type PageProps, SignInAgain, useTimeAgo } from './parts.tsx'
import { Question } from './Question.tsx'
import styles from './SecurityView.module.css'
import { TroubleNote } from './TroubleNote.tsx'

type LoginsViewProps = PageProps<LoginsScreen, Pick<Logins, 'load' | 'ask' | 'confirm' | 'add' | 'forward' | 'stop'>>
type Screen<Status> = Extract<LoginsScreen, { status: Status }>

export function LoginsView(props: LoginsViewProps) {
  const { screen } = props
  const t = useExportMessages()
  switch (screen.status) {
    case 'loading':
      return <Loading title={t('logins.title')} />
    case 'failed':
      return <Failed page={props} title={t('logins.failed.title')} text={troubleText(t, screen.trouble)} />
    case 'window':
      return <AtProvider {...props} screen={screen} />
    case 'code':
      return <Code {...props} screen={screen} />
    case 'found':
      return <Found {...props} screen={screen} />
    case 'list':
      return screen.asked ? (
        <Asked {...props} screen={screen} login={screen.asked} />
      ) : (
        <Listed {...props} screen={screen} />
      )
  }
}

function Listed({ screen, control, onSignIn, onLeave }: LoginsViewProps & { screen: Screen<'list'> }) {
  const { logins: all, offers, isStale, trouble, done } = screen
  const t = useExportMessages()
  const note = done && t(`logins.${done.what}`, { login: done.social?.name ?? t('logins.email') })
  const hasEmail = all.some(({ social }) => social === undefined)
  return (
    <>
      <h1 className={styles.title}>{t('logins.title')}</h1>
      <p className={styles.text}>{t('logins.text')}</p>
      <Note>{note ?? ''}</Note>
      <TroubleNote text={trouble && troubleText(t, trouble)} />
      <ul className={styles.list}>
        {all.map((login) => (
          <Listing key={login.loginId} login={login} isRemovable={all.length > 1 && !isStale} onRemove={control.ask} />
        ))}
      </ul>
      {isStale ? (
        <>
          <p className={styles.text}>{t('logins.stale')}</p>
          <SignInAgain onSignIn={onSignIn} />
        </>
      ) : (
        offers.length > 0 && (
          <>
            <h2 className={logins.step}>{t('logins.addTitle')}</h2>
            <div className={styles.actions}>
              {offers.map((social) => (
                <Button key={social.id} onClick={() => control.add(social.id)}>
                  <span className={logins.offer}>
                    <SocialMark social={social} />
                    {t('logins.add', { provider: social.name })}
                  </span>
                </Button>
              ))}
            </div>
          </>
        )
      )}
      {!hasEmail && <p className={styles.text}>{t('logins.noEmail')}</p>}
      <div className={styles.actions}>
        <Leave onLeave={onLeave} />
      </div>
    </>
  )
}

interface ListingProps {
  login: Login
  isRemovable: boolean
  onRemove: (loginId: string) => void
}

function Listing({ login, isRemovable, onRemove }: ListingProps) {
  const t = useExportMessages()
  const timeAgo = useTimeAgo()
  const { loginId, social, addedAt } = login
  const kind = social?.name ?? t('logins.email')
  const name = accountOf(login)
  const time = timeAgo(addedAt)
  return (
    <Entry
      mark={social ? <SocialMark social={social} /> : <Icon name="mail" />}
      name={kind}
      detail={name === undefined ? t('logins.since', { time }) : t('logins.named', { name, time })}
    >
      {isRemovable && (
        <Button
          size="compact"
          aria-label={t('logins.remove', { login: name === undefined ? kind : `${kind}, ${name}` })}
          onClick={() => onRemove(loginId)}
        >
          {t('security.remove')}
        </Button>
      )}
    </Entry>
  )
}

function Asked(props: LoginsViewProps & { screen: Screen<'list'>; login: Login }) {
  const { screen, login } = props
  const t = useExportMessages()
  const kind = login.social?.name ?? t('logins.email')
  const name = accountOf(login)
  const { trouble } = screen
  return (
    <Question
      key={login.loginId}
      page={props}
      title={t('logins.ask.title', { login: name === undefined ? kind : `${kind}, ${name}` })}
      text={`${t(login.email === undefined ? 'logins.ask.noMail' : 'logins.ask.mail')} ${t('logins.ask.wait')}`}
      confirmLabel={t('security.remove')}
      isBusy={screen.isRemoving ?? false}
      trouble={trouble === 'needsLogin' ? trouble : undefined}
      troubleText={trouble && troubleText(t, trouble)}
    />
  )
}

function Found(props: LoginsViewProps & { screen: Screen<'found'> }) {
  const { screen, control } = props
  const t = useExportMessages()
  const provider = screen.provider.name
  const name = accountOf(screen)
  const { trouble } = screen
  return (
    <Question
      page={props}
      title={t('logins.found.title')}
      text={
        <>
          <strong className={logins.found}>
            {name === undefined ? t('logins.found.nobody', { provider }) : t('logins.found.name', { provider, name })}
          </strong>
          {`${t('logins.found.text')} ${t('logins.found.wait')}`}
        </>
      }
      confirmLabel={t('logins.found.add')}
      addition={{ busyLabel: t('logins.found.adding') }}
      isBusy={screen.isAdding ?? false}
      trouble={trouble === 'needsLogin' ? trouble : undefined}
      troubleText={trouble && troubleText(t, trouble)}
      onKeep={control.stop}
    />
  )
}

function AtProvider({ screen, control }: LoginsViewProps & { screen: Screen<'window'> }) {
  const { provider, match, isConfirming = false, isBlocked = false, isUnreachable = false } = screen
  const t = useExportMessages()
  const title = isBlocked
    ? t('logins.blocked.title')
    : isConfirming
      ? t('logins.confirm.title')
      : t('logins.window.title', { provider: provider.name })
  const text = t(isBlocked ? 'logins.blocked.text' : isConfirming ? 'logins.confirm.text' : 'logins.window.text')
  const number = match === undefined || isConfirming ? '' : ` ${t('logins.window.match', { number: match })}`
  return (
    <EmptyState
      heading="h1"
      picture={
        <WaitingRing state="waiting">
          {isConfirming && match !== undefined ? (
            <span className={logins.match}>{match}</span>
          ) : (
            <SocialMark social={provider} size={32} />
          )}
        </WaitingRing>
      }
      title={title}
      text={
        <span className={logins.words} role="status">
          {isUnreachable ? t('logins.unreachable') : text + number}
        </span>
      }
    >
      <Button variant={isBlocked ? 'primary' : 'secondary'} onClick={control.forward}>
        {isBlocked ? t('logins.blocked.open', { provider: provider.name }) : t('logins.window.forward')}
      </Button>
      <Button variant="quiet" onClick={control.stop}>
        {t('logins.cancel')}
      </Button>
    </EmptyState>
  )
}

function Code({ screen, control }: LoginsViewProps & { screen: Screen<'code'> }) {
  const { url, isUnreachable = false } = screen
  const t = useExportMessages()
  return (
    <EmptyState
      heading="h1"
      picture={
        <div className={logins.code} data-farcaster-uri={url} aria-busy={url === undefined || undefined}>
          <QrCode value={url} label={t('logins.code')} mark={<SocialMark social={farcaster} size={32} />} />
        </div>
      }
      title={t('logins.code.title')}
      text={
        <span className={logins.words} role="status">
          {t(isUnreachable ? 'logins.unreachable' : 'logins.code.text')}
        </span>
      }
    >
      {url !== undefined && (
        <LinkButton icon="external" href={url} target="_blank">
          {t('logins.code.open')}
        </LinkButton>
      )}
      <Button variant="quiet" onClick={control.stop}>
        {t('logins.cancel')}
      </Button>
    </EmptyState>
  )
}

/** As the provider calls the account. Never cut: two addresses may differ at their end. */
function accountOf({ email, userName }: Pick<Login, 'email' | 'userName'>): string | undefined {
  const name = email ?? userName
  return name === undefined ? undefined : toDisplayText(name, { max: longest })
}

/** Of an email address. */
const longest = 254

const farcaster = { id: 'farcaster', name: 'Farcaster', icon: undefined }

const own = {
  lastLogin: 'logins.trouble.lastLogin',
  recoveryAddress: 'logins.trouble.recoveryAddress',
  taken: 'logins.trouble.taken',
  declined: 'logins.trouble.declined',
  expired: 'logins.trouble.expired',
  providerFailed: 'logins.trouble.providerFailed',
  tooMany: 'logins.trouble.tooMany',
  coolingOff: 'logins.trouble.coolingOff',
} as const satisfies Readonly<Partial<Record<LoginsTrouble, ExportKey>>>
const isOwn = (trouble: LoginsTrouble): trouble is keyof typeof own => Object.hasOwn(own, trouble)

const troubleText = (t: Translate<WalletKey | ExportKey>, trouble: LoginsTrouble): string =>
  t(isOwn(trouble) ? own[trouble] : `security.trouble.${trouble}`)
