/** Connects one listed wallet: a tab for each platform on which it exists, and a link to get it. */
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import type { ModalKey } from '../../../../shared/i18n/message.ts'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { Tabs } from '../../../../shared/ui/tabs/Tabs.tsx'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { useModal } from '../../../core/modal-context.ts'
import { imageAtomOf } from '../../listing/state/wallet-tiles.ts'
import { loadWalletImages } from '../../listing/wallet-images.ts'
import { endWalletLink } from '../open-wallet-link.ts'
import { pairedPlatforms } from '../pair-with.ts'
import { chosenTabAtom } from '../state/opened-wallet.ts'
import { type PlatformTab, tabOf } from '../state/platforms.ts'
import { BrowsePanel } from './BrowsePanel.tsx'
import { BrowserPanel } from './BrowserPanel.tsx'
import styles from './ConnectingWalletConnectView.module.css'
import { GetLine } from './GetLine.tsx'
import { LinkPanel } from './LinkPanel.tsx'
import { PairingCode } from './PairingCode.tsx'

const labels: Record<PlatformTab, ModalKey> = {
  browser: 'platform.browser',
  mobile: 'platform.mobile',
  web: 'platform.web',
  desktop: 'platform.desktop',
}

export function ConnectingWalletConnectView({ wallet }: { wallet: ListedWallet }) {
  const context = useModal()
  const t = useAllMessages()
  const picture = useAtomValue(useMemo(() => imageAtomOf(wallet.imageId), [wallet.imageId]))
  useEffect(() => context.scope.run(loadWalletImages(context, [wallet])), [context, wallet])
  // Computed once, so that a wallet installed meanwhile does not move the tabs under the pointer.
  const [platforms] = useState(() => pairedPlatforms(context, wallet))
  const [chosenTab, setChosenTab] = useAtom(chosenTabAtom)
  const chosen = platforms.find((platform) => tabOf(platform) === chosenTab) ?? platforms[0]
  const icon = (size: 40 | 64) => (
    <WalletIcon id={wallet.id} name={wallet.name} src={wallet.icon ?? picture} size={size} />
  )
  if (chosen === undefined) return null
  const choose = (tab: PlatformTab) => {
    endWalletLink(context)
    setChosenTab(tab)
  }
  const panel =
    chosen === 'browse' ? (
      <BrowsePanel wallet={wallet} icon={icon(64)} />
    ) : chosen === 'browser' || chosen === 'unsupported' ? (
      <BrowserPanel wallet={wallet} icon={icon(64)} />
    ) : chosen === 'qrcode' ? (
      <PairingCode icon={icon(64)} mark={icon(40)}>
        <GetLine wallet={wallet} />
      </PairingCode>
    ) : (
      <LinkPanel key={chosen} wallet={wallet} platform={chosen} icon={icon(64)} />
    )
  if (platforms.length < 2) return panel
  return (
    <div className={styles.view}>
      <Tabs
        label={t('platform.label', { wallet: wallet.name })}
        tabs={platforms.map((platform) => ({ name: tabOf(platform), label: t(labels[tabOf(platform)]) }))}
        current={tabOf(chosen)}
        onChoose={choose}
      >
        {panel}
      </Tabs>
    </div>
  )
}
