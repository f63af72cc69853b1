/** Settings of the account and of the modal itself. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { VisuallyHidden } from '../../../shared/ui/base/VisuallyHidden.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { Avatar } from '../../../shared/ui/images/Avatar.tsx'
import { List } from '../../../shared/ui/list/List.tsx'
import { Row } from '../../../shared/ui/row/Row.tsx'
import { useModal } from '../../core/modal-context.ts'
import { optionsAtom } from '../../core/options.ts'
import { Section } from '../../kit/lists/Section.tsx'
import { NotConnected } from '../../kit/NotConnected.tsx'
import { loadOwnNames } from '../../session/identity.ts'
import { go } from '../../session/navigate.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../session/state/active-connection.ts'
import { AddressButton } from '../account/AddressButton.tsx'
import { Accounts } from './Accounts.tsx'
import { Appearance } from './Appearance.tsx'
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

/** The email login of the embedded wallet, and a button to change it. A wallet of a social login can add one. */
function EmailRow({ connection }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  if (connection.wallet.type !== 'auth') return null
  const { email, social } = connection.user ?? {}
  const isOfEmail = email !== undefined && social === undefined
  return (
    <List label={t('account.email')}>
      <Row
        start={<Icon name="mail" />}
        title={isOfEmail ? t('emailChange.title') : t('profile.emailLogin')}
        detail={isOfEmail ? email : undefined}
        chevron
        data-focus-key="email"
        onClick={() =>
          context.scope.run(
            import('../../features/login/email-change.ts').then((flow) => flow.openEmailChange(context)),
          )
        }
      />
    </List>
  )
}

function About() {
  const context = useModal()
  const t = useAllMessages()
  const version = useAtomValue(optionsAtom)?.sdkVersion ?? ''
  return (
    <Section title={t('profile.about')}>
      <List label={t('profile.about')}>
        <Row
          start={<Icon name="help" />}
          title={t('profile.diagnostics')}
          chevron
          data-focus-key="diagnostics"
          onClick={() => go.push(context, { view: 'Help' })}
        />
      </List>
      <p className={styles.note}>
        {t('profile.version', { version })} <bdi dir="ltr">{context.hello.buildId}</bdi>
      </p>
    </Section>
  )
}
