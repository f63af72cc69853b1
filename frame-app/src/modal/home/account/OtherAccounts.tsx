/** The user's accounts in other namespaces, each with its network. A press copies the address. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { NetworkIcon } from '../../../shared/ui/images/NetworkIcon.tsx'
import { SectionLabel } from '../../../shared/ui/label/SectionLabel.tsx'
import { List } from '../../../shared/ui/list/List.tsx'
import { Row } from '../../../shared/ui/row/Row.tsx'
import { DisplayAddress } from '../../kit/lists/DisplayAddress.tsx'
import type { Connected } from '../../session/state/accounts.ts'
import { networksAtom } from '../../session/state/network.ts'
import { AddressLabel } from './AddressLabel.tsx'
import { useCopyAddress } from './use-copy-address.ts'

export function OtherAccounts({ connections }: { connections: readonly Connected[] }) {
  const t = useAllMessages()
  if (connections.length === 0) return null
  return (
    <div>
      <SectionLabel>{t('account.others')}</SectionLabel>
      <List label={t('account.others')}>
        {connections.map((connection) => (
          <OtherAccount key={connection.chainId} connection={connection} />
        ))}
      </List>
    </div>
  )
}

function OtherAccount({ connection: { active, chainId } }: { connection: Connected }) {
  const t = useAllMessages()
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)
  const { address } = parseCaip10(active)
  const { copy, icon, spoken } = useCopyAddress(address)
  const name = network?.name ?? t('account.network.unsupported')
  return (
    <Row
      start={<NetworkIcon id={chainId} name={name} src={network?.icon} size={32} />}
      title={name}
      detail={
        <>
          <DisplayAddress address={address} />
          <AddressLabel address={address} />
        </>
      }
      end={<Icon name={icon} size={16} />}
      aria-label={t('account.name.copy', { name: `${name}. ${spoken}` })}
      onClick={copy}
    />
  )
}
