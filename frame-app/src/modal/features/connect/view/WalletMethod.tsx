/** The wallets: found in the page, recently used, or listed by the app. */
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { toDisplayText } from '../../../../shared/format/display-text.ts'
import { useMessages } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { SearchField } from '../../../../shared/ui/field/SearchField.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { Skeleton } from '../../../../shared/ui/skeleton/Skeleton.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { go } from '../../../session/navigate.ts'
import { connectRowsAtom, discoverySettledAtom, hasMoreWalletsAtom } from '../../../session/state/connectors.ts'
import { AllWalletsRow } from '../../listing/view/AllWalletsRow.tsx'
import styles from './ConnectView.module.css'
import { WalletRow } from './WalletRow.tsx'

const searchFrom = 9
const skeletonRows = 4

export function WalletMethod({ disabledReason }: { disabledReason: string | undefined }) {
  const context = useModal()
  const t = useMessages()
  const rows = useAtomValue(connectRowsAtom)
  const isSettled = useAtomValue(discoverySettledAtom)
  const hasMore = useAtomValue(hasMoreWalletsAtom)
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLocaleLowerCase()
  const shown = wanted ? rows.filter((row) => row.name.toLocaleLowerCase().includes(wanted)) : rows
  return (
    <>
      {rows.length >= searchFrom && (
        <SearchField label={t('common.search')} clearLabel={t('common.clear')} value={query} onChange={setQuery} />
      )}
      {!isSettled && rows.length === 0 ? (
        <div aria-busy="true">
          <Skeleton shape="row" count={skeletonRows} />
        </div>
      ) : rows.length === 0 ? (
        <EmptyState icon="wallet" title={t('connect.empty.title')} text={t('connect.empty.here')}>
          <Button variant="primary" onClick={() => go.push(context, { view: 'GetWallet' })}>
            {t('whatIsAWallet.action')}
          </Button>
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState
          icon="search"
          title={t('connect.noMatch', { query: toDisplayText(query) })}
          text={t('connect.noMatch.text')}
        />
      ) : (
        <List label={t('connect.wallets')}>
          {shown.map((row) =>
            row.kind === 'pending' ? (
              <div key={row.key} className={styles.pending}>
                <Skeleton shape="row" />
              </div>
            ) : (
              <WalletRow key={row.key} row={row} disabledReason={disabledReason} />
            ),
          )}
        </List>
      )}
      {hasMore && (
        <p className={styles.foot} data-font="fixed">
          {t('connect.hasMore')}
        </p>
      )}
      <AllWalletsRow />
    </>
  )
}
