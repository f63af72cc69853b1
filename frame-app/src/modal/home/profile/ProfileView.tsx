/** Settings of the account and of the modal itself. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { VisuallyHidden } from '../../../shared/ui/base/VisuallyHidden.tsx'
import { Avatar } from '../../../shared/ui/images/Avatar.tsx'
import { useModal } from '../../core/modal-context.ts'
import { NotConnected } from '../../kit/NotConnected.tsx'
import { loadOwnNames } from '../../session/identity.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { AddressButton } from '../account/AddressButton.tsx'
import { About } from './About.tsx'
import { Accounts } from './Accounts.tsx'
import { Appearance } from './Appearance.tsx'
import { EmailRow } from './EmailRow.tsx'
import { NameRow } from './NameRow.tsx'
import { Privacy } from './Privacy.tsx'
import styles from './ProfileView.module.css'
import { Sessions } from './Sessions.tsx'

export function ProfileView() {
  const connection = useAtomValue(activeConnectionAtom)
  return connection ? <Profile key={connection.active} connection={connection} /> : <NotConnected />
}

function Profile({ connection }: { connection: Connected }) {
  const context = useModal()
  const { address } = parseCaip10(connection.active)
  useEffect(() => context.scope.run(loadOwnNames(context)), [context])
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <Avatar address={address} />
        <AddressButton address={address} />
        {connection.profile !== undefined && <Email email={connection.profile} />}
      </div>
      <NameRow connection={connection} />
      <EmailRow connection={connection} />
      <Accounts />
      <Appearance />
      <Privacy />
      <Sessions />
      <About />
    </div>
  )
}

function Email({ email }: { email: string }) {
  const t = useAllMessages()
  return (
    <p className={styles.email}>
      <VisuallyHidden>{t('account.email')}</VisuallyHidden>
      {email}
    </p>
  )
}
