/** The connected account: who, how much, where, and the way out (ux §3.4.10). */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Avatar } from '../../../shared/ui/images/Avatar.tsx'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import { go } from '../../flows/navigate.ts'
import { useModal } from '../../modal-context.ts'
import { activeConnectionAtom, type Connected } from '../../state/accounts.ts'
import { AccountActions } from './AccountActions.tsx'
import styles from './AccountView.module.css'
import { AddressButton } from './AddressButton.tsx'
import { BalanceFigure } from './BalanceFigure.tsx'

export function AccountView() {
  const connection = useAtomValue(activeConnectionAtom)
  return connection ? <Account connection={connection} /> : <NotConnected />
}

function Account({ connection }: { connection: Connected }) {
  const t = useMessages()
  const { address } = parseCaip10(connection.active)
  const { wallet } = connection
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <Avatar
          address={address}
          badge={<WalletIcon id={wallet.id} name={wallet.name} src={wallet.icon} size={20} />}
        />
        <AddressButton address={address} />
        <BalanceFigure />
        <p className={styles.wallet}>{t('account.connectedWith', { wallet: wallet.name })}</p>
      </div>
      <AccountActions connection={connection} />
    </div>
  )
}

function NotConnected() {
  const context = useModal()
  const t = useMessages()
  return (
    <EmptyState icon="wallet" title={t('account.notConnected.title')} text={t('account.notConnected.text')}>
      <Button variant="primary" onClick={() => go.reset(context, { view: 'Connect' })}>
        {t('connect.title')}
      </Button>
    </EmptyState>
  )
}
