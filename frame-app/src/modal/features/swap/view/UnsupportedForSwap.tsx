/** The wallet is on a network without swaps: lists the networks that have them. The swap continues on the chosen one. */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { List } from '../../../../shared/ui/list/List.tsx'
import { useModal } from '../../../core/modal-context.ts'
import views from '../../../kit/lists/ListView.module.css'
import { NetworkRow } from '../../networks/view/NetworkRow.tsx'
import styles from '../../networks/view/UnsupportedChainView.module.css'
import { swapNetworks } from '../offers-swaps.ts'

export function UnsupportedForSwap() {
  const context = useModal()
  const t = useAllMessages()
  return (
    <div className={views.view}>
      <p className={styles.text}>{t('swap.unsupported')}</p>
      <List label={t('networks.label')}>
        {swapNetworks(context).map((network) => (
          <NetworkRow key={network.id} network={network} isActive={false} />
        ))}
      </List>
    </div>
  )
}
