import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { Fact, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import type { ActivityEntry } from '../../ledger/state/activity.ts'
import { StatusText } from './StatusText.tsx'

export function TransactionFacts({ entry, network }: { entry: ActivityEntry; network: string | undefined }) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const { status, hash, at, seller, from, to, nonce, application, replacedBy, approval } = entry
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
      {from !== '' && (
        <Fact name={t('transaction.from')}>
          <DisplayAddress address={from} />
        </Fact>
      )}
      {approval && approval.spender !== '' && (
        <Fact name={t('transaction.spender')}>
          <DisplayAddress address={approval.spender} />
        </Fact>
      )}
      {to !== '' && (
        <Fact name={t(approval ? 'transaction.contract' : 'transaction.to')}>
          <DisplayAddress address={to} />
        </Fact>
      )}
      {network !== undefined && <Fact name={t('transaction.network')}>{network}</Fact>}
      {application !== undefined && (
        <Fact name={t('transaction.application')}>
          <bdi>{application}</bdi>
        </Fact>
      )}
      {nonce !== undefined && <Fact name={t('transaction.nonce')}>{formats.number(nonce)}</Fact>}
      <Fact name={t('transaction.hash')}>
        <DisplayAddress address={hash} />
      </Fact>
      {replacedBy !== undefined && (
        <Fact name={t('transaction.successor')}>
          <DisplayAddress address={replacedBy} />
        </Fact>
      )}
    </FactList>
  )
}
