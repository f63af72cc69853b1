import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Address } from '../../../shared/ui/figures/Address.tsx'
import type { Fact, FactValue } from '../../decode/intent.ts'
import { networkWords } from '../networks.ts'
import type { Prepared } from '../prepared.ts'
import { AssetAmount } from './Amounts.tsx'
import styles from './ApprovalView.module.css'

export function Facts({ facts, prepared }: { facts: readonly Fact[]; prepared: Prepared }) {
  const t = useWalletMessages()
  return (
    <dl className={styles.facts}>
      {facts.map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one request never move
        <div key={place} className={styles.fact} data-wide={fact.value.type === 'lines' || undefined}>
          <dt>{fact.name ?? t(`approval.fact.${fact.label}`)}</dt>
          <dd>
            <Value value={fact.value} prepared={prepared} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Value({ value, prepared }: { value: FactValue; prepared: Prepared }) {
  const t = useWalletMessages()
  const { formats } = useLanguage()
  switch (value.type) {
    case 'address':
      // In full: look-alike addresses differ in the middle, which other places cut out.
      return <Address address={value.address} full />
    case 'coins':
      return <AssetAmount asset={{ type: 'coins' }} amount={value.amount} prepared={prepared} />
    case 'tokens': {
      const { token, amount } = value
      return (
        <>
          {typeof amount === 'bigint' && token !== undefined && (
            <AssetAmount asset={{ type: 'tokens', token }} amount={amount} prepared={prepared} />
          )}
          {typeof amount === 'bigint' && token === undefined && formats.decimal(amount.toString())}
          {amount === 'unlimited' && (
            <strong>
              {t('approval.unlimited', { symbol: prepared.tokens.get(token?.toLowerCase() ?? '')?.symbol ?? '' })}
            </strong>
          )}
          {amount === 'all' && <strong>{t('approval.all')}</strong>}
          {token !== undefined && (
            <div className={styles.beside}>
              <Address address={token} full />
            </div>
          )}
        </>
      )
    }
    case 'item':
      return (
        <AssetAmount
          asset={{ type: 'item', collection: value.collection, id: value.id }}
          amount={value.count}
          prepared={prepared}
        />
      )
    case 'number':
      return formats.decimal(value.value.toString())
    case 'text':
      return <bdi className={styles.text}>{value.text}</bdi>
    case 'lines':
      return <div className={styles.message}>{value.text}</div>
    case 'time':
      return `${formats.date(value.at)} ${new Date(value.at).getFullYear()}, ${formats.time(value.at)}`
    case 'network':
      return networkWords(value.id).name
    case 'unnamedNetwork':
      return t('approval.unnamedNetwork', { network: networkWords(value.named).name })
  }
}
