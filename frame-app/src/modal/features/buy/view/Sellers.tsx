/** The providers that sell the chosen asset: fees, networks, and the amount that would arrive. */
import { limitOf } from '@airlock/protocol/gateway/onramp-rules.ts'
import { useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Badge } from '../../../../shared/ui/badge/Badge.tsx'
import { VisuallyHidden } from '../../../../shared/ui/base/VisuallyHidden.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Amount } from '../../../../shared/ui/figures/Amount.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { List } from '../../../../shared/ui/list/List.tsx'
import { Row } from '../../../../shared/ui/row/Row.tsx'
import { Spinner } from '../../../../shared/ui/spinner/Spinner.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { networksAtom } from '../../../session/state/network.ts'
import { requestQuotes } from '../onramp.ts'
import { choose } from '../onramp-purchase.ts'
import { type Form, quotesAtom, type ShownQuote, sellersAtom } from '../state/onramp.ts'
import { type Asset, problemOf, type Seller } from '../state/onramp-rules.ts'
import styles from './OnRamp.module.css'
import { useMoney, useReceived } from './words.ts'

export function Sellers({ form, asset }: { form: Form; asset: Asset }) {
  const context = useModal()
  const t = useAllMessages()
  const sellers = useAtomValue(sellersAtom)
  const quotes = useAtomValue(quotesAtom)
  if (sellers.length === 0) return <p className={styles.note}>{t('onramp.sellers.none')}</p>
  const isFailed = Object.values(quotes).some(({ status }) => status === 'failed')
  return (
    <section className={styles.sellers} aria-label={t('onramp.sellers')}>
      <h2 className={styles.heading}>{t('onramp.sellers')}</h2>
      <List label={t('onramp.sellers')}>
        {sellers.map((seller) => (
          <SellerRow key={seller.name} seller={seller} form={form} asset={asset} quote={quotes[seller.name]} />
        ))}
      </List>
      {isFailed && (
        <Button size="compact" variant="quiet" icon="refresh" onClick={() => requestQuotes(context)}>
          {t('onramp.quote.again')}
        </Button>
      )}
    </section>
  )
}

interface SellerRowProps {
  seller: Seller
  form: Form
  asset: Asset
  quote: ShownQuote | undefined
}

function SellerRow({ seller, form, asset, quote }: SellerRowProps) {
  const context = useModal()
  const t = useAllMessages()
  const money = useMoney()
  const networks = useAtomValue(networksAtom)
  const problem = problemOf(form.amount, seller.paymentCurrencies, form)
  const own = limitOf(seller.paymentCurrencies, form.currency, form.method)
  const bounds = own && { min: money(own.min, form.currency), max: money(own.max, form.currency) }
  const reason = () => {
    if (problem === 'method' || !bounds) return t('onramp.seller.method', { currency: form.currency })
    if (problem === 'empty') return t('onramp.seller.empty')
    if (problem) return t(`onramp.amount.${problem}`, bounds)
    return quote?.status === 'refused' ? quote.reason : undefined
  }
  const names = networks.filter(({ id }) => seller.assets.some(({ network }) => network === id)).map(({ name }) => name)
  const fees = seller.feeRange === '' ? t('onramp.fees.unknown') : t('onramp.fees', { range: seller.feeRange })
  return (
    <Row
      start={<WalletIcon id={seller.name} name={seller.label} src={undefined} size={32} />}
      title={
        <span className={styles.seller}>
          <bdi>{seller.label}</bdi>
          {seller.isTest && <Badge tone="caution">{t('onramp.test')}</Badge>}
        </span>
      }
      detail={t('onramp.seller.detail', {
        fees,
        networks: names.slice(0, 3).join(', '),
        more: Math.max(0, names.length - 3),
      })}
      disabledReason={reason()}
      end={problem ? undefined : <Received quote={quote} asset={asset} />}
      chevron
      data-focus-key={seller.name}
      onClick={() => choose(context, seller)}
    />
  )
}

function Received({ quote, asset }: { quote: ShownQuote | undefined; asset: Asset }) {
  const t = useAllMessages()
  const received = useReceived()
  if (quote?.status === 'refused') return null
  if (quote?.status === 'failed') return <span className={styles.unknown}>{t('onramp.quote.failed')}</span>
  if (quote?.status !== 'ready')
    return (
      <span className={styles.unknown}>
        <Spinner />
        <VisuallyHidden>{t('onramp.quote.loading')}</VisuallyHidden>
      </span>
    )
  const { text, symbol } = received(quote.quote, asset.symbol)
  return (
    <span className={styles.received}>
      <Amount text={text} symbol={quote.isEstimate ? undefined : symbol} />
      <span className={styles.kind}>{t(quote.isEstimate ? 'onramp.estimate' : 'onramp.received')}</span>
    </span>
  )
}
