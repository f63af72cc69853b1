/** Warnings about a recipient: in the form, and again before the payment is sent. */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import type { Finding } from '../state/recipient-rules.ts'
import styles from './Send.module.css'

const tones = {
  checksum: 'negative',
  burn: 'negative',
  token: 'negative',
  lookAlike: 'negative',
  elsewhere: 'caution',
  contract: 'caution',
  offCurve: 'caution',
  own: 'caution',
  first: 'note',
} as const satisfies Record<Finding['kind'], string>

interface FindingsProps {
  findings: readonly Finding[]
  address: string
  symbol: string
}

export function Findings({ findings, address, symbol }: FindingsProps) {
  const t = useAllMessages()
  return findings.map((finding) => (
    <Notice key={finding.kind} tone={tones[finding.kind]}>
      <span>{t(`send.finding.${finding.kind}`, { symbol })}</span>
      {finding.kind === 'lookAlike' && (
        <>
          <Compared name={t('send.finding.lookAlike.this')} address={address} />
          <Compared name={t('send.finding.lookAlike.known')} address={finding.known} />
        </>
      )}
    </Notice>
  ))
}

function Compared({ name, address }: { name: string; address: string }) {
  return (
    <dl className={styles.pair}>
      <dt>{name}</dt>
      <dd>
        <DisplayAddress address={address} full />
      </dd>
    </dl>
  )
}
