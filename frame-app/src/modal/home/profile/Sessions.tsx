/** The connections with this page, and buttons to end them; for the embedded wallet also the devices that are signed in. */
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { LazyIcon } from '../../../shared/ui/icon/LazyIcon.tsx'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import { List } from '../../../shared/ui/list/List.tsx'
import { Row } from '../../../shared/ui/row/Row.tsx'
import { useModal } from '../../core/modal-context.ts'
import { hasSmartSessions } from '../../features/embedded/smart-sessions.ts'
import { Section } from '../../kit/lists/Section.tsx'
import { disconnect } from '../../session/disconnect.ts'
import { go } from '../../session/navigate.ts'
import { toast } from '../../session/notify.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { connectedAtom } from '../../session/state/active-connection.ts'
import { networksAtom } from '../../session/state/network.ts'

/** One session serves all its namespaces, so it is one row. */
const isOneSession = (one: Connected, other: Connected) =>
  one.wallet.id === other.wallet.id && one.wallet.type === other.wallet.type && one.wallet.name === other.wallet.name

export function Sessions() {
  const context = useModal()
  const t = useAllMessages()
  const connections = useAtomValue(connectedAtom)
  const sessions = connections.filter(
    (connection, place) => connections.findIndex((other) => isOneSession(other, connection)) === place,
  )
  const hasDevices = connections.some(({ wallet }) => wallet.type === 'auth')
  return (
    <Section title={t('profile.sessions')}>
      <List label={t('profile.sessions')}>
        {sessions.map((connection) => (
          <Session key={connection.chainId} connection={connection} />
        ))}
        {hasDevices && (
          <Row
            start={<Icon name="desktop" />}
            title={t('account.devices')}
            chevron
            data-focus-key="devices"
            onClick={() =>
              context.scope.run(
                import('../../features/embedded/wallet-screen.ts').then((flow) =>
                  flow.showWalletPage(context, 'devices'),
                ),
              )
            }
          />
        )}
        {hasDevices && hasSmartSessions(context) && (
          <Row
            start={<LazyIcon name="clock" />}
            title={t('smartSessions.title')}
            chevron
            data-focus-key="smart-sessions"
            onClick={() => go.push(context, { view: 'SmartSessionList' })}
          />
        )}
      </List>
    </Section>
  )
}

function Session({ connection: { wallet, chainId } }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)
  const [isBusy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    try {
      await disconnect(context, namespaceOf(chainId))
    } catch {
      toast(context, 'error', 'toast.disconnectFailed')
    }
    setBusy(false)
  }
  return (
    <Row
      start={<WalletIcon id={wallet.id} name={wallet.name} src={wallet.icon} size={32} />}
      title={wallet.name}
      detail={network?.name}
      end={t('account.disconnect')}
      busy={isBusy}
      aria-label={t('profile.disconnect', { wallet: wallet.name })}
      onClick={() => context.scope.run(end())}
    />
  )
}
