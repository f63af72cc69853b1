/** Shown after a wallet was created: offers a passkey, and warns if the wallet has no recovery method. */
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { WaitingRing } from '../../../shared/ui/ring/WaitingRing.tsx'
import type { OfferScreen } from '../security.ts'
import { TroubleNote } from './TroubleNote.tsx'

interface OfferViewProps {
  screen: OfferScreen
  isWarning: boolean
  host: string
  /** Called during the press. */
  onAdd: () => void
  onLeave: () => void
}

export function OfferView({ screen, isWarning, host, onAdd, onLeave }: OfferViewProps) {
  const { methods, isAdding = false, isOpening = false, trouble, done } = screen
  const t = useWalletMessages()
  if (done)
    return (
      <EmptyState
        heading="h1"
        picture={
          <WaitingRing state="done">
            <Icon name="key" size={32} />
          </WaitingRing>
        }
        title={t('offer.done.title')}
        text={t('offer.done.text')}
      >
        <Button variant="primary" onClick={onLeave}>
          {t('security.done')}
        </Button>
      </EmptyState>
    )
  return (
    <EmptyState
      heading="h1"
      icon={isWarning ? 'warning' : 'key'}
      tone={isWarning ? 'caution' : 'neutral'}
      title={t(isWarning ? 'offer.alone.title' : 'offer.title')}
      text={
        isWarning
          ? t('offer.alone.warning', { site: host })
          : t(methods.length > 0 ? 'offer.text' : 'offer.alone.text', { site: host })
      }
    >
      <TroubleNote trouble={trouble} />
      <Button variant="primary" icon="key" busy={isAdding || isOpening} onClick={onAdd}>
        {t(isAdding ? 'recovery.adding' : trouble ? 'security.again' : 'recovery.add')}
      </Button>
      <Button variant="quiet" onClick={onLeave}>
        {t(isWarning ? 'offer.alone.leave' : 'security.notNow')}
      </Button>
    </EmptyState>
  )
}
