/** A request waits in a wallet that the page would not open by itself: a real anchor, which the visitor's press opens through the page. */
import { type MouseEvent, useState } from 'react'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { LinkButton } from '../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import { WaitingRing } from '../../../shared/ui/ring/WaitingRing.tsx'
import type { PairingLink } from '../../connectors/walletconnect/links.ts'
import { openWallet } from '../../flows/to-wallet.ts'
import { useModal } from '../../modal-context.ts'
import styles from './ConnectingWalletConnectView.module.css'

export function OpenWalletView({ wallet, link }: { wallet: string; link: PairingLink }) {
  const context = useModal()
  const t = useMessages()
  const [state, setState] = useState<'asking' | 'opened' | 'blocked'>('asking')
  const open = async (event: MouseEvent) => {
    event.preventDefault()
    setState((await openWallet(context, link)) ? 'opened' : 'blocked')
  }
  return (
    <EmptyState
      picture={
        <WaitingRing state="waiting">
          <WalletIcon id={wallet} name={wallet} src={undefined} size={64} />
        </WaitingRing>
      }
      title={t('connecting.waiting.title', { wallet })}
      text={
        <span className={styles.text}>
          {t(state === 'blocked' ? 'openWallet.blocked' : 'openWallet.text', { wallet })}
        </span>
      }
    >
      <LinkButton
        variant="primary"
        icon="external"
        href={link.href}
        target="_blank"
        onClick={(event) => void open(event)}
      >
        {t(state === 'opened' ? 'common.openAgain' : 'pairing.open')}
      </LinkButton>
    </EmptyState>
  )
}
