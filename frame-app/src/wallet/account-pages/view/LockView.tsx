/** Shown when the wallet is locked and something needs it: the ways to unlock it. */

import type { WalletKey } from '../../../shared/i18n/message.ts'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import type { LockScreen } from '../../lock/lock.ts'
import type { Way } from '../../lock/lock-state.ts'

interface LockViewProps {
  screen: LockScreen
  onPress: (by: Way) => void
  onLeave: () => void
}

export function LockView({ screen, onPress, onLeave }: LockViewProps) {
  const { opening, hasPasskey, trouble } = screen
  const t = useWalletMessages()
  const [title, text] = words(screen)
  const isAgain = trouble === 'unreachable' || trouble === 'notStored' || trouble === 'otherWallet'
  const isPasskeyFirst = hasPasskey && (isAgain || opening === 'passkey')
  const device = (
    <Button
      key="device"
      variant={isPasskeyFirst ? 'secondary' : 'primary'}
      busy={opening === 'device'}
      aria-disabled={opening !== undefined || undefined}
      onClick={() => onPress('device')}
    >
      {t(opening === 'device' ? 'lock.unlocking' : isAgain ? 'security.again' : 'lock.unlock')}
    </Button>
  )
  const passkey = hasPasskey && (
    <Button
      key="passkey"
      variant={isPasskeyFirst ? 'primary' : 'secondary'}
      icon="key"
      busy={opening === 'passkey'}
      aria-disabled={opening !== undefined || undefined}
      onClick={() => onPress('passkey')}
    >
      {t('lock.passkey')}
    </Button>
  )
  return (
    <div role="status">
      <EmptyState
        heading="h1"
        icon={trouble ? 'warning' : 'lock'}
        tone={trouble ? 'caution' : 'neutral'}
        title={t(title)}
        text={t(text)}
      >
        {isPasskeyFirst ? [passkey, device] : [device, passkey]}
        <Button variant="quiet" onClick={onLeave}>
          {t('security.notNow')}
        </Button>
      </EmptyState>
    </div>
  )
}

function words({ why, trouble, opening, hasPasskey }: LockScreen): readonly [title: WalletKey, text: WalletKey] {
  if (opening) return ['lock.title', 'lock.opening']
  switch (trouble) {
    case undefined:
      return ['lock.title', `lock.${why === 'trouble' ? 'person' : why}`]
    case 'unreachable':
      return ['lock.unreachable.title', hasPasskey ? 'lock.unreachable.passkey' : 'lock.unreachable.wait']
    case 'notStored':
    case 'otherWallet':
      return [`lock.${trouble}.title`, `lock.${trouble}.${hasPasskey ? 'passkey' : 'alone'}`]
    case 'passkeyStopped':
    case 'passkeyWrong':
    case 'failed':
      return [`lock.${trouble}.title`, `lock.${trouble}.text`]
  }
}
