/** The email login of the embedded wallet, and a button to change it. A wallet of a social login can add one. */
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { List } from '../../../shared/ui/list/List.tsx'
import { Row } from '../../../shared/ui/row/Row.tsx'
import { useModal } from '../../core/modal-context.ts'
import type { Connected } from '../../session/state/accounts.ts'

export function EmailRow({ connection }: { connection: Connected }) {
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
