/** What the page can see of the user, which services are asked about the accounts, and what is stored in this browser. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { PlainList } from '../../../shared/ui/list/PlainList.tsx'
import { Note } from '../../../shared/ui/note/Note.tsx'
import { useModal } from '../../core/modal-context.ts'
import { hostOriginAtom, optionsAtom } from '../../core/options.ts'
import { Section } from '../../kit/lists/Section.tsx'
import { snapshotAtom } from '../../session/snapshot.ts'
import { connectedAtom } from '../../session/state/active-connection.ts'
import styles from './ProfileView.module.css'
import { askedAbout, keptHere, seenByPage } from './privacy.ts'

export function Privacy() {
  const context = useModal()
  const t = useAllMessages()
  const origin = useAtomValue(hostOriginAtom)
  const connections = useAtomValue(connectedAtom)
  const seen = seenByPage(context, useAtomValue(snapshotAtom), connections)
  const asked = askedAbout(context, connections, useAtomValue(optionsAtom)?.features.analytics === true)
  const kept = keptHere(context.storage)
  return (
    <Section title={t('profile.privacy')}>
      <Facts
        says={t('profile.privacy.sees', { host: URL.canParse(origin) ? new URL(origin).host : origin })}
        facts={seen.map((fact) => t(`profile.privacy.${fact}`))}
      />
      <Note>{t('profile.privacy.limit')}</Note>
      <Facts says={t('profile.privacy.asked')} facts={asked.map((fact) => t(`profile.privacy.${fact}`))} />
      <Facts
        says={t(`profile.privacy.kept.${context.storage.persistence}`)}
        facts={kept.map((fact) => t(`profile.privacy.kept.${fact}`))}
      />
      <Note>{t('profile.privacy.kept.reconnect')}</Note>
    </Section>
  )
}

function Facts({ says, facts }: { says: string; facts: readonly string[] }) {
  if (facts.length === 0) return null
  return (
    <>
      <p className={styles.says}>{says}</p>
      <PlainList layout="spaced" label={says}>
        {facts.map((fact) => (
          <li key={fact} className={styles.fact}>
            <Icon name="check" size={16} />
            <span>{fact}</span>
          </li>
        ))}
      </PlainList>
    </>
  )
}
