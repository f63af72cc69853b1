/** Embedding origin, build, protocol version, and kind of storage. */
import type { ReactNode } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import styles from './HelpView.module.css'
import type { Report } from './report.ts'

export function Facts({ report }: { report: Report }) {
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
