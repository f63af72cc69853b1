/** The NFTs of the account as a grid. What looks like spam stays behind a switch. */
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { Button } from '../../../shared/ui/button/Button.tsx'
import { Skeleton } from '../../../shared/ui/skeleton/Skeleton.tsx'
import { loadMoreCollectibles, refreshCollectibles, watchCollectibles } from '../../flows/collectibles.ts'
import { hasGateway } from '../../flows/gateway.ts'
import { go } from '../../flows/navigate.ts'
import { useModal } from '../../modal-context.ts'
import type { Connected } from '../../state/accounts.ts'
import {
  activeCollectiblesAtom,
  type Collectible,
  type Collectibles,
  isSpamShownAtom,
} from '../../state/collectibles.ts'
import { networksAtom } from '../../state/network.ts'
import { Age } from '../account/Age.tsx'
import { NftPicture } from './NftPicture.tsx'
import styles from './Nfts.module.css'

/** Rows of three. A grid that is hardly longer than its beginning is shown whole. */
const few = 9
const most = 12

export function NftTab({ connection: { chainId } }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const isOffered = hasGateway(context)
  const held = useAtomValue(activeCollectiblesAtom)
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)?.name ?? chainId
  useEffect(() => (isOffered ? watchCollectibles(context) : undefined), [context, isOffered])
  return (
    <section className={styles.section} aria-label={t('account.nfts')}>
      {isOffered ? <Content held={held} network={network} /> : <p className={styles.note}>{t('nfts.notOffered')}</p>}
    </section>
  )
}

function Content({ held, network }: { held: Collectibles | undefined; network: string }) {
  const t = useAllMessages()
  switch (held?.status) {
    case undefined:
    case 'loading':
      return (
        <output className={styles.loading} aria-busy="true" aria-label={t('nfts.loading')}>
          <Skeleton shape="tallRow" count={2} />
        </output>
      )
    case 'failed':
      return (
        <div className={styles.note}>
          <p>{t('nfts.failed')}</p>
          <Refresh />
        </div>
      )
    case 'unsupported':
      return <p className={styles.note}>{t('nfts.unsupported', { network })}</p>
    case 'ready':
    case 'stale':
      return (
        <>
          <Grid held={held} network={network} />
          {held.status === 'stale' && (
            <div className={styles.note}>
              <Age key={held.asOf} at={held.asOf} />
              <Refresh />
            </div>
          )}
        </>
      )
  }
}

function Grid({ held, network }: { held: Extract<Collectibles, { items: unknown }>; network: string }) {
  const context = useModal()
  const t = useAllMessages()
  const [isWhole, setWhole] = useState(false)
  const [isSpamShown, showSpam] = useAtom(isSpamShownAtom)
  const wanted = held.items.filter(({ isSpam }) => isSpamShown || !isSpam)
  const spam = held.items.filter(({ isSpam }) => isSpam).length
  const shown = isWhole || wanted.length <= most ? wanted : wanted.slice(0, few)
  const isEnd = shown.length === wanted.length
  return (
    <>
      {wanted.length === 0 && (
        <p className={styles.note}>{spam > 0 ? t('nfts.onlySpam') : t('nfts.empty', { network })}</p>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops list semantics together with the bullets */}
      <ul className={styles.grid} role="list">
        {shown.map((nft) => (
          <li key={nft.key}>
            <Tile nft={nft} />
          </li>
        ))}
      </ul>
      {!isEnd && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t('account.showAll', { count: wanted.length })}
        </Button>
      )}
      {isEnd && held.next !== undefined && (
        <Button variant="quiet" busy={held.more === 'loading'} onClick={() => void loadMoreCollectibles(context)}>
          {t('nfts.more')}
        </Button>
      )}
      {held.more === 'failed' && <p className={styles.note}>{t('nfts.failed')}</p>}
      {spam > 0 && (
        <Button variant="quiet" aria-pressed={isSpamShown} onClick={() => showSpam(!isSpamShown)}>
          {isSpamShown ? t('nfts.hideSpam') : t('nfts.showSpam', { count: spam })}
        </Button>
      )}
    </>
  )
}

function Tile({ nft }: { nft: Collectible }) {
  const context = useModal()
  return (
    <button
      type="button"
      className={styles.tile}
      data-focus-key={nft.key}
      onClick={() => go.push(context, { view: 'Nft', nft: nft.key })}
    >
      <NftPicture nft={nft} side="tile" />
      <bdi className={styles.name}>{nft.name}</bdi>
      {nft.amount !== undefined && (
        <span className={styles.count}>× {nft.amount.length > 4 ? '9999+' : nft.amount}</span>
      )}
    </button>
  )
}

function Refresh() {
  const context = useModal()
  const t = useAllMessages()
  return (
    <Button
      size="compact"
      variant="quiet"
      icon="refresh"
      onClick={() => void refreshCollectibles(context, { isAsked: true })}
    >
      {t('common.refresh')}
    </Button>
  )
}
