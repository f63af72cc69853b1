/**
 * The approval screen: the requesting site, the effect of the request, its fee, and warnings. It only shows data: the rules for approving,
 * and for doing it in the frame or in a window, are in `approvals.ts`.
 */
import { type ReactNode, useId, useState } from 'react'
import { ApproveGate } from '../../../shared/approve/ApproveGate.tsx'
import { inspectHost } from '../../../shared/format/display-text.ts'
import { Text, useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import type { WalletKey } from '../../../shared/i18n/message.ts'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Disclosure } from '../../../shared/ui/disclosure/Disclosure.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { OriginLine, OriginName } from '../../../shared/ui/shell/OriginLine.tsx'
import { Spinner } from '../../../shared/ui/spinner/Spinner.tsx'
import { type Intent, isBlocked, type Warning } from '../../decode/intent.ts'
import type { WindowStatus } from '../../window/watched-window.ts'
import type { Screen } from '../approvals.ts'
import { networkWords } from '../networks.ts'
import type { Prepared } from '../prepared.ts'
import { Outlook } from './Amounts.tsx'
import styles from './ApprovalView.module.css'
import { Facts, Parts, Rights, Warnings } from './Facts.tsx'
import { SwapHeadline } from './SwapHeadline.tsx'

export interface ApprovalViewProps {
  screen: Screen
  /** Host and port of the requesting page, as the browser reports it. */
  host: string
  place: Place
  onApprove: () => void
  onDecline: () => void
  onAgain: () => void
}

/** Where the screen is shown, which decides whether a press there can approve. */
export type Place =
  | {
      readonly kind: 'frame'
      /** The request can only be approved in a separate window. */
      readonly needsWindow: boolean
      readonly window: WindowStatus
      /** Opens the window; called during the press. */
      readonly onWindow: () => void
    }
  /** `isArmed`: the window has been visible long enough to be read. */
  | { readonly kind: 'window'; readonly isArmed: boolean }

export function ApprovalView(props: ApprovalViewProps) {
  const { screen, host } = props
  const t = useMessages()
  return (
    <div className={styles.view}>
      <OriginLine warning={inspectHost(host) === 'international' ? t('origin.international') : undefined}>
        <Text of="origin.requestedBy" values={{ origin: <OriginName key="origin">{host}</OriginName> }} />
      </OriginLine>
      {'prepared' in screen ? <Request {...props} prepared={screen.prepared} /> : <NotReady {...props} />}
    </div>
  )
}

function NotReady({ screen, onAgain, onDecline }: ApprovalViewProps) {
  const t = useWalletMessages()
  const reason = screen.status === 'stuck' ? screen.reason : undefined
  const tone = reason === 'expired' || reason === 'changed' ? 'caution' : 'negative'
  return (
    <div className={styles.plain}>
      <EmptyState
        heading="h1"
        {...(reason ? { icon: 'warning', tone } : { picture: <Spinner /> })}
        title={t(reason ? `approval.stuck.${reason}.title` : 'approval.preparing.title')}
        text={t(reason ? `approval.stuck.${reason}.text` : 'approval.preparing.text')}
      >
        {reason && (
          <Button variant="primary" onClick={onAgain}>
            {t('approval.again')}
          </Button>
        )}
        <Button onClick={onDecline}>{t('approval.decline')}</Button>
      </EmptyState>
    </div>
  )
}

