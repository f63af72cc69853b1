/** What this site may do as the account without asking, and buttons to revoke it. */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Badge } from '../../../../shared/ui/badge/Badge.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { PlainList } from '../../../../shared/ui/list/PlainList.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { ListNotice } from '../../../kit/lists/ListNotice.tsx'
import { followSmartSessions } from '../smart-sessions.ts'
import { smartSessionsAtom } from '../state/smart-sessions.ts'
import { SessionRow } from './SessionRow.tsx'
import styles from './SmartSessions.module.css'

export function SmartSessionListView() {
  const context = useModal()
  const t = useAllMessages()
  const list = useAtomValue(smartSessionsAtom)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    const abort = new AbortController()
    followSmartSessions(context, abort.signal)
    return () => abort.abort()
  }, [context, tries])

  const sessions = list.status === 'ready' ? list.sessions : undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: sessions that are over take no focus, so the keyboard could not scroll a long list
    <section className={styles.view} tabIndex={0} aria-label={t('smartSessions.title')}>
      <p className={styles.text}>
        <Badge tone="accent">{t('smartSessions.beta')}</Badge>
        <span>{t('smartSessions.text')}</span>
      </p>
      {sessions?.length === 0 && (
        <EmptyState icon="info" title={t('smartSessions.empty.title')} text={t('smartSessions.empty.text')} />
      )}
      {sessions !== undefined && sessions.length > 0 && (
        <PlainList label={t('smartSessions.title')}>
          {sessions.map((session) => (
            <SessionRow key={session.context} session={session} />
          ))}
        </PlainList>
      )}
      <ListNotice
        state={{ status: list.status === 'offline' ? 'failed' : list.status }}
        rows={2}
        loading={t('smartSessions.loading')}
        failed={t(list.status === 'offline' ? 'smartSessions.offline' : 'smartSessions.failed')}
        unsupported=""
        onRefresh={() => setTries((before) => before + 1)}
      />
    </section>
  )
}
