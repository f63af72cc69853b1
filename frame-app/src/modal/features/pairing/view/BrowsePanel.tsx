/** A wallet that opens the page in its own browser. A text explains that the user leaves this browser, and a press is needed. */
import { type ReactNode, useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { useModal } from '../../../core/modal-context.ts'
import { browseIn } from '../open-wallet-link.ts'
import styles from './ConnectingWalletConnectView.module.css'
import { GetLine } from './GetLine.tsx'

const words = {
  ask: 'platform.browse',
  /** The wallet is already installed in this browser. */
  here: 'platform.installed',
  blocked: 'toast.linkBlocked',
} as const

export function BrowsePanel({ wallet, icon }: { wallet: ListedWallet; icon: ReactNode }) {
  const context = useModal()
  const t = useAllMessages()
  const [state, setState] = useState<keyof typeof words>('ask')
  const browse = async () => {
    const outcome = await browseIn(context, wallet.id)
    if (outcome !== 'opened') setState(outcome)
  }
  return (
    <EmptyState
      picture={icon}
      title={t('connecting.waiting.title', { wallet: wallet.name })}
      text={<span className={styles.text}>{t(words[state], { wallet: wallet.name })}</span>}
    >
      <Button variant="primary" icon="external" onClick={() => context.scope.run(browse())}>
        {t('pairing.open')}
      </Button>
      <GetLine wallet={wallet} />
    </EmptyState>
  )
}
