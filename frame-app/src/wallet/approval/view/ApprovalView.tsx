/**
 * What a person decides on: who asks, what it does, what it changes and costs, what is odd about it. Draws data and decides nothing: what
 * may be approved, and where, is the rule of `approvals.ts`.
 */
import { type ReactNode, useId, useState } from 'react'
import { ApproveGate } from '../../../shared/approve/ApproveGate.tsx'
import { inspectHost } from '../../../shared/format/display-text.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Text, useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import type { MessageKey } from '../../../shared/i18n/message.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Disclosure } from '../../../shared/ui/disclosure/Disclosure.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { OriginLine, OriginName } from '../../../shared/ui/shell/OriginLine.tsx'
import { Spinner } from '../../../shared/ui/spinner/Spinner.tsx'
import { type Action, type Intent, isBlocked, severityOf, type Warning } from '../../decode/intent.ts'
import type { Screen, StuckReason } from '../approvals.ts'
import type { Prepared } from '../prepared.ts'
import { AssetAmount } from './Amounts.tsx'
import styles from './ApprovalView.module.css'
import { Facts } from './Facts.tsx'

export interface ApprovalViewProps {
  screen: Screen
  /** Host and port of the page that asks, as the browser says. */
  host: string
  /** It can only be approved in a window of its own. */
  needsWindow: boolean
  onApprove: () => void
  onDecline: () => void
  onAgain: () => void
  /** Called inside the press, which opens the window. */
  onWindow: () => void
}

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

const stuckWords: Readonly<Record<StuckReason, readonly [title: MessageKey, text: MessageKey]>> = {
  network: ['approval.stuck.network.title', 'approval.stuck.network.text'],
  wouldFail: ['approval.stuck.wouldFail.title', 'approval.stuck.wouldFail.text'],
  expired: ['approval.stuck.expired.title', 'approval.stuck.expired.text'],
}

function NotReady({ screen, onAgain, onDecline }: ApprovalViewProps) {
  const t = useAllMessages()
  const decline = <Button onClick={onDecline}>{t('approval.decline')}</Button>
  if (screen.status !== 'stuck')
    return (
      <EmptyState
        heading="h1"
        picture={<Spinner />}
        title={t('approval.preparing.title')}
        text={t('approval.preparing.text')}
      >
        {decline}
      </EmptyState>
    )
  const [title, text] = stuckWords[screen.reason]
  return (
    <EmptyState
      heading="h1"
      icon="warning"
      tone={screen.reason === 'expired' ? 'caution' : 'negative'}
      title={t(title)}
      text={t(text)}
    >
      <Button variant="primary" onClick={onAgain}>
        {t('approval.again')}
      </Button>
      {decline}
    </EmptyState>
  )
}

