/** A request waits in a wallet that the page did not open without a press: shows a real anchor, which the page opens on a press, or else the browser. */

import { readWalletLink } from '@airlock/protocol/scalars/pairing-links.ts'
import { type MouseEvent, useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { LinkButton } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { useModal } from '../../../core/modal-context.ts'
import type { WalletAppLink } from '../../../core/router/routes.ts'
import { openLink } from '../../../session/open-link.ts'

export function OpenWalletView({ wallet, link: { href, target } }: { wallet: string; link: WalletAppLink }) {
  const context = useModal()
  const t = useAllMessages()
  const [isByBrowser, setByBrowser] = useState(false)
  const native = isByBrowser ? readWalletLink(href) : undefined
  const open = (event: MouseEvent) => {
    if (native !== undefined) return
    event.preventDefault()
    context.scope.run(openLink(context, href, target).then((isOpen) => setByBrowser(!isOpen)))
  }
  return (
    <EmptyState
      picture={
        <WaitingRing state="waiting">
          <WalletIcon id={wallet} name={wallet} src={undefined} size={64} />
        </WaitingRing>
      }
      title={t('connecting.waiting.title', { wallet })}
      text={t('openWallet.text')}
    >
      <LinkButton variant="primary" icon="external" href={native ?? href} target="_blank" onClick={open}>
        {t('pairing.open')}
      </LinkButton>
    </EmptyState>
  )
}
