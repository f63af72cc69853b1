/** The receipt of one transaction. */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { explorerTransactionUrl } from '@airlock/protocol/scalars/explorer.ts'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { CopyButton } from '../../../../shared/ui/copy/CopyButton.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { PlainList } from '../../../../shared/ui/list/PlainList.tsx'
import { Note } from '../../../../shared/ui/note/Note.tsx'
import { ExplorerButton } from '../../../kit/lists/ExplorerButton.tsx'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { networksAtom } from '../../../session/state/network.ts'
import type { ActivityEntry, EntryStatus } from '../../ledger/state/activity.ts'
import { shownActivityAtom } from '../state/shown-activity.ts'
import { EntryPicture } from './EntryPicture.tsx'
import { Ladder } from './Ladder.tsx'
import { MovementText } from './MovementText.tsx'
import { SendAgain } from './SendAgain.tsx'
import { Successor } from './Successor.tsx'
import { TransactionFacts } from './TransactionFacts.tsx'
import styles from './TransactionView.module.css'
import { verbOf, withoutAmounts } from './words.ts'

export function TransactionView({ entry: key }: { entry: string }) {
  const t = useAllMessages()
  const { pending, settled } = useAtomValue(shownActivityAtom)
  // A pending transaction becomes one of the history while its receipt is open.
  const hash = key.split(' ').at(-1)
  const all = [...pending, ...settled]
  const entry = all.find((one) => one.key === key) ?? all.find((one) => one.hash === hash)
  if (!entry) return <EmptyState icon="info" title={t('transaction.gone')} />
  return (
    <>
      <Receipt key={hash} entry={entry} />
      {entry.replacedBy !== undefined && <Successor hash={entry.replacedBy} />}
    </>
  )
}

function Receipt({ entry }: { entry: ActivityEntry }) {
  const t = useAllMessages()
  const connection = useAtomValue(activeConnectionAtom)
  const chainId = connection && parseCaip10(connection.active).chainId
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)
  const { status, hash, approval, operation, isMadeHere = false } = entry
  // A receipt that was opened while the transaction was pending keeps its ladder.
  const [wasPending] = useState(status === 'pending')
  const explorer = network && explorerTransactionUrl(network, hash)
  const isUnlimited = operation === 'approve' && approval?.isUnlimited === true
  return (
    <div className={styles.receipt}>
      <div className={styles.head}>
        <EntryPicture entry={entry} size={56} />
        <p className={styles.title}>{verbOf(t, operation)}</p>
        <Moved entry={entry} />
      </div>
      {(isMadeHere || wasPending) && <Ladder status={status} />}
      <Explained status={status} canSpeedUp={connection?.wallet.type !== 'auth'} />
      {isUnlimited && status === 'confirmed' && <p className={styles.caution}>{t('transaction.unlimited')}</p>}
      <TransactionFacts entry={entry} network={network?.name} />
      <CopyButton value={hash} label={t('transaction.copy')} copiedLabel={t('common.copied')} />
      {explorer !== undefined && <ExplorerButton href={explorer} label={t('transaction.explorer')} />}
      <SendAgain entry={entry} />
    </div>
  )
}

function Moved({ entry }: { entry: ActivityEntry }) {
  const t = useAllMessages()
  const { movements, operation, approval } = entry
  if (movements.length > 0)
    return (
      <PlainList layout="spaced" label={t(approval ? 'transaction.allowed' : 'transaction.moved')}>
        {movements.map((movement, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the amounts of one transaction never move
          <li key={index}>
            <MovementText entry={entry} movement={movement} />
          </li>
        ))}
      </PlainList>
    )
  if (operation === 'approve' || operation === 'revoke')
    return operation === 'approve' && approval?.isUnlimited ? <p>{t('activity.unlimited')}</p> : null
  return <p className={styles.nothing}>{t(withoutAmounts(entry))}</p>
}

/** What the status means, if its word alone does not tell. */
function Explained({ status, canSpeedUp }: { status: EntryStatus; canSpeedUp: boolean }) {
  const t = useAllMessages()
  if (status === 'pending') return canSpeedUp ? <Note>{t('transaction.speed')}</Note> : null
  if (status === 'failed' || status === 'dropped' || status === 'replaced')
    return <Note>{t(`transaction.${status}`)}</Note>
  return null
}
