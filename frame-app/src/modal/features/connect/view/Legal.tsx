/** Terms and privacy: a checkbox that must be ticked, or a line at the foot. */
import { useAtomValue } from 'jotai'
import { type ReactNode, useId } from 'react'
import { Text, useMessages } from '../../../../shared/i18n/LanguageProvider.tsx'
import { dappAtom } from '../../../core/options.ts'
import { ExternalLink } from '../../../kit/ExternalLink.tsx'
import styles from './Legal.module.css'

export function LegalCheckbox({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const sentence = useLegalSentence('connect.legal.both', 'connect.legal.one')
  const id = useId()
  if (!sentence) return null
  return (
    <div className={styles.line}>
      <input
        id={id}
        type="checkbox"
        className={styles.box}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{sentence}</label>
    </div>
  )
}

export function LegalFooter() {
  const sentence = useLegalSentence('connect.legal.footerBoth', 'connect.legal.footerOne')
  return sentence && <p className={styles.footer}>{sentence}</p>
}

function useLegalSentence(
  both: 'connect.legal.both' | 'connect.legal.footerBoth',
  one: 'connect.legal.one' | 'connect.legal.footerOne',
): ReactNode {
  const t = useMessages()
  const { termsUrl, privacyUrl } = useAtomValue(dappAtom)
  const terms = termsUrl && (
    <ExternalLink key="terms" href={termsUrl}>
      {t('connect.legal.terms')}
    </ExternalLink>
  )
  const privacy = privacyUrl && (
    <ExternalLink key="privacy" href={privacyUrl}>
      {t('connect.legal.privacy')}
    </ExternalLink>
  )
  if (terms && privacy) return <Text of={both} values={{ terms, privacy }} />
  const document = terms || privacy
  return document ? <Text of={one} values={{ document }} /> : null
}
