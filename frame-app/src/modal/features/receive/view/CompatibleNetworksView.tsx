/** The networks on which the account can receive. Nothing here is a button: the list only shows where the address is valid. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { NetworkIcon } from '../../../../shared/ui/images/NetworkIcon.tsx'
import { PlainList } from '../../../../shared/ui/list/PlainList.tsx'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { isContract } from '../../embedded/state/account-type.ts'
import { receivableAtom } from '../state/receivable.ts'
import styles from './ReceiveView.module.css'

export function WalletCompatibleNetworksView() {
  const t = useAllMessages()
  const connection = useAtomValue(activeConnectionAtom)
  const networks = useAtomValue(receivableAtom)
  if (!connection) return <NotConnected />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing inside takes the focus, so the keyboard could not scroll a long list
    <section className={styles.view} tabIndex={0} aria-label={t('compatible.title')}>
      <p className={styles.banner}>{t(isContract(connection) ? 'compatible.smart' : 'compatible.text')}</p>
      <PlainList label={t('compatible.title')}>
        {networks.map(({ id, name, icon, testnet }) => (
          <li key={id} className={styles.network}>
            <NetworkIcon id={id} name={name} src={icon} size={32} />
            <span>{name}</span>
            {testnet && <span className={styles.test}>{t('account.network.testnet')}</span>}
          </li>
        ))}
      </PlainList>
    </section>
  )
}
