/** One wallet of the connect view. */
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import type { MessageKey } from '../../../shared/i18n/message.ts'
import { Badge } from '../../../shared/ui/badge/Badge.tsx'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import { Row } from '../../../shared/ui/row/Row.tsx'
import { connect } from '../../flows/connect.ts'
import { useModal } from '../../modal-context.ts'
import type { ConnectRow } from '../../state/connectors.ts'

const badges: Record<NonNullable<ConnectRow['badge']>, MessageKey> = {
  recent: 'connect.badge.recent',
  installed: 'connect.badge.installed',
  multichain: 'connect.badge.multichain',
}

export function WalletRow({ row, disabledReason }: { row: ConnectRow; disabledReason: string | undefined }) {
  const context = useModal()
  const t = useMessages()
  return (
    <Row
      start={<WalletIcon id={row.key} name={row.name} src={row.icon} />}
      title={row.name}
      detail={row.disputed ? t('connect.disputed') : undefined}
      end={row.badge && <Badge tone={row.badge === 'recent' ? 'accent' : 'neutral'}>{t(badges[row.badge])}</Badge>}
      disabledReason={disabledReason}
      data-label={row.name}
      data-focus-key={row.key}
      onClick={() => void connect(context, row.key)}
    />
  )
}
