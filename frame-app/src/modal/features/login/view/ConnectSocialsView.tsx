/** All social logins. The terms have been accepted on Connect. */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { SocialMark } from '../../../../shared/ui/images/SocialMark.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { startSocial } from '../social-login.ts'
import styles from './Social.module.css'
import { useSocials } from './use-socials.ts'

export function ConnectSocialsView() {
  const context = useModal()
  const t = useAllMessages()
  return (
    <div className={styles.all}>
      <List label={t('social.logins')}>
        {useSocials().map((social) => (
          <Row
            key={social.id}
            start={<SocialMark social={social} size={32} />}
            title={social.name}
            chevron
            data-focus-key={`social/${social.id}`}
            onClick={() => startSocial(context, social)}
          />
        ))}
      </List>
    </div>
  )
}
