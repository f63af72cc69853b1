/** Every connected account, with its type and what that means. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { NetworkIcon } from '../../../shared/ui/images/NetworkIcon.tsx'
import { PlainList } from '../../../shared/ui/list/PlainList.tsx'
import { useModal } from '../../core/modal-context.ts'
import { isContract, otherType } from '../../features/embedded/state/account-type.ts'
import { DisplayAddress } from '../../kit/lists/DisplayAddress.tsx'
import { Section } from '../../kit/lists/Section.tsx'
import type { Connected } from '../../session/state/accounts.ts'
import { connectedAtom } from '../../session/state/active-connection.ts'
import { networksAtom } from '../../session/state/network.ts'
import { chooseAccountType } from './account-type.ts'
import styles from './ProfileView.module.css'

export function Accounts() {
  const t = useAllMessages()
  const connections = useAtomValue(connectedAtom)
  return (
    <Section title={t('profile.accounts')}>
      <PlainList>
        {connections.map((connection) => (
          <Account key={connection.active} connection={connection} />
        ))}
      </PlainList>
    </Section>
  )
}

function Account({ connection }: { connection: Connected }) {
  const t = useAllMessages()
  const { active, chainId } = connection
  const network = useAtomValue(networksAtom).find((candidate) => candidate.id === chainId)
  const kind = kindOf(connection)
  const other = otherType(connection)
  const name = network?.name ?? t('account.network.unsupported')
  return (
    <li className={styles.account}>
      <NetworkIcon id={chainId} name={name} src={network?.icon} size={32} />
      <div className={styles.text}>
        <p className={styles.line}>
          <DisplayAddress address={parseCaip10(active).address} />
          <span>{name}</span>
        </p>
        <p className={styles.note} role="status">
          <b>{t(`profile.type.${kind}`)}</b> {t(`profile.type.${kind}.text`)}
        </p>
        {other && <TypeButton connection={connection} type={other} />}
      </div>
    </li>
  )
}

function TypeButton({ connection, type }: { connection: Connected; type: 'eoa' | 'smartAccount' }) {
  const context = useModal()
  const t = useAllMessages()
  const [isBusy, setBusy] = useState(false)
  const choose = async () => {
    setBusy(true)
    await chooseAccountType(context, connection, type).finally(() => setBusy(false))
  }
  return (
    <Button variant="quiet" busy={isBusy} data-focus-key="account-type" onClick={() => context.scope.run(choose())}>
      {t(`profile.switch.${type}`)}
    </Button>
  )
}

type Kind = 'smart' | 'upgraded' | 'payment' | 'ordinal' | 'plain'

/** As reported to the page (specification §6). */
function kindOf(connection: Connected): Kind {
  const { accountType, active, chainId, details } = connection
  if (accountType === 'smartAccount') return isContract(connection) ? 'smart' : 'upgraded'
  if (!chainId.startsWith('bip122:')) return 'plain'
  const { address } = parseCaip10(active)
  return details?.find((one) => one.address === address)?.type === 'ordinal' ? 'ordinal' : 'payment'
}
