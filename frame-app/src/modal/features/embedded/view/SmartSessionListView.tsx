/** What this site may do as the account without asking, and buttons to revoke it. */
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { toExactDecimals, withoutZeros } from '../../../../shared/format/amount.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Badge, type BadgeProps } from '../../../../shared/ui/badge/Badge.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Address } from '../../../../shared/ui/figures/Address.tsx'
import { PlainList } from '../../../../shared/ui/list/PlainList.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { ListNotice } from '../../../kit/lists/ListNotice.tsx'
import views from '../../../kit/lists/ListView.module.css'
import { networksAtom } from '../../../session/state/network.ts'
import { followSmartSessions, revokeSmartSession } from '../smart-sessions.ts'
import { revokingAtom, type SmartSession, type SmartSessionStatus, smartSessionsAtom } from '../state/smart-sessions.ts'
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
    <section className={views.form} tabIndex={0} aria-label={t('smartSessions.title')}>
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

const tones: Readonly<Record<SmartSessionStatus, BadgeProps['tone']>> = {
  active: 'positive',
  expired: 'neutral',
  revoking: 'caution',
  revoked: 'neutral',
  unknown: 'caution',
}
const canEnd: ReadonlySet<SmartSessionStatus> = new Set(['active', 'unknown'])

function SessionRow({ session }: { session: SmartSession }) {
  const context = useModal()
  const t = useAllMessages()
  const { formats } = useLanguage()
  const network = useAtomValue(networksAtom).find(({ id }) => id === session.chainId)
  const revoking = useAtomValue(revokingAtom)
  const { kind, coins, contract, until, status } = session
  const name = t(`smartSessions.kind.${kind}`)
  const currency = network?.currency
  const limit =
    coins === undefined || coins === 0n || !currency
      ? undefined
      : `${formats.decimal(withoutZeros(toExactDecimals(coins, currency.decimals)))} ${currency.symbol}`
  return (
    <li className={styles.session}>
      <p className={styles.line}>
        <b>{name}</b>
        <Badge tone={tones[status]}>{t(`smartSessions.status.${status}`)}</Badge>
      </p>
      {contract !== undefined && (
        <p className={styles.note}>
          <Address address={contract} />
        </p>
      )}
      <p className={styles.note}>
        {limit !== undefined && <span>{t('smartSessions.limit', { limit })}</span>}
        <span>{t('smartSessions.until', { time: `${formats.day(until)}, ${formats.time(until)}` })}</span>
        <span>{network?.name ?? t('account.network.unsupported')}</span>
      </p>
      {canEnd.has(status) && (
        <Button
          busy={revoking === session.context}
          aria-disabled={revoking !== undefined || undefined}
          data-focus-key={`revoke-${session.context.slice(-16)}`}
          onClick={() => context.scope.run(revokeSmartSession(context, session))}
        >
          {t('smartSessions.revoke')}
        </Button>
      )}
    </li>
  )
}
