/** What the page is told about the visitor: the fields of the snapshot that the modal sends (`flows/snapshot.ts`), in words. */
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { SectionLabel } from '../../../shared/ui/label/SectionLabel.tsx'
import { PlainList } from '../../../shared/ui/list/PlainList.tsx'
import { canReadBalance } from '../../flows/balance.ts'
import { useModal } from '../../modal-context.ts'
import type { Connected } from '../../state/accounts.ts'
import { hostOriginAtom } from '../../state/options.ts'
import styles from './ProfileView.module.css'

export function Privacy({ connection }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const id = useId()
  const origin = useAtomValue(hostOriginAtom)
  const seen = [
    'address',
    'network',
    'wallet',
    ...(canReadBalance(context, connection.chainId) ? (['balance'] as const) : []),
    ...(connection.profile === undefined ? [] : (['email'] as const)),
  ] as const
  return (
    <section aria-labelledby={id}>
      <SectionLabel id={id}>{t('profile.privacy')}</SectionLabel>
      <p className={styles.says}>
        {t('profile.privacy.sees', { host: URL.canParse(origin) ? new URL(origin).host : origin })}
      </p>
      <PlainList layout="spaced">
        {seen.map((fact) => (
          <li key={fact} className={styles.seen}>
            <Icon name="check" size={16} />
            {t(`profile.privacy.${fact}`)}
          </li>
        ))}
      </PlainList>
      <p className={styles.note}>{t('profile.privacy.limit')}</p>
    </section>
  )
}