function Request(props: ApprovalViewProps & { prepared: Prepared }) {
  const { screen, prepared, host, place, onApprove, onDecline, onAgain } = props
  const t = useWalletMessages()
  const { intent } = prepared
  const { name, symbol } = networkWords(prepared.call.scope)
  // Nodes can lag: a node that does not know the hash yet may know it in a moment.
  const isStrange = intent.warnings.includes('notOfNetwork')
  const [hasTicked, setTicked] = useState(false)
  const [isAskedToTick, setAskedToTick] = useState(false)
  const tickId = useId()
  const isOnItsWay = screen.status === 'signing' || screen.status === 'sending'
  const isBusy = isOnItsWay || screen.status === 'checking'
  const words = (
    // Long content scrolls inside the panel, so that the whole panel stays visible.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.words} data-words aria-label={t('approval.request')} tabIndex={0}>
      <h1 className={styles.title}>
        <SwapHeadline prepared={prepared}>
          {t(`approval.kind.${intent.kind}`, { site: siteOf(intent) ?? host, coin: symbol || t('approval.coin') })}
        </SwapHeadline>
      </h1>
      <Rights prepared={prepared} />
      <Warnings of={intent.warnings} network={name} />
      {intent.parts.length > 0 && <Parts of={intent.parts} prepared={prepared} />}
      <Facts facts={intent.facts} prepared={prepared} />
      <Outlook prepared={prepared} />
      {isStrange && !isBusy && (
        <Button variant="quiet" onClick={onAgain}>
          {t('approval.again.network')}
        </Button>
      )}
      <Disclosure summary={t('approval.raw')}>
        <pre className={styles.raw}>{prepared.raw}</pre>
      </Disclosure>
    </section>
  )
  if (isBlocked(intent))
    return (
      <Plain words={words}>
        <Button onClick={onDecline}>{t('approval.close')}</Button>
      </Plain>
    )
  const approve = () => {
    if (intent.blind && !hasTicked) setAskedToTick(true)
    else onApprove()
  }
  const tick = intent.blind && (
    <div>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={hasTicked}
          aria-describedby={isAskedToTick && !hasTicked ? tickId : undefined}
          onChange={(event) => setTicked(event.currentTarget.checked)}
        />
        <span>{t(tickLabel(intent))}</span>
      </label>
      <p id={tickId} className={styles.note} role="status">
        {isAskedToTick && !hasTicked ? t('approval.blind.first') : ''}
      </p>
    </div>
  )
  if (place.kind === 'window')
    return (
      <Plain words={words} tick={tick}>
        <Button aria-disabled={isOnItsWay || undefined} onClick={onDecline}>
          {t('approval.decline')}
        </Button>
        <Button
          variant="primary"
          busy={isBusy}
          aria-disabled={!place.isArmed || undefined}
          onClick={() => {
            if (place.isArmed && !isBusy) approve()
          }}
        >
          {t(approveLabel(screen, intent))}
        </Button>
      </Plain>
    )
  const { needsWindow, window, onWindow } = place
  if (needsWindow || window === 'open')
    return (
      <Plain words={words} note={t(windowWords[window])} isLong>
        <Button aria-disabled={isOnItsWay || undefined} onClick={onDecline}>
          {t(window === 'severed' ? 'approval.close' : 'approval.decline')}
        </Button>
        {window !== 'severed' && (
          <Button variant="primary" icon="external" busy={isBusy} onClick={onWindow}>
            {t(window === 'open' ? 'approval.window.show' : 'approval.inWindow')}
          </Button>
        )}
      </Plain>
    )
  return (
    <ApproveGate
      approveLabel={t(approveLabel(screen, intent))}
      declineLabel={t('approval.decline')}
      busy={isBusy}
      isDeclinable={!isOnItsWay}
      onApprove={approve}
      onDecline={onDecline}
      onWindow={onWindow}
    >
      {words}
      {tick}
    </ApproveGate>
  )
}

const windowWords: Readonly<Record<WindowStatus, WalletKey>> = {
  closed: 'approval.inWindow.text',
  open: 'approval.window.opened',
  blocked: 'approval.window.blocked',
  severed: 'approval.window.severed',
}

/** The site that a message signs in to; it can differ from the requesting site. */
const siteOf = ({ facts }: Intent): string | undefined => {
  const value = facts.find(({ label }) => label === 'site')?.value
  return value?.type === 'text' ? value.text : undefined
}

/** The label of the extra tick, by warning; the first that applies is used. */
const ticks: readonly (readonly [Warning, WalletKey])[] = [
  ['notOfNetwork', 'approval.notOfNetwork'],
  ['wouldFail', 'approval.failing'],
  ['unreadable', 'approval.blind'],
  ['movesMore', 'approval.readAll'],
  ['givesRights', 'approval.readAll'],
  ['cutShort', 'approval.readAll'],
]
const tickLabel = ({ warnings }: Intent): WalletKey =>
  ticks.find(([warning]) => warnings.includes(warning))?.[1] ?? 'approval.blind'

const approveLabel = ({ status }: Screen, { kind }: Intent): WalletKey => {
  if (status === 'checking' || status === 'signing') return 'approval.signing'
  if (status === 'sending') return 'approval.sending'
  if (kind === 'signIn') return 'approval.signIn'
  return kind.startsWith('sign') ? 'approval.sign' : 'approval.approve'
}

interface PlainProps {
  words: ReactNode
  tick?: ReactNode
  note?: string | undefined
  /** The labels are long, so each button gets its own line. */
  isLong?: boolean
  children: ReactNode
}

/** A panel without the press gate, for screens where a press approves nothing or that nothing can cover. */
function Plain({ words, tick, note, isLong = false, children }: PlainProps) {
  return (
    <div className={styles.plain}>
      {words}
      {tick}
      {note !== undefined && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
      <div className={styles.actions} data-long={isLong || undefined}>
        {children}
      </div>
    </div>
  )
}
