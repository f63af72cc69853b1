/** A listed wallet that is not installed in this browser: where to get it, and a button that checks again without a reload. */
import type { CustomWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button, LinkButton } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { useAnnounce } from '../../../../shared/ui/live/LiveRegions.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { useOpenLink } from '../../../kit/ExternalLink.tsx'
import { recheckInstalled } from '../connect-again.ts'

interface NotInstalledProps {
  id: string
  name: string
  icon: string | undefined
  listing: CustomWallet | undefined
}

export function NotInstalled({ id, name, icon, listing }: NotInstalledProps) {
  const context = useModal()
  const t = useAllMessages()
  const announce = useAnnounce()
  const [check, setCheck] = useState<'idle' | 'busy' | 'missing'>('idle')
  const stores = [
    [listing?.chromeStore, 'downloads.chrome'],
    [listing?.appStore, 'downloads.ios'],
    [listing?.playStore, 'downloads.android'],
    [listing?.homepage, 'downloads.website'],
  ] as const
  const recheck = async () => {
    setCheck('busy')
    if (await recheckInstalled(context, id)) return
    setCheck('missing')
    announce(t('connecting.notInstalled.stillMissing', { wallet: name }), { assertive: true })
  }
  return (
    <EmptyState
      picture={<WalletIcon id={id} name={name} src={icon} size={64} />}
      title={t('connecting.notInstalled.title', { wallet: name })}
      text={
        check === 'missing'
          ? t('connecting.notInstalled.stillMissing', { wallet: name })
          : t('connecting.notInstalled.text')
      }
    >
      {stores.map(([href, key]) => href && <StoreLink key={key} href={href} label={t(key)} />)}
      <Button variant="primary" busy={check === 'busy'} onClick={() => context.scope.run(recheck())}>
        {t('connecting.notInstalled.recheck')}
      </Button>
    </EmptyState>
  )
}

function StoreLink({ href, label }: { href: string; label: string }) {
  return (
    <LinkButton href={href} target="_blank" icon="external" onClick={useOpenLink(href)}>
      {label}
    </LinkButton>
  )
}
