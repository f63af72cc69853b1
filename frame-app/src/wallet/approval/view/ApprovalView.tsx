/**
 * The approval screen: the requesting site, the effect of the request, its fee, and warnings. It only shows data: the rules for approving,
 * and for doing it in the frame or in a window, are in `approvals.ts`.
 */
import { type ReactNode, useId, useState } from 'react'
import { ApproveGate } from '../../../shared/approve/ApproveGate.tsx'
import { inspectHost } from '../../../shared/format/display-text.ts'
import { roundFee } from '../../../shared/format/fee.ts'
import { Text, useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import type { WalletKey } from '../../../shared/i18n/message.ts'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Disclosure } from '../../../shared/ui/disclosure/Disclosure.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { OriginLine, OriginName } from '../../../shared/ui/shell/OriginLine.tsx'
import { Spinner } from '../../../shared/ui/spinner/Spinner.tsx'
import { type Action, type Intent, isBlocked, severityOf, type Warning } from '../../decode/intent.ts'
import type { WindowStatus } from '../../window/watched-window.ts'
import type { Screen } from '../approvals.ts'
import { networkWords } from '../networks.ts'
import type { Fee, Prepared, Simulation } from '../prepared.ts'
import { unstatedRights } from '../warnings.ts'
import { AssetAmount } from './Amounts.tsx'
import styles from './ApprovalView.module.css'
import { Facts } from './Facts.tsx'
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
  const decline = <Button onClick={onDecline}>{t('approval.decline')}</Button>
  if (screen.status !== 'stuck')
    return (
      <div className={styles.plain}>
        <EmptyState
          heading="h1"
          picture={<Spinner />}
          title={t('approval.preparing.title')}
          text={t('approval.preparing.text')}
        >
          {decline}
        </EmptyState>
      </div>
    )
  return (
    <div className={styles.plain}>
      <EmptyState
        heading="h1"
        icon="warning"
        tone={screen.reason === 'expired' || screen.reason === 'changed' ? 'caution' : 'negative'}
        title={t(`approval.stuck.${screen.reason}.title`)}
        text={t(`approval.stuck.${screen.reason}.text`)}
      >
        <Button variant="primary" onClick={onAgain}>
          {t('approval.again')}
        </Button>
        {decline}
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

function Warnings({ of, network }: { of: readonly Warning[]; network: string }) {
  const t = useWalletMessages()
  // `givesRights` is already the heading of the list of rights.
  const listed = of.filter((warning) => warning !== 'givesRights')
  if (listed.length === 0) return null
  return (
    <ul className={styles.warnings}>
      {listed.map((warning) => (
        <li key={warning} className={styles.warning} data-severity={severityOf(warning)}>
          <Icon name={severityOf(warning) === 'caution' ? 'info' : 'warning'} />
          <span>{t(`approval.warning.${warning}`, { network })}</span>
        </li>
      ))}
    </ul>
  )
}

/** Rights that change in the simulation but are not named in the request. Shown first, because nothing else on the screen shows them. */
function Rights({ prepared }: { prepared: Prepared }) {
  const t = useWalletMessages()
  const rights = unstatedRights(prepared.intent, prepared.simulation)
  if (rights.length === 0) return null
  const isDanger = rights.some(({ kind }) => kind !== 'revoke')
  return (
    <section className={styles.rights} data-severity={isDanger ? 'danger' : undefined}>
      <h2 className={styles.heading}>
        {isDanger && <Icon name="warning" />}
        <span>{t(isDanger ? 'approval.warning.givesRights' : 'approval.rights')}</span>
      </h2>
      <Parts of={rights} prepared={prepared} />
    </section>
  )
}

function Parts({ of, prepared }: { of: readonly Action[]; prepared: Prepared }) {
  const t = useWalletMessages()
  const coin = networkWords(prepared.call.scope).symbol || t('approval.coin')
  return (
    <ol className={styles.parts}>
      {of.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one request never move
        <li key={place} className={styles.part}>
          <strong>{t(`approval.kind.${part.kind}`, { site: '', coin })}</strong>
          <Facts facts={part.facts} prepared={prepared} />
        </li>
      ))}
    </ol>
  )
}

/** The expected changes and the fee. */
function Outlook({ prepared }: { prepared: Prepared }) {
  const { fee, feePaidBy: host, simulation } = prepared
  const t = useWalletMessages()
  if (!simulation && !fee && !host) return null
  const changes = simulation?.status === 'works' ? simulation.changes : []
  const note = simulation && outlookWords(simulation, prepared.intent)
  return (
    <div className={styles.outlook}>
      <dl className={styles.facts}>
        {changes.length > 0 && (
          <div className={styles.fact}>
            <dt>{t('approval.changes')}</dt>
            {changes.map(({ asset, amount }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the changes of one request never move
              <dd key={place}>
                <AssetAmount asset={asset} amount={amount} prepared={prepared} signed />
              </dd>
            ))}
          </div>
        )}
        {simulation?.status === 'fails' && simulation.reason !== undefined && (
          <div className={styles.fact} data-wide>
            <dt>{t('approval.failure')}</dt>
            <dd>
              <bdi>{simulation.reason}</bdi>
            </dd>
          </div>
        )}
        {host && (
          <div className={styles.fact}>
            <dt>{t('approval.fee')}</dt>
            <dd>{t('approval.fee.paidBy', { host })}</dd>
          </div>
        )}
        {fee && <FeeFact fee={fee} prepared={prepared} />}
      </dl>
      {note && <p className={styles.note}>{t(note)}</p>}
    </div>
  )
}

/** Rounded, unlike amounts: the network decides the exact fee. */
function FeeFact({ fee, prepared }: { fee: Fee; prepared: Prepared }) {
  const t = useWalletMessages()
  const [expected, most] = [roundFee(fee.expected), roundFee(fee.most)]
  return (
    <div className={styles.fact}>
      <dt>{t('approval.fee')}</dt>
      <dd>
        <AssetAmount asset={{ type: 'coins' }} amount={expected} prepared={prepared} />
        {most > expected && (
          <div className={styles.beside}>
            {t('approval.fee.most')} <AssetAmount asset={{ type: 'coins' }} amount={most} prepared={prepared} />
          </div>
        )}
      </dd>
    </div>
  )
}

/** The note about the simulation. A failed one has a warning instead. */
function outlookWords(simulation: Simulation, { blind, warnings }: Intent): WalletKey | undefined {
  if (simulation.status === 'fails') return undefined
  if (simulation.status === 'unknown') return 'approval.changes.unknown'
  const isEmpty = simulation.changes.length === 0 && simulation.rights.length === 0
  if (!isEmpty) return 'approval.changes.estimate'
  // Contracts can have effects that a simulation does not show. So "no changes" is stated only if the whole request is read and harmless.
  const isSound = !blind && warnings.every((warning) => severityOf(warning) === 'caution')
  return isSound ? 'approval.changes.none' : 'approval.changes.unseen'
}
