/** Every connected account, with its kind and what that means. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useId } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { NetworkIcon } from '../../../shared/ui/images/NetworkIcon.tsx'
import { SectionLabel } from '../../../shared/ui/label/SectionLabel.tsx'
import { PlainList } from '../../../shared/ui/list/PlainList.tsx'
import type { Connected } from '../../state/accounts.ts'
import { connectedAtom } from '../../state/connected.ts'
import { networksAtom } from '../../state/network.ts'
import { DisplayAddress } from '../lists/DisplayAddress.tsx'
import styles from './ProfileView.module.css'

export function Accounts() {
  const t = useAllMessages()
  const id = useId()
  const connections = useAtomValue(connectedAtom)
  return (
    <section aria-labelledby={id}>
      <SectionLabel id={id}>{t('profile.accounts')}</SectionLabel>
      <PlainList>
        {connections.map((connection) => (
          <Account key={connection.active} connection={connection} />
        ))}
      </PlainList>
    </section>
  )
}

function Account({ connection }: { connection: Connected }) {
  const t = useAllMessages()
  const { active, chainId } = connection
  const network = useAtomValue(networksAtom).find((candidate) => candidate.id === chainId)
  const kind = kindOf(connection)
  const name = network?.name ?? t('account.network.unsupported')
  return (
    <li className={styles.account}>
      <NetworkIcon id={chainId} name={name} src={network?.icon} size={32} />
      <div className={styles.text}>
        <p className={styles.line}>
          <DisplayAddress address={parseCaip10(active).address} />
          <span>{name}</span>
        </p>
        <p className={styles.note}>
          <b>{t(`profile.type.${kind}`)}</b> {t(`profile.type.${kind}.text`)}
        </p>
      </div>
    </li>
  )
}

/** As the page is told (specification §6). */
function kindOf({ accountType, active, chainId, details }: Connected): 'smart' | 'payment' | 'ordinal' | 'plain' {
  if (accountType === 'smartAccount') return 'smart'
  if (!chainId.startsWith('bip122:')) return 'plain'
  const { address } = parseCaip10(active)
  return details?.find((one) => one.address === address)?.type === 'ordinal' ? 'ordinal' : 'payment'
}
