/** The number of refused messages of the page, by reason. */
import { isErrorCode } from '@airlock/protocol/errors.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { SectionLabel } from '../../../shared/ui/label/SectionLabel.tsx'
import styles from './HelpView.module.css'
import { reasonText } from './reasons.ts'
import type { Report } from './report.ts'

export function Refusals({ report: { refusals, strangers } }: { report: Report }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const counted = Object.entries(refusals).sort(([, one], [, other]) => other - one)
  return (
    <section>
      <SectionLabel id="refusals">{t('help.refusals')}</SectionLabel>
      {counted.length === 0 ? (
        <p className={styles.text}>{t('help.refusals.none')}</p>
      ) : (
        <ul
          className={styles.refusals}
          aria-labelledby="refusals"
          // biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics together with the bullets
          role="list"
        >
          {counted.map(([code, count]) => (
            <li key={code} className={styles.refusal}>
              <span>{isErrorCode(code) ? reasonText(code, t) : code}</span>
              <span className={styles.count}>{formats.number(count)}</span>
              <bdi dir="ltr" className={styles.code}>
                {code}
              </bdi>
            </li>
          ))}
        </ul>
      )}
      {strangers > 0 && <p className={styles.text}>{t('help.strangers', { count: strangers })}</p>}
    </section>
  )
}
