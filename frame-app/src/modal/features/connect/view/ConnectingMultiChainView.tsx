/** A wallet of the page that works in several namespaces: one row for each. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { NetworkIcon } from '../../../../shared/ui/images/NetworkIcon.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { useModal } from '../../../core/modal-context.ts'
import styles from '../../../kit/lists/ListView.module.css'
import { go } from '../../../session/navigate.ts'
import { offeredConnectorsAtom, partsOf } from '../../../session/state/connectors.ts'
import { offeredNetworksAtom } from '../../../session/state/network.ts'
import { connect } from '../connect.ts'

export function ConnectingMultiChainView({ connectorKey }: { connectorKey: string }) {
  const context = useModal()
  const t = useAllMessages()
  const connectors = useAtomValue(offeredConnectorsAtom)
  const networks = useAtomValue(offeredNetworksAtom)
  const connector = connectors.find(({ key }) => key === connectorKey)
  if (!connector)
    return (
      <EmptyState icon="wallet" title={t('multichain.gone')}>
        <Button onClick={() => go.back(context)}>{t('connecting.chooseAnother')}</Button>
      </EmptyState>
    )
  const { name, icon } = connector
  return (
    <div className={styles.list}>
      <EmptyState
        picture={<WalletIcon id={connectorKey} name={name} src={icon} size={64} />}
        title={t('multichain.heading', { wallet: name })}
        text={t('multichain.text')}
      />
      <List label={t('multichain.title')}>
        {partsOf(connector, connectors).map(({ key, namespace }) => {
          const first = networks.find(({ id }) => id.startsWith(`${namespace}:`))
          const title = t(`multichain.${namespace}`)
          return (
            <Row
              key={key}
              start={<NetworkIcon id={first?.id ?? `${namespace}:0`} name={title} src={first?.icon} />}
              title={title}
              chevron
              data-label={title}
              data-focus-key={key}
              onClick={() => context.scope.run(connect(context, key, true))}
            />
          )
        })}
      </List>
    </div>
  )
}
