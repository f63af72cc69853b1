import { toExactDecimals } from '../../../shared/format/amount.ts'
import { useLanguage } from '../../../shared/i18n/LanguageProvider.tsx'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import { Address } from '../../../shared/ui/figures/Address.tsx'
import { Amount } from '../../../shared/ui/figures/Amount.tsx'
import { networkWords } from '../networks.ts'
import type { Asset, Prepared } from '../prepared.ts'
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
