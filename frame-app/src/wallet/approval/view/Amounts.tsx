import { toExactDecimals } from '../../../shared/format/amount.ts'
import { roundFee } from '../../../shared/format/fee.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import type { WalletKey } from '../../../shared/i18n/message.ts'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Address } from '../../../shared/ui/figures/Address.tsx'
import { Amount } from '../../../shared/ui/figures/Amount.tsx'
import { type Intent, severityOf } from '../../decode/intent.ts'
import { networkWords } from '../networks.ts'
import type { Asset, Fee, Prepared, Simulation } from '../prepared.ts'
import styles from './ApprovalView.module.css'

export interface AssetAmountProps {
  asset: Asset
  amount: bigint
  prepared: Prepared
  /** Shows a sign: the amount is a change. */
  signed?: boolean
}

/** Shows all digits: signed amounts are never rounded. */
export function AssetAmount({ asset, amount, prepared, signed = false }: AssetAmountProps) {
  const t = useWalletMessages()
  const { formats } = useLanguage()
  const size = amount < 0n ? -amount : amount
  const sign = signed ? (amount < 0n ? '−' : '+') : undefined
  if (asset.type === 'item')
    return (
      <>
        <Amount text={`${formats.decimal(size.toString())} × #${asset.id}`} sign={sign} />
        <Contract address={asset.collection} />
      </>
    )
  if (asset.type === 'coins') {
    const { symbol, decimals } = networkWords(prepared.call.scope)
    const text = formats.decimal(toExactDecimals(size, decimals))
    return <Amount text={text} symbol={symbol === '' ? t('approval.coins') : symbol} sign={sign} />
  }
  const words = prepared.tokens.get(asset.token.toLowerCase())
  const text = formats.decimal(words ? toExactDecimals(size, words.decimals) : size.toString())
  const symbol = words ? words.symbol : t('approval.units')
  return (
    <>
      <Amount text={text} symbol={symbol === '' ? undefined : symbol} sign={sign} />
      {/* In a fact, the address of the token is already shown beside the amount. */}
      {signed && <Contract address={asset.token} />}
    </>
  )
}

/**
 * Distinguishes tokens with the same name, which anyone can copy. The address is shown in full, because look-alike addresses share both
 * ends.
 */
const Contract = ({ address }: { address: string }) => (
  <div className={styles.beside}>
    <Address address={address} full />
  </div>
)

/** The expected changes and the fee. */
export function Outlook({ prepared }: { prepared: Prepared }) {
  const { fee, feePaidBy: host, simulation } = prepared
  const t = useWalletMessages()
  if (!simulation && !fee && !host) return null
  const changes = simulation?.status === 'works' ? simulation.changes : []
  const note = simulation && outlookWords(simulation, prepared.intent)
  return (
    <div className={styles.outlook}>
      <dl className={styles.facts}>
        {changes.length > 0 && (
          <div className={styles.fact}>
            <dt>{t('approval.changes')}</dt>
            {changes.map(({ asset, amount }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the changes of one request never move
              <dd key={place}>
                <AssetAmount asset={asset} amount={amount} prepared={prepared} signed />
              </dd>
            ))}
          </div>
        )}
        {simulation?.status === 'fails' && simulation.reason !== undefined && (
          <div className={styles.fact} data-wide>
            <dt>{t('approval.failure')}</dt>
            <dd>
              <bdi>{simulation.reason}</bdi>
            </dd>
          </div>
        )}
        {host && (
          <div className={styles.fact}>
            <dt>{t('approval.fee')}</dt>
            <dd>{t('approval.fee.paidBy', { host })}</dd>
          </div>
        )}
        {fee && <FeeFact fee={fee} prepared={prepared} />}
      </dl>
      {note && <p className={styles.note}>{t(note)}</p>}
    </div>
  )
}

/** Rounded, unlike amounts: the network decides the exact fee. */
function FeeFact({ fee, prepared }: { fee: Fee; prepared: Prepared }) {
  const t = useWalletMessages()
  const [expected, most] = [roundFee(fee.expected), roundFee(fee.most)]
  return (
    <div className={styles.fact}>
      <dt>{t('approval.fee')}</dt>
      <dd>
        <AssetAmount asset={{ type: 'coins' }} amount={expected} prepared={prepared} />
        {most > expected && (
          <div className={styles.beside}>
            {t('approval.fee.most')} <AssetAmount asset={{ type: 'coins' }} amount={most} prepared={prepared} />
          </div>
        )}
      </dd>
    </div>
  )
}

/** The note about the simulation. A failed one has a warning instead. */
function outlookWords(simulation: Simulation, { blind, warnings }: Intent): WalletKey | undefined {
  if (simulation.status === 'fails') return undefined
  if (simulation.status === 'unknown') return 'approval.changes.unknown'
  const isEmpty = simulation.changes.length === 0 && simulation.rights.length === 0
  if (!isEmpty) return 'approval.changes.estimate'
  // Contracts can have effects that a simulation does not show. So "no changes" is stated only if the whole request is read and harmless.
  const isSound = !blind && warnings.every((warning) => severityOf(warning) === 'caution')
  return isSound ? 'approval.changes.none' : 'approval.changes.unseen'
}
