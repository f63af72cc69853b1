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
  const ways: readonly Way[] = isPasskeyFirst ? ['passkey', 'device'] : hasPasskey ? ['device', 'passkey'] : ['device']
  const labels: Readonly<Record<Way, WalletKey>> = {
    device: opening === 'device' ? 'lock.unlocking' : isAgain ? 'security.again' : 'lock.unlock',
    passkey: 'lock.passkey',
  }
  return (
    <div role="status">
      <EmptyState
        heading="h1"
        icon={trouble ? 'warning' : 'lock'}
        tone={trouble ? 'caution' : 'neutral'}
        title={t(title)}
        text={t(text)}
      >
        {ways.map((by) => (
          <Button
            key={by}
            variant={by === ways[0] ? 'primary' : 'secondary'}
            icon={by === 'passkey' ? 'key' : undefined}
            busy={opening === by}
            aria-disabled={opening !== undefined || undefined}
            onClick={() => onPress(by)}
          >
            {t(labels[by])}
          </Button>
        ))}
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
