/** The last messages between page and modal, newest first: time, direction, type, size, and whether accepted or refused. */
import type { WireEvent } from '@airlock/protocol/channel/audit.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { Disclosure } from '../../../shared/ui/disclosure/Disclosure.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import styles from './HelpView.module.css'
import { reasonText } from './reasons.ts'
import type { Report } from './report.ts'

/** The report contains more; the latest ones are the most useful on screen. */
const shownAtMost = 40

export function Events({ report }: { report: Report }) {
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
