/** Where to get a wallet: those the app lists. A longer list comes with the listing service. */
import type { CustomWallet } from '@airlock/protocol/contracts/shapes/wallets.ts'
import { useAtomValue } from 'jotai'
import { useMessages } from '../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { WalletIcon } from '../../../shared/ui/images/WalletIcon.tsx'
import { List } from '../../../shared/ui/list/List.tsx'
import { LinkRow } from '../../../shared/ui/row/Row.tsx'
import { go } from '../../flows/navigate.ts'
import { useModal } from '../../modal-context.ts'
import { useOpenLink } from '../../shell/ExternalLink.tsx'
import { optionsAtom } from '../../state/options.ts'
import styles from './Guide.module.css'

export function GetWalletView() {
  const context = useModal()
  const t = useMessages()
  const wallets = useAtomValue(optionsAtom)?.customWallets.filter((wallet) => wallet.homepage) ?? []
  return (
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
      <Button variant="primary" onClick={() => go.reset(context, { view: 'Connect' })}>
        {t('getWallet.back')}
      </Button>
    </div>
  )
}

function HomepageRow({ wallet, href }: { wallet: CustomWallet; href: string }) {
  return (
    <LinkRow
      href={href}
      target="_blank"
      start={<WalletIcon id={wallet.id} name={wallet.name} src={wallet.icon} />}
      title={wallet.name}
      detail={URL.canParse(href) ? new URL(href).host : undefined}
      end={<Icon name="external" size={16} />}
      onClick={useOpenLink(href)}
    />
  )
}
