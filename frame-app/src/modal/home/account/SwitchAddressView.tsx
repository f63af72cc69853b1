/** The addresses that the wallet shares with the site, of which the user chooses one. */
import { type Caip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Avatar } from '../../../shared/ui/images/Avatar.tsx'
import { List } from '../../../shared/ui/list/List.tsx'
import { Note } from '../../../shared/ui/note/Note.tsx'
import { Row } from '../../../shared/ui/row/Row.tsx'
import { useModal } from '../../core/modal-context.ts'
import { DisplayAddress } from '../../kit/lists/DisplayAddress.tsx'
import { NotConnected } from '../../kit/NotConnected.tsx'
import { chooseAccount } from '../../session/choose-account.ts'
import { go } from '../../session/navigate.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { addressesOf } from '../../session/state/addresses.ts'
import { balancesAtom } from '../../session/state/balance.ts'
import styles from './AccountView.module.css'
import { AddressLabel } from './AddressLabel.tsx'

export function SwitchAddressView() {
  const connection = useAtomValue(activeConnectionAtom)
  return connection ? <Addresses connection={connection} /> : <NotConnected />
}

function Addresses({ connection }: { connection: Connected }) {
  const t = useAllMessages()
  const addresses = addressesOf(connection)
  const { wallet, active } = connection
  const named = { wallet: wallet.name }
  // The page asks an injected wallet directly, and many wallets sign only for their selected address.
  const mayAsk = wallet.handle !== undefined && namespaceOf(active) === 'eip155'
  return (
    <div className={styles.view}>
      {addresses.length > 1 && <p className={styles.wallet}>{t('switchAddress.text')}</p>}
      <List label={t('switchAddress.list', named)}>
        {addresses.map((account) => (
          <AddressRow key={account} account={account} connection={connection} />
        ))}
      </List>
      {addresses.length === 1 && <Note>{t('switchAddress.one', named)}</Note>}
      {addresses.length > 1 && mayAsk && <Note>{t('switchAddress.mayAsk', named)}</Note>}
    </div>
  )
}

function AddressRow({ account, connection }: { account: Caip10; connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const { address } = parseCaip10(account)
  const balance = useAtomValue(balancesAtom)[account]
  const kind = connection.details?.find((one) => one.address === address)?.type
  const isActive = account === connection.active
  const choose = () => {
    chooseAccount(context, account)
    go.back(context)
  }
  return (
    <Row
      start={<Avatar address={address} size={32} />}
      title={<DisplayAddress address={address} />}
      detail={
        <>
          {(kind === 'payment' || kind === 'ordinal') && <span>{t(`account.addresses.${kind}`)}</span>}
          <AddressLabel address={address} />
        </>
      }
      end={balance && 'formatted' in balance ? <bdi>{`${balance.formatted} ${balance.symbol}`}</bdi> : undefined}
      selectedLabel={isActive ? t('switchAddress.selected') : undefined}
      data-focus-key={account}
      onClick={choose}
    />
  )
}
