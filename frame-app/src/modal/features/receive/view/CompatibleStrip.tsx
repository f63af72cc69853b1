/** One row that shows on how many networks the address receives, with the icons of the first five. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { NetworkIcon } from '../../../../shared/ui/images/NetworkIcon.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { receivableAtom } from '../state/receivable.ts'
import styles from './ReceiveView.module.css'

const shownAtMost = 5

export function CompatibleStrip() {
  const context = useModal()
  const t = useAllMessages()
  const networks = useAtomValue(receivableAtom)
  if (networks.length === 0) return null
  return (
    <List label={t('compatible.title')}>
      <Row
        title={t('receive.networks', { count: networks.length })}
        end={
          <span className={styles.icons}>
            {networks.slice(0, shownAtMost).map(({ id, name, icon }) => (
              <NetworkIcon key={id} id={id} name={name} src={icon} size={20} />
            ))}
          </span>
        }
        chevron
        data-focus-key="compatible"
        onClick={() => go.push(context, { view: 'WalletCompatibleNetworks' })}
      />
    </List>
  )
}
