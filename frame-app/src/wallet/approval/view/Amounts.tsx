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

/** All digits of an amount without its sign: signed amounts are never rounded. `symbol` is empty if the token has none. */
export function useAmountText(): (
  asset: Exclude<Asset, { type: 'item' }>,
  amount: bigint,
  prepared: Pick<Prepared, 'call' | 'tokens'>,
) => { readonly text: string; readonly symbol: string } {
  const t = useWalletMessages()
  const { formats } = useLanguage()
  return (asset, amount, prepared) => {
    const isCoins = asset.type === 'coins'
    const words = isCoins ? networkWords(prepared.call.scope) : prepared.tokens.get(asset.token.toLowerCase())
    const size = amount < 0n ? -amount : amount
    const text = formats.decimal(words ? toExactDecimals(size, words.decimals) : size.toString())
    return { text, symbol: words ? words.symbol || (isCoins ? t('approval.coins') : '') : t('approval.units') }
  }
}

/** Shows all digits: signed amounts are never rounded. */
export function AssetAmount({ asset, amount, prepared, signed = false }: AssetAmountProps) {
  const { formats } = useLanguage()
  const textOf = useAmountText()
  const size = amount < 0n ? -amount : amount
  const sign = signed ? (amount < 0n ? '−' : '+') : undefined
  if (asset.type === 'item')
    return (
      <>
        <Amount text={`${formats.decimal(size.toString())} × #${asset.id}`} sign={sign} />
        <Contract address={asset.collection} />
      </>
    )
  const { text, symbol } = textOf(asset, amount, prepared)
  return (
    <>
      <Amount text={text} symbol={symbol === '' ? undefined : symbol} sign={sign} />
      {/* In a fact, the address of the token is already shown beside the amount. */}
      {signed && asset.type === 'tokens' && <Contract address={asset.token} />}
    </>
  )
}

/** Distinguishes tokens with the same name, which anyone can copy. In full, because look-alike addresses share both ends. */
const Contract = ({ address }: { address: string }) => (
  <div className={styles.beside}>
    <Address address={address} full />
  </div>
)
