/** What the account's pages are made of. */
import type { ReactNode } from 'react'
import { toRelativeTime } from '../../../shared/format/relative-time.ts'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { Spinner } from '../../../shared/ui/spinner/Spinner.tsx'
import type { WindowStatus } from '../../window/watched-window.ts'
import styles from './SecurityView.module.css'

/** Where a page is shown, which decides when a press counts. */
export type Place =
  | {
      readonly kind: 'frame'
      readonly window: WindowStatus
      /** Opens the window; called during the press. */
      readonly onWindow: () => void
    }
  /** `isArmed`: it has been readable for long enough. */
  | { readonly kind: 'window'; readonly isArmed: boolean }

export interface PageProps<Screen, Control> {
  screen: Screen
  control: Control
  place: Place
  onLeave: () => void
  /** Ends the session, so that the user signs in again. */
  onSignIn: () => void
}

export function Loading({ title, text }: { title: string; text?: string | undefined }) {
  const t = useWalletMessages()
  return <EmptyState heading="h1" picture={<Spinner />} title={title} text={text ?? t('security.loading')} />
}

interface CautionProps {
  title: ReactNode
  text: ReactNode
  children?: ReactNode
}

export const Caution = (props: CautionProps) => <EmptyState heading="h1" icon="warning" tone="caution" {...props} />

interface FailedProps {
  page: Pick<PageProps<unknown, { load(): Promise<void> }>, 'control' | 'onLeave'>
  title: string
  text: string
}

/** A page that could not be read, with a button that tries it again. */
export function Failed({ page, ...words }: FailedProps) {
  const t = useWalletMessages()
  return (
    <Caution {...words}>
      <Button variant="primary" onClick={() => void page.control.load()}>
        {t('security.again')}
      </Button>
      <Leave onLeave={page.onLeave} />
    </Caution>
  )
}

export function Leave({ onLeave }: { onLeave: () => void }) {
  const t = useWalletMessages()
  return <Button onClick={onLeave}>{t('security.done')}</Button>
}

export function SignInAgain({ onSignIn }: { onSignIn: () => void }) {
  const t = useWalletMessages()
  return (
    <Button variant="primary" onClick={onSignIn}>
      {t('security.signInAgain')}
    </Button>
  )
}

export const Warning = ({ children }: { children: ReactNode }) => (
  <p className={styles.warning}>
    <Icon name="warning" size={16} /> <span>{children}</span>
  </p>
)

/** What has just happened, for screen readers too. */
export const Note = ({ children }: { children: ReactNode }) => (
  <p className={styles.note} role="status">
    {children}
  </p>
)

interface EntryProps {
  mark?: ReactNode
  name: ReactNode
  /** In smaller text. */
  detail?: ReactNode
  children?: ReactNode
}

export const Entry = ({ mark, name, detail, children }: EntryProps) => (
  <li className={styles.entry}>
    {mark}
    <span className={styles.words}>
      <span className={styles.name}>{name}</span>
      {detail !== undefined && <span className={styles.detail}>{detail}</span>}
    </span>
    {children}
  </li>
)

/** Formats how long ago something was. */
export function useTimeAgo(): (at: number) => string {
  const t = useWalletMessages()
  return (at) => {
    // Clocks differ: a time in the future counts as now.
    const now = Math.max(at, Date.now())
    const { unit, count } = toRelativeTime(at, now)
    return t(`time.past.${unit}`, { count })
  }
}
