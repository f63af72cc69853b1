/** A wallet as an extension of this browser: connects if it is installed, otherwise shows where to get it. */
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { useAnnounce } from '../../../../shared/ui/live/LiveRegions.tsx'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { useModal } from '../../../core/modal-context.ts'
import { offeredConnectorsAtom } from '../../../session/state/connectors.ts'
import { connect } from '../../connect/connect.ts'
import { discoverAgain } from '../../connect/connect-again.ts'
import { installedAs } from '../../listing/state/wallet-tiles.ts'
import styles from './ConnectingWalletConnectView.module.css'
import { GetLine } from './GetLine.tsx'

export function BrowserPanel({ wallet, icon }: { wallet: ListedWallet; icon: React.ReactNode }) {
  const context = useModal()
  const t = useAllMessages()
  const announce = useAnnounce()
  const installed = installedAs(wallet, useAtomValue(offeredConnectorsAtom))
  const [check, setCheck] = useState<'idle' | 'busy' | 'missing'>('idle')
  const { name } = wallet
  const recheck = async () => {
    setCheck('busy')
    await discoverAgain(context)
    const found = installedAs(wallet, context.store.get(offeredConnectorsAtom))
    setCheck(found ? 'idle' : 'missing')
    if (found) context.scope.run(connect(context, found.key))
    else announce(t('connecting.notInstalled.stillMissing', { wallet: name }), { assertive: true })
  }
  if (installed)
    return (
      <EmptyState
        picture={icon}
        title={t('connecting.waiting.title', { wallet: name })}
        text={<span className={styles.text}>{t('platform.installed', { wallet: name })}</span>}
      >
        <Button variant="primary" onClick={() => context.scope.run(connect(context, installed.key))}>
          {t('common.continue')}
        </Button>
      </EmptyState>
    )
  const text = check === 'missing' ? 'connecting.notInstalled.stillMissing' : 'platform.notDetected.text'
  return (
    <EmptyState
      picture={icon}
      title={t('platform.notDetected')}
      text={<span className={styles.text}>{t(text, { wallet: name })}</span>}
    >
      <Button busy={check === 'busy'} onClick={() => context.scope.run(recheck())}>
        {t('connecting.notInstalled.recheck')}
      </Button>
      <GetLine wallet={wallet} />
    </EmptyState>
  )
}
