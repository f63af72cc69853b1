/** Where to get one wallet: the stores and the site that the listing names. */

import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import type { ModalKey } from '../../../../shared/i18n/message.ts'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Icon, type IconName } from '../../../../shared/ui/icon/Icon.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { LinkRow } from '../../../../shared/ui/row/Row.tsx'
import type { ListedWallet } from '../../../core/api/listed-wallet.ts'
import { useOpenLink } from '../../../kit/ExternalLink.tsx'
import { imageAtomOf } from '../../listing/state/wallet-tiles.ts'

interface Place {
  href: string
  label: ModalKey
  icon: IconName
}

export function DownloadsView({ wallet }: { wallet: ListedWallet }) {
  const t = useAllMessages()
  const src = useAtomValue(useMemo(() => imageAtomOf(wallet.imageId), [wallet.imageId]))
  const places = placesOf(wallet)
  return (
    <>
      <EmptyState
        picture={<WalletIcon id={wallet.id} name={wallet.name} src={src} size={64} />}
        title={t('downloads.titleOf', { wallet: wallet.name })}
        text={t(places.length > 0 ? 'downloads.text' : 'downloads.none', { wallet: wallet.name })}
      />
      {places.length > 0 && (
        <List label={t('downloads.title')}>
          {places.map((place) => (
            <PlaceRow key={place.label} {...place} />
          ))}
        </List>
      )}
    </>
  )
}

function PlaceRow({ href, label, icon }: Place) {
  const t = useAllMessages()
  return (
    <LinkRow
      href={href}
      target="_blank"
      start={<Icon name={icon} />}
      title={t(label)}
      // The host name distinguishes the real site from a copy.
      detail={new URL(href).host}
      end={<Icon name="external" size={16} />}
      data-focus-key={label}
      onClick={useOpenLink(href)}
    />
  )
}

function placesOf({ chromeStore, appStore, playStore, homepage }: ListedWallet): readonly Place[] {
  const all: readonly (Omit<Place, 'href'> & { href: string | undefined })[] = [
    { href: chromeStore, label: 'downloads.chrome', icon: 'desktop' },
    { href: appStore, label: 'downloads.ios', icon: 'phone' },
    { href: playStore, label: 'downloads.android', icon: 'phone' },
    { href: homepage, label: 'downloads.website', icon: 'network' },
  ]
  return all.flatMap(({ href, ...place }) => (href === undefined ? [] : [{ href, ...place }]))
}
