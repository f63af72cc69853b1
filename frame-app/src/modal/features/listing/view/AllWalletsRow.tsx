/** The row that opens the whole list. Its place is kept until the listing has reported a number: before that, the list may be empty. */
import { useAtomValue } from 'jotai'
import { useMessages } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Badge } from '../../../../shared/ui/badge/Badge.tsx'
import { Icon } from '../../../../shared/ui/icon/Icon.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { Skeleton } from '../../../../shared/ui/skeleton/Skeleton.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { track } from '../../../session/notify.ts'
import { allWalletsCountAtom, isCountPendingAtom } from '../state/listing.ts'

export function AllWalletsRow() {
  const context = useModal()
  const t = useMessages()
  const count = useAtomValue(allWalletsCountAtom)
  const isPending = useAtomValue(isCountPendingAtom)
  if (count === undefined) return isPending && <Skeleton shape="row" />
  const showAll = () => {
    track(context, 'CLICK_ALL_WALLETS')
    go.push(context, { view: 'AllWallets' })
  }
  return (
    <List label={t('allWallets.title')}>
      <Row
        start={<Icon name="wallet" size={32} />}
        title={t('allWallets.title')}
        end={<Badge>{count}</Badge>}
        data-focus-key="all-wallets"
        onClick={showAll}
      />
    </List>
  )
}
