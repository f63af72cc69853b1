/** The name of the account, or a button to get one, if the site offers names. */
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { List } from '../../../shared/ui/list/List.tsx'
import { Row } from '../../../shared/ui/row/Row.tsx'
import { useModal } from '../../core/modal-context.ts'
import { OwnName } from '../../features/names/view/OwnName.tsx'
import { go } from '../../session/navigate.ts'
import type { Connected } from '../../session/state/accounts.ts'
import { activeIdentityAtom, ownNameAtom } from '../../session/state/identity.ts'

export function NameRow({ connection }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const own = useAtomValue(ownNameAtom)
  const hasFailed = useAtomValue(activeIdentityAtom)?.registered === 'failed'
  if (context.project.gatewayUrl === undefined || namespaceOf(connection.chainId) !== 'eip155') return null
  if (own !== undefined) return <OwnName name={own} />
  return (
    <List label={t('names.view')}>
      <Row
        start={<Icon name="info" />}
        title={t('profile.chooseName')}
        detail={hasFailed ? t('names.own.failed') : undefined}
        chevron
        data-focus-key="name"
        onClick={() => go.push(context, { view: 'ChooseAccountName' })}
      />
    </List>
  )
}
