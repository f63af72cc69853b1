/** The lines of a payment: amount, recipient, network, costs, and the total. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { Quote } from '../../../../shared/chains/sending.ts'
import { roundFee } from '../../../../shared/format/fee.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Amount } from '../../../../shared/ui/figures/Amount.tsx'
import { hostOriginAtom } from '../../../core/options.ts'
import { useFees, useFigures, useSums } from '../../../kit/figures/use-figures.ts'
import { useWorth } from '../../../kit/figures/use-worth.ts'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import { tokensAtom } from '../../assets/state/tokens.ts'
import type { Draft } from '../state/send.ts'
import { sendables } from '../state/sendable.ts'
import styles from './Send.module.css'

interface ReceiptProps {
  draft: Draft
  quote: Quote
  network: Network
  /** The name that resolved to the address. */
  name: string | undefined
}

export function Receipt({ draft, quote, network, name }: ReceiptProps) {
  const t = useAllMessages()
  const { payment, fee, deposit } = quote
  const symbol = draft.token?.symbol ?? ''
  const { decimals, symbol: coin } = network.currency
  const figures = useFigures(payment.decimals)
  const fees = useFees(decimals)
  const sums = useSums(decimals)
  const worth = useWorth(payment.decimals, draft.token?.price)
  const coinWorth = useWorth(decimals, useCoinPrice(draft, network))
  const origin = useAtomValue(hostOriginAtom)
  const isCurrency = payment.asset === undefined
  const extra = roundFee(fee?.most ?? 0n) + deposit
  return (
    <>
      <p className={styles.hero}>
        <span className={styles.worth}>{t('sendReview.amount')}</span>
        <Amount size="hero" text={figures(payment.units)} symbol={symbol} />
        {worth(payment.units) !== undefined && <span className={styles.worth}>{worth(payment.units)}</span>}
      </p>
      <dl className={styles.facts}>
        <Fact name={t('sendReview.to')}>
          {name !== undefined && <bdi>{name}</bdi>}
          <span className={styles.address}>
            <DisplayAddress address={payment.to} full />
          </span>
        </Fact>
        <Fact name={t('sendReview.network')}>{network.name}</Fact>
        <Fact name={t('sendReview.startedBy')}>{draft.isFromPage ? origin : t('sendReview.startedBy.you')}</Fact>
        <Fact name={t('sendReview.fee')}>
          {fee === undefined ? (
            t('sendReview.fee.wallet')
          ) : (
            <>
              <span>
                {fees(fee.expected) === fees(fee.most)
                  ? t('sendReview.fee.one', { high: fees(fee.most), symbol: coin })
                  : t('sendReview.fee.range', { low: fees(fee.expected), high: fees(fee.most), symbol: coin })}
              </span>
              <FeeWorth low={coinWorth(fee.expected)} high={coinWorth(fee.most)} />
            </>
          )}
        </Fact>
        {deposit > 0n && (
          <Fact name={t('sendReview.deposit')}>
            {`${sums(deposit)} ${coin}`}
            <span className={styles.worth}>
              {t('sendReview.deposit.text', { amount: sums(deposit), symbol: coin })}
            </span>
          </Fact>
        )}
        {quote.withheld > 0n && <Fact name={t('sendReview.withheld')}>{`${figures(quote.withheld)} ${symbol}`}</Fact>}
        <Fact name={t('sendReview.total')}>
          {isCurrency ? (
            t('sendReview.total.atMost', { amount: `${sums(payment.units + extra)} ${coin}` })
          ) : (
            <>
              <span>{`${figures(payment.units)} ${symbol}`}</span>
              {extra > 0n && <span>{t('sendReview.total.atMost', { amount: `${sums(extra)} ${coin}` })}</span>}
            </>
          )}
        </Fact>
        <Effects quote={quote} draft={draft} network={network} />
      </dl>
    </>
  )
}

/** The effects, as the node has simulated them. */
function Effects({ quote: { simulation, payment }, draft, network }: Omit<ReceiptProps, 'name'>) {
  const t = useAllMessages()
  const symbol = draft.token?.symbol ?? ''
  const figures = useFigures(payment.decimals)
  const coins = useFigures(network.currency.decimals)
  if (simulation.status === 'unknown') return <Fact name={t('sendReview.arrives')}>{t('sendReview.unknown')}</Fact>
  if (simulation.status === 'fails') return null
  return (
    <>
      <Fact name={t('sendReview.leaves')}>
        {simulation.leaves.map(({ asset, units }) => (
          <span key={asset ?? ''}>{textOf(asset, units)}</span>
        ))}
        {simulation.leaves.length === 0 && `0 ${symbol}`}
      </Fact>
      <Fact name={t('sendReview.arrives')}>{`${figures(simulation.arrives)} ${symbol}`}</Fact>
    </>
  )

  /** For another token, only its contract is known. */
  function textOf(asset: string | undefined, units: bigint): string {
    if (asset?.toLowerCase() === payment.asset?.toLowerCase()) return `${figures(units)} ${symbol}`
    return asset === undefined ? `${coins(units)} ${network.currency.symbol}` : asset
  }
}

function FeeWorth({ low, high }: { low: string | undefined; high: string | undefined }) {
  const t = useAllMessages()
  if (low === undefined || high === undefined) return null
  return <span className={styles.worth}>{low === high ? high : t('sendReview.fee.worth', { low, high })}</span>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function useCoinPrice({ account }: Draft, network: Network): number | undefined {
  const held = useAtomValue(tokensAtom)[account]
  return sendables(network, held && 'tokens' in held ? held.tokens : [])[0]?.price
}
