/** Diagnostics of the host link for finding problems, and a report that can be copied and passed on. */

import type { WireEvent } from '@airlock/protocol/channel/audit.ts'
import { isErrorCode } from '@airlock/protocol/errors.ts'
import { type ReactNode, useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { CopyButton } from '../../../shared/ui/copy/CopyButton.tsx'
import { SelectedText } from '../../../shared/ui/copy/SelectedText.tsx'
import { Disclosure } from '../../../shared/ui/disclosure/Disclosure.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { SectionLabel } from '../../../shared/ui/label/SectionLabel.tsx'
import { PlainList } from '../../../shared/ui/list/PlainList.tsx'
import { useModal } from '../../core/modal-context.ts'
import views from '../../kit/lists/ListView.module.css'
import { toast } from '../../session/notify.ts'
import styles from './HelpView.module.css'
import { reasonText } from './reasons.ts'
import { makeReport, type Report } from './report.ts'

export function HelpView() {
  const context = useModal()
  const t = useAllMessages()
  // Made once, when the view opens, so that the copied report is the one on screen.
  const [report] = useState(() => makeReport(context, navigator.userAgent))
  return (
    <div className={views.view}>
      <p className={views.text}>{t('help.text')}</p>
      <CopyReport report={report} />
      <Facts report={report} />
      <Refusals report={report} />
      <Events report={report} />
    </div>
  )
}

/** A button that copies the report. If the clipboard is not available, the text is shown so that it can be copied by hand. */
function CopyReport({ report }: { report: Report }) {
  const context = useModal()
  const t = useAllMessages()
  const [isByHand, setByHand] = useState(false)
  const text = JSON.stringify(report, null, 2)
  return (
    <>
      <CopyButton
        variant="primary"
        value={text}
        label={t('help.copy')}
        copiedLabel={t('common.copied')}
        onCopy={(outcome) => {
          setByHand(outcome === 'failed')
          if (outcome === 'copied') toast(context, 'success', 'toast.reportCopied')
        }}
      />
      {isByHand && <SelectedText label={t('help.report')} value={text} hint={t('help.copyByHand')} />}
    </>
  )
}

function Facts({ report }: { report: Report }) {
  const t = useAllMessages()
  return (
    <dl className={styles.facts}>
      <Fact name={t('help.embedder')} note={t('help.embedder.note')}>
        <Literal>{report.origin}</Literal>
      </Fact>
      <Fact name={t('help.build')}>
        <Literal>{report.buildId}</Literal>
      </Fact>
      <Fact name={t('help.protocol')}>
        {t('help.protocol.value', { version: report.protocolVersion, epoch: report.epoch })}
      </Fact>
      <Fact name={t('help.storage')}>{t(`help.storage.${report.storage}`)}</Fact>
    </dl>
  )
}

function Fact({ name, note, children }: { name: string; note?: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
      {note !== undefined && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}

/** Left to right in every language, for origins and build ids. */
function Literal({ children }: { children: string }) {
  return <bdi dir="ltr">{children}</bdi>
}

/** The number of refused messages of the page, by reason. */
function Refusals({ report: { refusals, strangers } }: { report: Report }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const counted = Object.entries(refusals).sort(([, one], [, other]) => other - one)
  return (
    <section>
      <SectionLabel>{t('help.refusals')}</SectionLabel>
      {counted.length === 0 ? (
        <p className={views.text}>{t('help.refusals.none')}</p>
      ) : (
        <PlainList label={t('help.refusals')}>
          {counted.map(([code, count]) => (
            <li key={code} className={styles.refusal}>
              <span>{isErrorCode(code) ? reasonText(code, t) : code}</span>
              <span className={styles.count}>{formats.number(count)}</span>
              <bdi dir="ltr" className={styles.code}>
                {code}
              </bdi>
            </li>
          ))}
        </PlainList>
      )}
      {strangers > 0 && <p className={views.text}>{t('help.strangers', { count: strangers })}</p>}
    </section>
  )
}

/** The report contains more; the latest ones are the most useful on screen. */
const shownAtMost = 40

/** The last messages between page and modal, newest first: time, direction, type, size, and whether accepted or refused. */
function Events({ report }: { report: Report }) {
  const t = useAllMessages()
  const last = report.events.slice(-shownAtMost).reverse()
  return (
    <Disclosure summary={t('help.events', { count: last.length })}>
      <ol
        className={styles.events}
        aria-label={t('help.events.list')}
        // biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics together with the numbers
        role="list"
      >
        {last.map((event, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that never changes; not every event has an id
          <Event key={place} event={event} />
        ))}
      </ol>
    </Disclosure>
  )
}

function Event({ event: { at, direction, type, size, verdict } }: { event: WireEvent }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  return (
    <li className={styles.event}>
      <bdi dir="ltr" className={styles.type}>
        {type === '?' ? t('help.event.unknown') : type}
      </bdi>
      <span>
        {t(direction === 'in' ? 'help.event.in' : 'help.event.out', {
          time: formats.time(at),
          size: formats.number(size),
        })}
      </span>
      {verdict === 'ok' ? (
        <span>{t('help.event.accepted')}</span>
      ) : (
        <span className={styles.refused}>
          <Icon name="warning" size={16} />
          {t('help.event.refused', { reason: reasonText(verdict, t) })}
        </span>
      )}
    </li>
  )
}
