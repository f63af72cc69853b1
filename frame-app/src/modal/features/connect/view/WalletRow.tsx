import type { MouseEvent } from 'react'
import { useMessages } from '../../../../shared/i18n/LanguageProvider.tsx'
import type { FirstKey } from '../../../../shared/i18n/message.ts'
import { Badge } from '../../../../shared/ui/badge/Badge.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { LinkRow, Row } from '../../../../shared/ui/row/Row.tsx'
import { useModal } from '../../../core/modal-context.ts'
import type { ConnectRow } from '../../../session/state/connectors.ts'
import { connect } from '../connect.ts'

const badges: Record<NonNullable<ConnectRow['badge']>, FirstKey> = {
  recent: 'connect.badge.recent',
  installed: 'connect.badge.installed',
  multichain: 'connect.badge.multichain',
  qrCode: 'connect.badge.qrCode',
}

export function WalletRow({ row, disabledReason }: { row: ConnectRow; disabledReason: string | undefined }) {
  const context = useModal()
  const t = useMessages()
  const props = {
    start: <WalletIcon id={row.key} name={row.name} src={row.icon} />,
    title: row.name,
    detail: row.disputed ? <span data-font="fixed">{t('connect.disputed')}</span> : undefined,
    end: row.badge && <Badge tone={row.badge === 'recent' ? 'accent' : 'neutral'}>{t(badges[row.badge])}</Badge>,
    disabledReason,
    'data-label': row.name,
    'data-focus-key': row.key,
    onClick(event: MouseEvent) {
      event.preventDefault()
      context.scope.run(connect(context, row.key))
    },
  }
  return row.href === undefined || disabledReason !== undefined ? (
    <Row {...props} />
  ) : (
    <LinkRow {...props} href={row.href} target="_blank" />
  )
}
