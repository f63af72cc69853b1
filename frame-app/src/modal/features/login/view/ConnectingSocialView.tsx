/** Waits for the provider's window, and shows each outcome. */
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { SocialMark } from '../../../../shared/ui/images/SocialMark.tsx'
import { type RingState, WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { dappAtom, optionsAtom } from '../../../core/options.ts'
import { HelpLink } from '../../../kit/HelpLink.tsx'
import { appAround, InApp } from '../../../kit/InApp.tsx'
import { go } from '../../../session/navigate.ts'
import { bringForward, makeSeparateWallet, openKnownWallet, startSocial } from '../social-login.ts'
import { leaveForProvider, prepareToLeave } from '../social-redirect.ts'
import { type SocialLogin, socialLoginAtom } from '../state/social-login.ts'
import styles from './Social.module.css'
import { useTroubleText } from './TroubleText.tsx'
import { useLast } from './use-shown-login.ts'
import { useSocials } from './use-socials.ts'

type Shown = Exclude<SocialLogin, { step: 'idle' }>
type Windowed = Exclude<Shown, { step: 'code' }>

export function ConnectingSocialView() {
  const login = useShown()
  return login && login.step !== 'code' && <Connecting {...login} />
}

/** The login, or its last state while the modal fades out. */
export function useShown(): Shown | undefined {
  const login = useAtomValue(socialLoginAtom)
  return useLast(login.step === 'idle' ? undefined : login)
}

/** Every state of a login except the code of Farcaster. */
export function Connecting(login: Windowed) {
  const context = useModal()
  const t = useAllMessages()
  const words = useWords(login)
  const socials = useSocials()
  const mayLeave = useAtomValue(optionsAtom)?.features.socialRedirect === true
  const match = numberOf(login)
  const { provider } = login
  const social = socials.find(({ id }) => id === provider.id) ?? { ...provider, icon: undefined }
  const app = appOf(login)
  const another = <Button onClick={() => go.back(context)}>{t('social.another')}</Button>
  return (
    <div data-font="fixed">
      <EmptyState
        picture={
          <WaitingRing state={ringState(login)}>
            {match !== undefined ? (
              <span className={styles.match}>{match}</span>
            ) : (
              <SocialMark social={social} size={32} />
            )}
          </WaitingRing>
        }
        title={words.title}
        text={words.text}
      >
        {words.note !== undefined && (
          <p className={styles.note} role="status">
            {words.note}
          </p>
        )}
        {login.step === 'window' && login.status !== 'refused' && (
          <Button variant={login.status === 'blocked' ? 'primary' : 'secondary'} onClick={() => bringForward(context)}>
            {login.status === 'blocked' ? t('social.blocked.action', { provider: provider.name }) : t('social.forward')}
          </Button>
        )}
        {app !== undefined && (
          <>
            {another}
            <InApp />
          </>
        )}
        {login.step === 'window' && login.status !== 'confirm' && login.status !== 'refused' && mayLeave && (
          <Button onClick={() => context.scope.run(prepareToLeave(context))}>{t('social.redirect')}</Button>
        )}
        {login.step === 'leaving' && login.ready && (
          <Button variant="primary" onClick={() => context.scope.run(leaveForProvider(context))}>
            {t('social.continue', { provider: provider.name })}
          </Button>
        )}
        {login.step === 'emailKnown' && (
          <>
            <Button variant="primary" onClick={() => context.scope.run(openKnownWallet(context))}>
              {t('social.known.email')}
            </Button>
            <Button onClick={() => makeSeparateWallet(context)}>{t('social.known.separate')}</Button>
          </>
        )}
        {login.step === 'over' && (
          <>
            <Button variant="primary" onClick={() => startSocial(context, provider)}>
              {t('common.tryAgain')}
            </Button>
            {another}
            <HelpLink />
          </>
        )}
      </EmptyState>
    </div>
  )
}

/** The app around the page, if it keeps the login's window from opening. */
const appOf = (login: Windowed): string | undefined =>
  login.step === 'window' && (login.status === 'blocked' || login.status === 'refused')
    ? appAround(navigator.userAgent)
    : undefined

/** The number that the user now has to pick, or to remember. */
function numberOf(login: Windowed): string | undefined {
  if (login.step === 'leaving') return login.ready?.match
  return login.step === 'window' && login.status === 'confirm' ? login.match : undefined
}

function ringState(login: Windowed): RingState {
  if (login.step === 'done') return 'done'
  if (login.step === 'over') return login.trouble.reason === 'DENIED' ? 'declined' : 'failed'
  return 'waiting'
}

function useWords(login: Windowed): { title: string; text: string; note?: string | undefined } {
  const t = useAllMessages()
  const troubleText = useTroubleText()
  const app = useAtomValue(dappAtom).name
  const { name: provider } = login.provider
  switch (login.step) {
    case 'window': {
      const note = login.isUnreachable ? t('social.unreachable') : undefined
      const around = appOf(login)
      if (around !== undefined) {
        const text = login.status === 'refused' ? 'inApp.social.text' : 'inApp.text'
        return {
          title: t('inApp.social.title', { provider }),
          text: t(text, { provider, app: around || t('inApp.another') }),
          note,
        }
      }
      if (login.status === 'confirm') return { title: t('social.confirm.title'), text: t('social.confirm.text'), note }
      const text = login.status === 'blocked' ? t('social.blocked.text') : t('social.waiting.text')
      const number = login.match === undefined ? '' : ` ${t('social.match.text', { number: login.match })}`
      const title = login.status === 'blocked' ? t('social.blocked.title') : t('social.waiting.title', { provider })
      return { title, text: text + number, note }
    }
    case 'leaving':
      return login.ready
        ? {
            title: t('social.leaving.number', { number: login.ready.match }),
            text: t('social.leaving.text', { provider }),
          }
        : { title: t('social.leaving.title', { provider }), text: '' }
    case 'opening':
      return {
        title: t('emailOpen.title'),
        text: login.isSlow ? t('emailOpen.slow.text') : t('emailOpen.text'),
      }
    case 'emailKnown':
      return { title: t('social.known.title'), text: t('social.known.text', { email: login.email }) }
    case 'over':
      return {
        title: t('social.failed.title'),
        text: login.trouble.reason === 'DENIED' ? t('social.declined.text') : troubleText(login.trouble),
      }
    case 'done':
      return { title: t('emailOpen.done.title'), text: t('connecting.done.text', { app }) }
  }
}
