/** The NFTs of the account as a grid. NFTs that look like spam are hidden behind a switch. */
import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { PlainList } from '../../../../shared/ui/list/PlainList.tsx'
import { Note } from '../../../../shared/ui/note/Note.tsx'
import { hasGateway } from '../../../core/api/project-gateway.ts'
import { useModal } from '../../../core/modal-context.ts'
import { NftPicture } from '../../../kit/images/NftPicture.tsx'
import { ShowAll, useBeginning } from '../../../kit/lists/Beginning.tsx'
import { ListNotice } from '../../../kit/lists/ListNotice.tsx'
import { go } from '../../../session/navigate.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { loadMoreCollectibles, refreshCollectibles, watchCollectibles } from '../collectibles.ts'
import { activeCollectiblesAtom, type Collectible, type Collectibles, isSpamShownAtom } from '../state/collectibles.ts'
import styles from './Nfts.module.css'

/** Rows of three. */
const beginning = { few: 9, most: 12 }

export function NftTab({ connection: { chainId } }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const isOffered = hasGateway(context)
  const held = useAtomValue(activeCollectiblesAtom)
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)?.name ?? chainId
  useEffect(() => (isOffered ? watchCollectibles(context) : undefined), [context, isOffered])
  return (
    <section aria-label={t('account.nfts')}>
      {isOffered ? <Content held={held} network={network} /> : <Note>{t('nfts.notOffered')}</Note>}
    </section>
  )
}

function Content({ held, network }: { held: Collectibles | undefined; network: string }) {
  const context = useModal()
  const t = useAllMessages()
  return (
    <>
      {held && 'items' in held && <Grid held={held} network={network} />}
      <ListNotice
        state={held}
        rows="tiles"
        loading={t('nfts.loading')}
        failed={t('nfts.failed')}
        unsupported={t('nfts.unsupported', { network })}
        onRefresh={() => context.scope.run(refreshCollectibles(context, { isAsked: true }))}
      />
    </>
  )
}

function Grid({ held, network }: { held: Extract<Collectibles, { items: unknown }>; network: string }) {
  const context = useModal()
  const t = useAllMessages()
  const [isSpamShown, showSpam] = useAtom(isSpamShownAtom)
  const wanted = held.items.filter(({ isSpam }) => isSpamShown || !isSpam)
  const spam = held.items.filter(({ isSpam }) => isSpam).length
  const { shown, isEnd, showAll } = useBeginning(wanted, beginning)
  return (
    <>
      {wanted.length === 0 && <Note>{spam > 0 ? t('nfts.onlySpam') : t('nfts.empty', { network })}</Note>}
      <PlainList layout="tiles">
        {shown.map((nft) => (
          <li key={nft.key}>
            <Tile nft={nft} />
          </li>
        ))}
      </PlainList>
      {!isEnd && <ShowAll count={wanted.length} onPress={showAll} />}
      {isEnd && held.next !== undefined && (
        <Button
          variant="quiet"
          busy={held.more === 'loading'}
          onClick={() => context.scope.run(loadMoreCollectibles(context))}
        >
          {t('nfts.more')}
        </Button>
      )}
      {held.more === 'failed' && <Note>{t('nfts.failed')}</Note>}
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
      <NftPicture path={nft.image} id={nft.key} size="tile" />
      <bdi className={styles.name}>{nft.name}</bdi>
      {nft.amount !== undefined && (
        <span className={styles.count}>× {nft.amount.length > 4 ? '9999+' : nft.amount}</span>
      )}
    </button>
  )
}