function Request(props: ApprovalViewProps & { prepared: Prepared }) {
  const { screen, prepared, host, needsWindow, onApprove, onDecline, onWindow } = props
  const t = useAllMessages()
  const { intent } = prepared
  const [hasTicked, setTicked] = useState(false)
  const [isAskedToTick, setAskedToTick] = useState(false)
  const tickId = useId()
  const isBusy = screen.status === 'signing' || screen.status === 'sending'
  const words = (
    // What is longer than the frame scrolls inside the panel, so that the panel is seen whole.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={styles.words} data-words aria-label={t('approval.request')} tabIndex={0}>
      <h1 className={styles.title}>{t(`approval.kind.${intent.kind}`, { site: host })}</h1>
      <Warnings of={intent.warnings} />
      {intent.parts.length > 0 && <Parts of={intent.parts} prepared={prepared} />}
      <Facts facts={intent.facts} prepared={prepared} />
      <Outlook prepared={prepared} />
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
  if (needsWindow)
    return (
      <Plain words={words} note={t('approval.inWindow.text')}>
        <Button onClick={onDecline}>{t('approval.decline')}</Button>
        <Button variant="primary" icon="external" busy={isBusy} onClick={onWindow}>
          {t('approval.inWindow')}
        </Button>
      </Plain>
    )
  return (
    <ApproveGate
      approveLabel={t(approveLabel(screen, intent))}
      declineLabel={t('approval.decline')}
      busy={isBusy}
      onApprove={() => {
        if (intent.blind && !hasTicked) setAskedToTick(true)
        else onApprove()
      }}
      onDecline={onDecline}
      onWindow={onWindow}
    >
      {words}
      {intent.blind && (
        <div>
          <label className={styles.tick}>
            <input
              type="checkbox"
              checked={hasTicked}
              aria-describedby={isAskedToTick && !hasTicked ? tickId : undefined}
              onChange={(event) => setTicked(event.currentTarget.checked)}
            />
            <span>{t('approval.blind')}</span>
          </label>
          <p id={tickId} className={styles.note} role="status">
            {isAskedToTick && !hasTicked ? t('approval.blind.first') : ''}
          </p>
        </div>
      )}
    </ApproveGate>
  )
}

const approveLabel = ({ status }: Screen, { kind }: Intent): MessageKey => {
  if (status === 'signing') return 'approval.signing'
  if (status === 'sending') return 'approval.sending'
  if (kind === 'signIn') return 'approval.signIn'
  return kind.startsWith('sign') ? 'approval.sign' : 'approval.approve'
}

/** Without a press that counts for an approval. */
function Plain({ words, note, children }: { words: ReactNode; note?: string; children: ReactNode }) {
  return (
    <>
      {words}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      <div className={styles.actions}>{children}</div>
    </>
  )
}

function Warnings({ of }: { of: readonly Warning[] }) {
  const t = useAllMessages()
  if (of.length === 0) return null
  return (
    <ul className={styles.warnings}>
      {of.map((warning) => (
        <li key={warning} className={styles.warning} data-severity={severityOf(warning)}>
          <Icon name={severityOf(warning) === 'caution' ? 'info' : 'warning'} />
          <span>{t(`approval.warning.${warning}`)}</span>
        </li>
      ))}
    </ul>
  )
}

function Parts({ of, prepared }: { of: readonly Action[]; prepared: Prepared }) {
  const t = useAllMessages()
  return (
    <ol className={styles.parts}>
      {of.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one request never move
        <li key={place} className={styles.part}>
          <strong>{t(`approval.kind.${part.kind}`, { site: '' })}</strong>
          <Facts facts={part.facts} prepared={prepared} />
        </li>
      ))}
    </ol>
  )
}

/** What it changes and costs, as far as anybody can tell before. */
function Outlook({ prepared }: { prepared: Prepared }) {
  const { fee, simulation } = prepared
  const t = useAllMessages()
  return (
    <>
      {simulation && (
        <section className={styles.view}>
          <h2 className={styles.part}>{t('approval.changes')}</h2>
          {simulation.status === 'works' && simulation.changes.length > 0 && (
            <ul>
              {simulation.changes.map(({ asset, amount }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the changes of one request never move
                <li key={place}>
                  <AssetAmount asset={asset} amount={amount} prepared={prepared} signed />
                </li>
              ))}
            </ul>
          )}
          <p className={styles.note}>{t(outlookWords(simulation))}</p>
        </section>
      )}
      {fee && (
        <p className={styles.note}>
          {t('approval.fee')} <AssetAmount asset={{ type: 'coins' }} amount={fee.expected} prepared={prepared} />,{' '}
          {t('approval.fee.most')} <AssetAmount asset={{ type: 'coins' }} amount={fee.most} prepared={prepared} />
        </p>
      )}
    </>
  )
}

function outlookWords(simulation: NonNullable<Prepared['simulation']>): MessageKey {
  if (simulation.status === 'fails') return 'approval.changes.fails'
  if (simulation.status === 'unknown') return 'approval.changes.unknown'
  return simulation.changes.length === 0 ? 'approval.changes.none' : 'approval.changes.estimate'
}
