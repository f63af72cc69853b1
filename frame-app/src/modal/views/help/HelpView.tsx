/** What stands between the page and this window, for whoever has to find out why it does not work, and a report to hand on. */
import { useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useModal } from '../../modal-context.ts'
import { CopyReport } from './CopyReport.tsx'
import { Events } from './Events.tsx'
import { Facts } from './Facts.tsx'
import styles from './HelpView.module.css'
import { Refusals } from './Refusals.tsx'
import { makeReport } from './report.ts'

export function HelpView() {
  const context = useModal()
  const t = useAllMessages()
  // As it was on arrival: what is read here is what is handed on.
  const [report] = useState(() => makeReport(context, navigator.userAgent))
  return (
    <div className={styles.view}>
      <p className={styles.text}>{t('help.text')}</p>
      <CopyReport report={report} />
      <Facts report={report} />
      <Refusals report={report} />
      <Events report={report} />
    </div>
  )
}
