/** One smart session: what it allows, until when, its state, and the button that revokes it. */
import { useAtomValue } from 'jotai'
import { toExactDecimals, withoutZeros } from '../../../../shared/format/amount.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Badge, type BadgeProps } from '../../../../shared/ui/badge/Badge.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Address } from '../../../../shared/ui/figures/Address.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { revokeSmartSession } from '../smart-sessions.ts'
import { revokingAtom, type SmartSession, type SmartSessionStatus } from '../state/smart-sessions.ts'
import styles from './SmartSessions.module.css'

const tones: Readonly<Record<SmartSessionStatus, BadgeProps['tone']>> = {
  active: 'positive',
  expired: 'neutral',
  revoking: 'caution',
  revoked: 'neutral',
  unknown: 'caution',
}
const canEnd: ReadonlySet<SmartSessionStatus> = new Set(['active', 'unknown'])

export function SessionRow({ session }: { session: SmartSession }) {
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
