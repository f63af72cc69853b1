/** Where to get a wallet: the app's own wallets, filled up to four with suggestions of the listing, and a button for the whole list. */
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import { List } from '../../../shared/ui/list/List.tsx'
import { LinkRow } from '../../../shared/ui/row/Row.tsx'
import { ViewFooter } from '../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../core/modal-context.ts'
import { optionsAtom } from '../../core/options.ts'
import { allWalletsCountAtom, suggestionsAtom } from '../../features/listing/state/listing.ts'
import { withoutKnown } from '../../features/listing/state/wallet-rules.ts'
import { imageAtomOf } from '../../features/listing/state/wallet-tiles.ts'
import { useOpenLink } from '../../kit/ExternalLink.tsx'
import { go } from '../../session/navigate.ts'
import styles from './Guide.module.css'

const shownAtLeast = 4

interface Offered {
  id: string
  name: string
  icon?: string | undefined
  imageId?: string | undefined
  homepage?: string | undefined
}

export function GetWalletView() {
  const context = useModal()
  const t = useAllMessages()
  const custom: readonly Offered[] = useAtomValue(optionsAtom)?.customWallets.filter(({ homepage }) => homepage) ?? []
  const { featured, recommended } = useAtomValue(suggestionsAtom)
  const suggested = withoutKnown<Offered>([...featured, ...recommended], custom).filter(({ homepage }) => homepage)
  const wallets = [...custom, ...suggested.slice(0, Math.max(0, shownAtLeast - custom.length))]
  const hasList = useAtomValue(allWalletsCountAtom) !== undefined
  return (
    <>
      <div className={styles.guide}>
        <p className={styles.text}>{t('getWallet.note')}</p>
        {wallets.length > 0 ? (
          <List label={t('getWallet.list')}>
            {wallets.map((wallet) => (
              <HomepageRow key={wallet.id} wallet={wallet} href={wallet.homepage ?? ''} />
            ))}
          </List>
        ) : (
          <p className={styles.text}>{t('getWallet.none')}</p>
        )}
        {hasList && (
          <Button onClick={() => go.push(context, { view: 'AllWallets' })} data-focus-key="all-wallets">
            {t('getWallet.all')}
          </Button>
        )}
      </div>
      <ViewFooter>
        <Button variant="primary" onClick={() => go.reset(context, { view: 'Connect' })}>
          {t('getWallet.back')}
        </Button>
      </ViewFooter>
    </>
  )
}

function HomepageRow({ wallet, href }: { wallet: Offered; href: string }) {
  const picture = useAtomValue(useMemo(() => imageAtomOf(wallet.imageId), [wallet.imageId]))
  return (
    <LinkRow
      href={href}
      target="_blank"
      start={<WalletIcon id={wallet.id} name={wallet.name} src={wallet.icon ?? picture} />}
      title={wallet.name}
      detail={URL.canParse(href) ? new URL(href).host : undefined}
      end={<Icon name="external" size={16} />}
      onClick={useOpenLink(href)}
    />
  )
}
