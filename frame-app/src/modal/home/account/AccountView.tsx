/** The connected account: address, value, holdings and history, other accounts, and actions. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { Provider, useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { hasDriver } from '../../../shared/chains/registry.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Avatar } from '../../../shared/ui/images/Avatar.tsx'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import { Tabs } from '../../../shared/ui/tabs/Tabs.tsx'
import { useModal } from '../../core/modal-context.ts'
import { GatewayImage } from '../../kit/images/GatewayImage.tsx'
import { NotConnected } from '../../kit/NotConnected.tsx'
import { canReadBalance } from '../../session/balance.ts'
import { chooseAccount } from '../../session/choose-account.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { activeConnectionAtom, otherConnectionsAtom } from '../../session/state/active-connection.ts'
import { activeBalanceAtom } from '../../session/state/balance.ts'
import { activeIdentityAtom } from '../../session/state/identity.ts'
import { AccountActions } from './AccountActions.tsx'
import { AccountTabs } from './AccountTabs.tsx'
import styles from './AccountView.module.css'
import { AddressButton } from './AddressButton.tsx'
import { AddressLabel } from './AddressLabel.tsx'
import { OtherAccounts } from './OtherAccounts.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { stillStore } from './still-store.ts'
import { Worth } from './Worth.tsx'

export function AccountView() {
  const { store } = useModal()
  // Disconnecting removes the account before the wallet has answered; the view stays as it is until the modal has closed.
  const [{ shown, hold }] = useState(() => stillStore(store))
  return (
    <Provider store={shown}>
      <Current onLeave={hold} />
    </Provider>
  )
}

function Current({ onLeave }: { onLeave: () => void }) {
  const connection = useAtomValue(activeConnectionAtom)
  return connection ? <Account connection={connection} onLeave={onLeave} /> : <NotConnected />
}

function Account({ connection, onLeave }: { connection: Connected; onLeave: () => void }) {
  const context = useModal()
  const t = useAllMessages()
  const others = useAtomValue(otherConnectionsAtom)
  const balance = useAtomValue(activeBalanceAtom)
  const { address, namespace } = parseCaip10(connection.active)
  const { wallet } = connection
  const identity = useAtomValue(activeIdentityAtom)
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <GatewayImage
          path={identity?.avatar}
          name=""
          id={address}
          size={56}
          fallback={
            <Avatar
              address={address}
              badge={<WalletIcon id={wallet.id} name={wallet.name} src={wallet.icon} size={20} />}
            />
          }
        />
        {identity?.name !== undefined && (
          <p className={styles.name} title={identity.name}>
            <bdi>{identity.name}</bdi>
          </p>
        )}
        <AddressTabs connection={connection}>
          <AddressButton address={address} />
          <AddressLabel address={address} />
          {canReadBalance(context, connection.chainId) ? (
            <Worth balance={balance} />
          ) : (
            namespace === 'bip122' && <p className={styles.age}>{t('account.balance.unavailable')}</p>
          )}
          {!hasDriver(namespace) && (
            <p className={styles.wallet}>{t('account.balance.notRead', { chain: t(`multichain.${namespace}`) })}</p>
          )}
        </AddressTabs>
        {wallet.type !== 'auth' && (
          <p className={styles.wallet}>{t('account.connectedWith', { wallet: wallet.name })}</p>
        )}
      </div>
      <Shortcuts />
      <AccountTabs connection={connection} />
      <OtherAccounts connections={others} />
      <AccountActions connection={connection} onLeave={onLeave} />
    </div>
  )
}

const kinds = ['payment', 'ordinal'] as const

/** The addresses of a Bitcoin wallet: one for payments and one for ordinals, of which one is the connected account. With one kind, only the content. */
function AddressTabs({ connection, children }: { connection: Connected; children: ReactNode }) {
  const context = useModal()
  const t = useAllMessages()
  const { active, chainId, details = [] } = connection
  const { address } = parseCaip10(active)
  const current = details.find((one) => one.address === address)?.type
  const own = kinds.flatMap((kind) => details.find(({ type }) => type === kind) ?? [])
  if (own.length < kinds.length || (current !== 'payment' && current !== 'ordinal')) return children
  return (
    <Tabs
      label={t('account.addresses')}
      tabs={kinds.map((name) => ({ name, label: t(`account.addresses.${name}`) }))}
      current={current}
      onChoose={(kind) => {
        const chosen = own.find(({ type }) => type === kind)
        if (chosen) chooseAccount(context, `${chainId}:${chosen.address}`)
      }}
    >
      {children}
    </Tabs>
  )
}
