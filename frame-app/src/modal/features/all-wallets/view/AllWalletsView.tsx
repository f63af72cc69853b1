/** All wallets of the listing: search, installed wallets first, more pages while scrolling. */
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { IconButton } from '../../../../shared/ui/button/IconButton.tsx'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { SearchField } from '../../../../shared/ui/field/SearchField.tsx'
import { useAnnounce } from '../../../../shared/ui/live/LiveRegions.tsx'
import { Skeleton } from '../../../../shared/ui/skeleton/Skeleton.tsx'
import { isMobile } from '../../../core/device.ts'
import { useModal } from '../../../core/modal-context.ts'
import { canPairAtom, pairingRowKey } from '../../../session/state/connectors.ts'
import { connect } from '../../connect/connect.ts'
import { loadNextPage, searchWallets } from '../../listing/listing.ts'
import { allWalletsAtom, type ListStatus, walletSearchAtom } from '../../listing/state/listing.ts'
import { isSearchingAtom, shownWalletsAtom } from '../../listing/state/wallet-tiles.ts'
import styles from './AllWalletsView.module.css'
import { WalletGrid } from './WalletGrid.tsx'

const skeletonTiles = 20

export function AllWalletsView() {
  const context = useModal()
  const t = useAllMessages()
  const list = useAtomValue(allWalletsAtom)
  const search = useAtomValue(walletSearchAtom)
  const isSearching = useAtomValue(isSearchingAtom)
  const wallets = useAtomValue(shownWalletsAtom)
  const canPair = useAtomValue(canPairAtom)
  const [query, setQuery] = useState('')
  const [isCertified, setCertified] = useState(false)
  const hasCertified = isCertified || list.wallets.some((wallet) => wallet.isCertified)

  useEffect(() => {
    if (context.store.get(allWalletsAtom).page === 0) context.scope.run(loadNextPage(context))
  }, [context])
  useEffect(() => {
    const abort = new AbortController()
    context.scope.run(searchWallets(context, query, { isCertified, signal: abort.signal }))
    return () => abort.abort()
  }, [context, query, isCertified])
  useEffect(() => () => context.scope.run(searchWallets(context, '', { signal: AbortSignal.abort() })), [context])
  useAnnouncedCount(isSearching ? search.status : undefined, wallets.length)

  const status = isSearching ? search.status : list.status
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <SearchField
          label={t('allWallets.search')}
          clearLabel={t('common.clear')}
          value={query}
          onChange={setQuery}
          autoFocus={hasFinePointer()}
          {...(hasFinePointer() ? { 'data-autofocus': '' } : {})}
        />
        {canPair && isMobile() && (
          <IconButton
            icon="qr"
            label={t('connect.badge.qrCode')}
            data-focus-key="qr"
            onClick={() => context.scope.run(connect(context, pairingRowKey))}
          />
        )}
      </div>
      {hasCertified && (
        <div className={styles.filters}>
          <Chip pressed={isCertified} onClick={() => setCertified(!isCertified)}>
            {t('allWallets.certified')}
          </Chip>
        </div>
      )}
      {wallets.length > 0 ? (
        <WalletGrid
          name={isSearching ? search.query : ''}
          label={t(isSearching ? 'allWallets.found' : 'allWallets.list')}
          wallets={wallets}
          isBusy={status === 'loading'}
          more={
            isSearching || list.isComplete
              ? undefined
              : { status: list.status, load: () => context.scope.run(loadNextPage(context)) }
          }
        />
      ) : status === 'idle' || status === 'loading' ? (
        <div className={styles.skeleton} aria-busy="true">
          {Array.from({ length: skeletonTiles }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical pieces without state of their own
            <Skeleton key={index} shape="square" />
          ))}
        </div>
      ) : (
        <div className={styles.nothing}>
          {status === 'ready' ? (
            <Nothing query={isSearching ? query.trim() : ''} />
          ) : (
            <Failed
              status={status}
              onRetry={() => {
                if (isSearching)
                  context.scope.run(
                    searchWallets(context, query, { isCertified, signal: new AbortController().signal }),
                  )
                else context.scope.run(loadNextPage(context))
              }}
            />
          )}
        </div>
      )}
    </div>
  )
}

function Nothing({ query }: { query: string }) {
  const t = useAllMessages()
  if (query === '')
    return <EmptyState icon="wallet" title={t('allWallets.none.title')} text={t('allWallets.none.text')} />
  return (
    <EmptyState
      icon="search"
      title={t('allWallets.empty.title', { query: toDisplayText(query) })}
      text={t('allWallets.empty.text')}
    />
  )
}

function Failed({ status, onRetry }: { status: ListStatus; onRetry: () => void }) {
  const t = useAllMessages()
  const isOffline = status === 'offline'
  return (
    <EmptyState
      icon="warning"
      tone="caution"
      title={t(isOffline ? 'error.offline.title' : 'allWallets.failed.title')}
      text={t(isOffline ? 'error.offline.text' : 'allWallets.failed.text')}
    >
      <Button variant="primary" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </EmptyState>
  )
}

/** Announces the number of results, once per completed search. */
function useAnnouncedCount(status: ListStatus | undefined, count: number): void {
  const announce = useAnnounce()
  const t = useAllMessages()
  const before = useRef(status)
  useEffect(() => {
    if (status === 'ready' && before.current !== 'ready') announce(t('live.results', { count }))
    before.current = status
  }, [status, count, announce, t])
}

/** On a phone, focusing the search field would open a keyboard that covers half of the list. */
const hasFinePointer = () => matchMedia('(pointer: fine)').matches
