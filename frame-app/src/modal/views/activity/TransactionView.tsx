/** The receipt of one transaction (ux §3.4.16). */
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { explorerTransactionUrl } from '../../../shared/chains/explorer.ts'
import { useAllMessages } from '../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { CopyButton } from '../../../shared/ui/copy/CopyButton.tsx'
import { EmptyState } from '../../../shared/ui/empty/EmptyState.tsx'
import { Fact, FactList } from '../../../shared/ui/facts/FactList.tsx'
import { Address } from '../../../shared/ui/figures/Address.tsx'
import { LateIcon } from '../../../shared/ui/icon/LateIcon.tsx'
import { PlainList } from '../../../shared/ui/list/PlainList.tsx'
import { Note } from '../../../shared/ui/note/Note.tsx'
import { activeConnectionAtom } from '../../state/active-connection.ts'
import type { ActivityEntry } from '../../state/activity.ts'
import { networksAtom } from '../../state/network.ts'
import { shownActivityAtom } from '../../state/shown-activity.ts'
import { ExplorerButton } from '../lists/ExplorerButton.tsx'
import styles from './Activity.module.css'
import { MovementText } from './ActivityRow.tsx'
import { iconOf, verbOf } from './words.ts'

export function TransactionView({ entry: key }: { entry: string }) {
  const t = useAllMessages()
  const { made, history } = useAtomValue(shownActivityAtom)
  // A pending transaction becomes one of the history while its receipt is open.
  const hash = key.split(' ').at(-1)
  const all = [...made, ...history]
  const entry = all.find((one) => one.key === key) ?? all.find((one) => one.hash === hash)
  return entry ? <Receipt entry={entry} /> : <EmptyState icon="info" title={t('transaction.gone')} />
}

function Receipt({ entry }: { entry: ActivityEntry }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const connection = useAtomValue(activeConnectionAtom)
  const chainId = connection && parseCaip10(connection.active).chainId
  const network = useAtomValue(networksAtom).find(({ id }) => id === chainId)
  const { movements, status, hash, at, from, to, nonce, application, replacedBy } = entry
  const explorer = network && explorerTransactionUrl(network, hash)
  return (
    <div className={styles.receipt}>
      <div className={styles.head}>
        <span className={styles.icon} data-status={status}>
          <LateIcon name={iconOf(entry)} />
        </span>
        <p className={`${styles.title} ${styles.verb}`}>{verbOf(t, entry.operation)}</p>
        <PlainList layout="spaced" label={t('transaction.moved')}>
          {movements.map((movement, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the amounts of one transaction never move
            <li key={index}>
              <MovementText movement={movement} />
            </li>
          ))}
        </PlainList>
        {movements.length === 0 && <p className={styles.detail}>{t('transaction.nothingMoved')}</p>}
      </div>
      <FactList>
        <Fact name={t('transaction.status')}>
          <span className={styles.detail}>
            <span data-status={status}>{t(`activity.status.${status}`)}</span>
          </span>
        </Fact>
        <Fact name={t('transaction.time')}>{`${formats.day(at)}, ${formats.time(at)}`}</Fact>
        {from !== '' && (
          <Fact name={t('transaction.from')}>
            <Address address={from} />
          </Fact>
        )}
        {to !== '' && (
          <Fact name={t('transaction.to')}>
            <Address address={to} />
          </Fact>
        )}
        {network && <Fact name={t('transaction.network')}>{network.name}</Fact>}
        {application !== undefined && (
          <Fact name={t('transaction.application')}>
            <bdi>{application}</bdi>
          </Fact>
        )}
        {nonce !== undefined && <Fact name={t('transaction.nonce')}>{formats.number(nonce)}</Fact>}
        <Fact name={t('transaction.hash')}>
          <Address address={hash} />
        </Fact>
        {replacedBy !== undefined && (
          <Fact name={t('transaction.successor')}>
            <Address address={replacedBy} />
          </Fact>
        )}
      </FactList>
      {status === 'dropped' && <Note>{t('transaction.dropped')}</Note>}
      {status === 'pending' && connection?.wallet.type !== 'auth' && <Note>{t('transaction.speed')}</Note>}
      <CopyButton value={hash} label={t('transaction.copy')} copiedLabel={t('common.copied')} />
      {explorer !== undefined && <ExplorerButton href={explorer} label={t('transaction.explorer')} />}
    </div>
  )
}
