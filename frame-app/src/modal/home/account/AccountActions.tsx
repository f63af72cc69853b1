/** Email address and pages of the embedded wallet, explorer, disconnect. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { explorerAddressUrl } from '@airlock/protocol/scalars/explorer.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { VisuallyHidden } from '../../../shared/ui/base/VisuallyHidden.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { List } from '../../../shared/ui/list/List.tsx'
import { LinkRow, Row } from '../../../shared/ui/row/Row.tsx'
import { useModal } from '../../core/modal-context.ts'
import { useOpenLink } from '../../kit/ExternalLink.tsx'
import { close } from '../../session/close.ts'
import { disconnect } from '../../session/disconnect.ts'
import { go } from '../../session/navigate.ts'
import { toast } from '../../session/notify.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { addressesOf } from '../../session/state/addresses.ts'
import { networksAtom } from '../../session/state/network.ts'
import styles from './AccountView.module.css'

export function AccountActions({ connection, onLeave }: { connection: Connected; onLeave: () => void }) {
  const context = useModal()
  const t = useAllMessages()
  const network = useAtomValue(networksAtom).find(({ id }) => id === connection.chainId)
  const [isBusy, setBusy] = useState(false)
  const { address, namespace } = parseCaip10(connection.active)
  const count = addressesOf(connection).length
  const explorer = network && explorerAddressUrl(network, address)
  const leave = async () => {
    setBusy(true)
    onLeave()
    try {
      await disconnect(context, namespace)
    } catch {
      toast(context, 'error', 'toast.disconnectFailed')
    }
    close(context, 'user')
  }
  const isEmbedded = connection.wallet.type === 'auth'
  return (
    <>
      {isEmbedded && connection.profile !== undefined && <EmailLine email={connection.profile} />}
      <List label={t('account.actions')}>
        {count > 1 && (
          <Row
            start={<Icon name="wallet" />}
            title={t('account.switchAddress')}
            detail={t('account.switchAddress.count', { count })}
            data-focus-key="switch-address"
            onClick={() => go.push(context, { view: 'SwitchAddress' })}
          />
        )}
        {explorer && <ExplorerRow href={explorer} />}
        {isEmbedded && <WalletRows />}
        <Row
          start={<Icon name="info" />}
          title={t('profile.title')}
          data-focus-key="settings"
          onClick={() => go.push(context, { view: 'Profile' })}
        />
        <Row
          start={<Icon name="disconnect" />}
          title={t(leaveWords[isEmbedded ? 'signOut' : 'disconnect'][isBusy ? 'busy' : 'idle'])}
          busy={isBusy}
          onClick={() => context.scope.run(leave())}
        />
      </List>
    </>
  )
}

const leaveWords = {
  disconnect: { idle: 'account.disconnect', busy: 'account.disconnect.busy' },
  signOut: { idle: 'account.signOut', busy: 'account.signOut.busy' },
} as const

function EmailLine({ email }: { email: string }) {
  const t = useAllMessages()
  return (
    <p className={styles.email}>
      <Icon name="mail" />
      <VisuallyHidden>{t('account.email')}</VisuallyHidden>
      <span className={styles.emailText}>{email}</span>
    </p>
  )
}

/** Rows that open pages of the embedded wallet, which renders them itself. */
function WalletRows() {
  const context = useModal()
  const t = useAllMessages()
  return pages.map(({ page, icon }) => (
    <Row
      key={page}
      start={<Icon name={icon} />}
      title={t(`account.${page}`)}
      data-focus-key={page}
      onClick={() =>
        context.scope.run(
          import('../../features/embedded/wallet-screen.ts').then((flow) => flow.showWalletPage(context, page)),
        )
      }
    />
  ))
}

const pages = [
  { page: 'devices', icon: 'desktop' },
  { page: 'recovery', icon: 'key' },
  { page: 'logins', icon: 'lock' },
] as const

function ExplorerRow({ href }: { href: string }) {
  const t = useAllMessages()
  return (
    <LinkRow
      href={href}
      target="_blank"
      start={<Icon name="external" />}
      title={t('account.explorer')}
      onClick={useOpenLink(href)}
    />
  )
}
