/** A Farcaster login: a code to scan, on a phone a link to the Farcaster app; then the same as every social login. */
import { serviceLimits } from '@airlock/protocol/wallet-service/limits.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import type { ViewKey } from '../../../../shared/i18n/message.ts'
import { Button, LinkButton } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { SocialMark } from '../../../../shared/ui/images/SocialMark.tsx'
import { QrCode } from '../../../../shared/ui/qr/QrCode.tsx'
import { WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { isMobile } from '../../../core/device.ts'
import { CopyLink } from '../../../kit/CopyLink.tsx'
import { useOpenLink } from '../../../kit/ExternalLink.tsx'
import { useLife } from '../../../kit/use-life.ts'
import type { SocialLogin } from '../state/social-login.ts'
import { Connecting, useShown } from './ConnectingSocialView.tsx'
import styles from './Social.module.css'

type Code = Extract<SocialLogin, { step: 'code' }>

const social = { id: 'farcaster', name: 'Farcaster', icon: undefined }

export function ConnectingFarcasterView() {
  const login = useShown()
  if (!login) return null
  if (login.step !== 'code') return <Connecting {...login} />
  return isMobile() ? <PhoneCode {...login} /> : <ScanCode {...login} />
}

function ScanCode({ uri, expiresAt, isUnreachable }: Code) {
  const t = useAllMessages()
  const life = useLife(expiresAt, serviceLimits.socialLifetime * 1000)
  return (
    <EmptyState
      picture={
        <div className={styles.code} data-farcaster-uri={uri} aria-busy={uri === undefined || undefined}>
          <QrCode
            value={uri}
            label={t('farcaster.qr')}
            mark={<SocialMark social={social} size={32} />}
            life={uri === undefined ? undefined : life}
          />
        </div>
      }
      title={t(uri === undefined ? 'pairing.preparing.title' : 'farcaster.code.title')}
      text={<Text text={uri === undefined ? 'pairing.preparing.text' : 'farcaster.code.text'} isOff={isUnreachable} />}
    >
      <CopyLink uri={uri} />
    </EmptyState>
  )
}

function PhoneCode({ uri, isUnreachable }: Code) {
  const t = useAllMessages()
  const open = useOpenLink(uri ?? '')
  return (
    <EmptyState
      picture={
        <WaitingRing state="waiting">
          <SocialMark social={social} size={32} />
        </WaitingRing>
      }
      title={t('farcaster.phone.title')}
      text={<Text text="farcaster.phone.text" isOff={isUnreachable} />}
    >
      {uri === undefined ? (
        <Button variant="primary" busy={true}>
          {t('farcaster.open')}
        </Button>
      ) : (
        <LinkButton variant="primary" icon="external" href={uri} target="_blank" onClick={open}>
          {t('farcaster.open')}
        </LinkButton>
      )}
      <CopyLink uri={uri} />
    </EmptyState>
  )
}

/** What to do, or a notice that the service or the relay cannot be reached, in the same place. */
function Text({ text, isOff }: { text: ViewKey; isOff: boolean }) {
  const t = useAllMessages()
  return (
    <span className={styles.text} role="status">
      {t(isOff ? 'social.unreachable' : text)}
    </span>
  )
}
