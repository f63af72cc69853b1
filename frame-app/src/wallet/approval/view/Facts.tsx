import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Address } from '../../../shared/ui/figures/Address.tsx'
import { Icon } from '../../../shared/ui/icon/Icon.tsx'
import { type Action, type Fact, type FactValue, severityOf, type Warning } from '../../decode/intent.ts'
import { networkWords } from '../networks.ts'
import type { Prepared } from '../prepared.ts'
import { unstatedRights } from '../warnings.ts'
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

export function Warnings({ of, network }: { of: readonly Warning[]; network: string }) {
  const t = useWalletMessages()
  // `givesRights` is already the heading of the list of rights.
  const listed = of.filter((warning) => warning !== 'givesRights')
  if (listed.length === 0) return null
  return (
    <ul className={styles.warnings}>
      {listed.map((warning) => (
        <li key={warning} className={styles.warning} data-severity={severityOf(warning)}>
          <Icon name={severityOf(warning) === 'caution' ? 'info' : 'warning'} />
          <span>{t(`approval.warning.${warning}`, { network })}</span>
        </li>
      ))}
    </ul>
  )
}

/** Rights that change in the simulation but are not named in the request. Shown first, because nothing else on the screen shows them. */
export function Rights({ prepared }: { prepared: Prepared }) {
  const t = useWalletMessages()
  const rights = unstatedRights(prepared.intent, prepared.simulation)
  if (rights.length === 0) return null
  const isDanger = rights.some(({ kind }) => kind !== 'revoke')
  return (
    <section className={styles.rights} data-severity={isDanger ? 'danger' : undefined}>
      <h2 className={styles.heading}>
        {isDanger && <Icon name="warning" />}
        <span>{t(isDanger ? 'approval.warning.givesRights' : 'approval.rights')}</span>
      </h2>
      <Parts of={rights} prepared={prepared} />
    </section>
  )
}

export function Parts({ of, prepared }: { of: readonly Action[]; prepared: Prepared }) {
  const t = useWalletMessages()
  const coin = networkWords(prepared.call.scope).symbol || t('approval.coin')
  return (
    <ol className={styles.parts}>
      {of.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one request never move
        <li key={place} className={styles.part}>
          <strong>{t(`approval.kind.${part.kind}`, { site: '', coin })}</strong>
          <Facts facts={part.facts} prepared={prepared} />
        </li>
      ))}
    </ol>
  )
}
