/** Diagnostics of the host link for finding problems, and a report that can be copied and passed on. */
import { useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useModal } from '../../core/modal-context.ts'
import { CopyReport } from './CopyReport.tsx'
import { Events } from './Events.tsx'
import { Facts } from './Facts.tsx'
import styles from './HelpView.module.css'
import { Refusals } from './Refusals.tsx'
import { makeReport } from './report.ts'

export function HelpView() {
  const context = useModal()
  const t = useAllMessages()
  // Made once, when the view opens, so that the copied report is the one on screen.
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
