/** The details of a payment, before the wallet is asked: exactly what is shown here is signed. */

import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { type Quote, takesMore } from '../../../../shared/chains/sending.ts'
import { roundFee } from '../../../../shared/format/fee.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { Fact as FactLine, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { Amount } from '../../../../shared/ui/figures/Amount.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { DisplayAddress } from '../../../kit/lists/DisplayAddress.tsx'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { useFees, useFigures, useSums, useWorth } from '../../../kit/use-figures.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { tokensAtom, tokensOn } from '../../assets/state/tokens.ts'
import { Careful, LoadingReview, OriginFacts, Review, Warnings } from '../../submit/view/Review.tsx'
import { watchDraft } from '../send.ts'
import { confirmSend } from '../send-confirm.ts'
import { readQuote } from '../send-review.ts'
import { type Draft, draftAtom, foundAtom, isRepeatAtom, reviewAtom, sendingAtom } from '../state/send.ts'
import { formAtom } from '../state/send-form.ts'
import { sendables } from '../state/sendable.ts'
import { Findings } from './Findings.tsx'
import styles from './Send.module.css'

export function SendReviewView() {
  const context = useModal()
  const t = useAllMessages()
  const connection = useAtomValue(activeConnectionAtom)
  const draft = useAtomValue(draftAtom)
  const review = useAtomValue(reviewAtom)
  useEffect(() => watchDraft(context), [context])
  if (!connection) return <NotConnected />
  // Already sent: the account is shown next.
  if (!draft) return null
  return (
    <SteadyView>
      {review.status === 'loading' && (
        <LoadingReview of="sendReview" lines={4} action={t('sendReview.send')} focusKey="send" />
      )}
      {review.status === 'failed' && (
        <EmptyState icon="warning" tone="negative" title={t(`sendReview.failed.${review.why}`)}>
          <Button variant="primary" onClick={() => context.scope.run(readQuote(context))}>
            {t('common.tryAgain')}
          </Button>
        </EmptyState>
      )}
      {review.status === 'ready' && <Ready {...review} draft={draft} wallet={connection.wallet.name} />}
    </SteadyView>
  )
}

interface ReadyProps {
  draft: Draft
  quote: Quote
  isChanged: boolean
  wallet: string
}

function Ready({ draft, quote, isChanged, wallet }: ReadyProps) {
  const context = useModal()
  const t = useAllMessages()
  const sending = useAtomValue(sendingAtom)
  const found = useAtomValue(foundAtom)
  const isRepeat = useAtomValue(isRepeatAtom)
  const network = useAtomValue(formAtom)?.network
  if (!network) return null
  const { simulation, payment, withheld } = quote
  const recipient = found.status === 'found' && found.address === payment.to ? found : undefined
  const isShort =
    simulation.status === 'works' &&
    simulation.arrives < payment.units - withheld &&
    payment.from.toLowerCase() !== payment.to.toLowerCase()
  const isMore = simulation.status === 'works' && takesMore(simulation.leaves, payment.asset, payment.units)
  const press = () => {
    if (isRepeat) return t('sendReview.sendAgain')
    return t(simulation.status === 'fails' ? 'sendReview.sendAnyway' : 'sendReview.send')
  }
  return (
    <Review
      of="sendReview"
      progress={sending}
      wallet={wallet}
      action={press()}
      focusKey="send"
      onPress={() => context.scope.run(confirmSend(context))}
    >
      <Warnings
        of="sendReview"
        isChanged={isChanged}
        isRepeat={isRepeat}
        simulation={simulation}
        effects={
          <>
            {(isShort || withheld > 0n) && <Less draft={draft} quote={quote} />}
            {isMore && <Notice tone="negative">{t('sendReview.more')}</Notice>}
          </>
        }
      >
        <Findings findings={recipient?.findings ?? []} address={payment.to} symbol={draft.token?.symbol ?? ''} />
      </Warnings>
      <Receipt draft={draft} quote={quote} network={network} name={recipient?.name} />
      <Careful of="sendReview" />
    </Review>
  )
}

function Less({ draft, quote }: { draft: Draft; quote: Quote }) {
  const t = useAllMessages()
  const { payment, simulation, withheld } = quote
  const arrives = simulation.status === 'works' ? simulation.arrives : payment.units - withheld
  const amount = useFigures(payment.decimals)(arrives)
  return <Notice tone="caution">{t('sendReview.less', { amount, symbol: draft.token?.symbol ?? '' })}</Notice>
}

interface ReceiptProps {
  draft: Draft
  quote: Quote
  network: Network
  /** The name that resolved to the address. */
  name: string | undefined
}

function Receipt({ draft, quote, network, name }: ReceiptProps) {
  const t = useAllMessages()
  const { payment, fee, deposit } = quote
  const symbol = draft.token?.symbol ?? ''
  const { decimals, symbol: coin } = network.currency
  const figures = useFigures(payment.decimals)
  const fees = useFees(decimals)
  const sums = useSums(decimals)
  const worth = useWorth(payment.decimals, draft.token?.price)
  const coinWorth = useWorth(decimals, useCoinPrice(draft, network))
  const isCurrency = payment.asset === undefined
  const extra = roundFee(fee?.most ?? 0n) + deposit
  return (
    <>
      <p className={styles.hero}>
        <span className={styles.worth}>{t('sendReview.amount')}</span>
        <Amount size="hero" text={figures(payment.units)} symbol={symbol} />
        {worth(payment.units) !== undefined && <span className={styles.worth}>{worth(payment.units)}</span>}
      </p>
      <FactList>
        <Fact name={t('sendReview.to')}>
          {name !== undefined && <bdi>{name}</bdi>}
          <span className={styles.address}>
            <DisplayAddress address={payment.to} full />
          </span>
        </Fact>
        <OriginFacts network={network} isFromPage={draft.isFromPage} />
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
      </FactList>
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

/** Of several lines. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <FactLine name={name}>
      <span className={styles.lines}>{children}</span>
    </FactLine>
  )
}

function useCoinPrice({ account }: Draft, network: Network): number | undefined {
  return sendables(network, tokensOn(useAtomValue(tokensAtom), network.id, account))[0]?.price
}
