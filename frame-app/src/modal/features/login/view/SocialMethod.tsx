/** The social logins of Connect: the first as a wide button, the others as their marks, those without room behind "more". */
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { LazyIcon } from '../../../../shared/ui/icon/LazyIcon.tsx'
import { SocialMark } from '../../../../shared/ui/images/SocialMark.tsx'
import type { OfferedSocial } from '../../../../shared/ui/images/social.ts'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { startSocial } from '../social-login.ts'
import styles from './Social.module.css'
import { useSocials } from './use-socials.ts'

/** Number of marks beside the wide button; if there are more logins, the last mark is "more". */
const room = 5

export function SocialMethod({ disabledReason }: { disabledReason: string | undefined }) {
  const context = useModal()
  const t = useAllMessages()
  const socials = useSocials()
  const wide = socials.length === 2 ? undefined : socials[0]
  const rest = socials.slice(wide ? 1 : 0)
  const shown = rest.length > room ? rest.slice(0, room - 1) : rest
  const press = (focusKey: string, begin: () => void) => ({
    'data-focus-key': focusKey,
    'aria-disabled': disabledReason !== undefined || undefined,
    title: disabledReason,
    onClick: () => {
      if (disabledReason === undefined) begin()
    },
  })
  const login = (social: OfferedSocial) => press(`social/${social.id}`, () => startSocial(context, social))
  return (
    <fieldset className={styles.socials} aria-label={t('social.logins')}>
      {wide && (
        <button type="button" className={styles.wide} {...login(wide)}>
          <SocialMark social={wide} />
          <span>{t('social.continue', { provider: wide.name })}</span>
        </button>
      )}
      {shown.length > 0 && (
        <div className={styles.marks}>
          {shown.map((social) => (
            <button
              key={social.id}
              type="button"
              className={styles.mark}
              {...login(social)}
              aria-label={t('social.continue', { provider: social.name })}
            >
              <SocialMark social={social} />
            </button>
          ))}
          {shown.length < rest.length && (
            <button
              type="button"
              className={styles.mark}
              {...press('socials', () => go.push(context, { view: 'ConnectSocials' }))}
              aria-label={t('social.more')}
            >
              <LazyIcon name="more" />
            </button>
          )}
        </div>
      )}
    </fieldset>
  )
}
