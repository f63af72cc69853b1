import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { explorerTransactionUrl } from '@airlock/protocol/scalars/explorer.ts'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import type { ViewKey } from '../../../../shared/i18n/message.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { CopyButton } from '../../../../shared/ui/copy/CopyButton.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Fact, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { PlainList } from '../../../../shared/ui/list/PlainList.tsx'
import { Note } from '../../../../shared/ui/note/Note.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { optionsAtom } from '../../../core/options.ts'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import { ExplorerButton } from '../../../kit/lists/ExplorerButton.tsx'
import views from '../../../kit/lists/ListView.module.css'
import { canSend } from '../../../session/ask-chain.ts'
import { go } from '../../../session/navigate.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { networksAtom } from '../../../session/state/network.ts'
import type { ActivityEntry, EntryStatus, PastPayment } from '../../ledger/state/activity.ts'
import { shownActivityAtom } from '../state/shown-activity.ts'
import { EntryPicture } from './EntryPicture.tsx'
import { MovementText, StatusText } from './EntryText.tsx'
import { Ladder } from './Ladder.tsx'
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
      {isUnlimited && status === 'confirmed' && <p className={views.warning}>{t('transaction.unlimited')}</p>}
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

function TransactionFacts({ entry, network }: { entry: ActivityEntry; network: string | undefined }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const { status, hash, at, seller, from, to, nonce, application, replacedBy, approval } = entry
  const addressFact = (name: ViewKey, address: string) => (
    <Fact name={t(name)}>
      <DisplayAddress address={address} />
    </Fact>
  )
  return (
    <FactList>
      <Fact name={t('transaction.status')}>
        <StatusText status={status} />
      </Fact>
      <Fact name={t('transaction.time')}>{`${formats.day(at)}, ${formats.time(at)}`}</Fact>
      {seller !== undefined && (
        <Fact name={t('transaction.seller')}>
          <bdi>{seller}</bdi>
        </Fact>
      )}
      {from !== '' && addressFact('transaction.from', from)}
      {approval && approval.spender !== '' && addressFact('transaction.spender', approval.spender)}
      {to !== '' && addressFact(approval ? 'transaction.contract' : 'transaction.to', to)}
      {network !== undefined && <Fact name={t('transaction.network')}>{network}</Fact>}
      {application !== undefined && (
        <Fact name={t('transaction.application')}>
          <bdi>{application}</bdi>
        </Fact>
      )}
      {nonce !== undefined && <Fact name={t('transaction.nonce')}>{formats.number(nonce)}</Fact>}
      {addressFact('transaction.hash', hash)}
      {replacedBy !== undefined && addressFact('transaction.successor', replacedBy)}
    </FactList>
  )
}

/** Fills in another payment like an earlier one. Offered where the account can send. */
function SendAgain({ entry: { payment, status } }: { entry: ActivityEntry }) {
  const context = useModal()
  const connection = useAtomValue(activeConnectionAtom)
  const isOffered = useAtomValue(optionsAtom)?.features.send === true
  // A payment that is pending, or that the network has lost, may still go through: a second one would pay twice.
  const isOver = status === 'confirmed' || status === 'failed'
  if (!payment || !isOver || !isOffered || !connection || !canSend(context, connection)) return null
  return <Offer payment={payment} />
}

function Offer({ payment }: { payment: PastPayment }) {
  const context = useModal()
  const t = useAllMessages()
  const { token } = payment
  // The form names the token as the account's list does.
  useEffect(() => {
    if (token !== undefined)
      context.scope.run(import('../../assets/tokens.ts').then(({ refreshTokens }) => refreshTokens(context)))
  }, [context, token])
  return (
    <Button
      icon="refresh"
      data-focus-key="send-again"
      onClick={() =>
        context.scope.run(import('../../send/send.ts').then(({ sendAgain }) => sendAgain(context, payment)))
      }
    >
      {t('transaction.sendAgain')}
    </Button>
  )
}

/** Leads to the transaction that replaced another one, once the list has it. */
function Successor({ hash }: { hash: string }) {
  const context = useModal()
  const t = useAllMessages()
  const { pending, settled } = useAtomValue(shownActivityAtom)
  const found = [...pending, ...settled].find((one) => one.hash.toLowerCase() === hash.toLowerCase())
  if (!found) return null
  return (
    <ViewFooter>
      <Button
        variant="primary"
        data-focus-key={found.key}
        onClick={() => go.push(context, { view: 'Transaction', entry: found.key })}
      >
        {t('transaction.showSuccessor')}
      </Button>
    </ViewFooter>
  )
}
