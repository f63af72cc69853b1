/** The swap form: what is given and what is received. Its button shows what is missing. */
import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import { toExactDecimals } from '../../../../shared/format/amount.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { useLanguage } from '../../../../shared/i18n/LanguageProvider.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { LazyIcon } from '../../../../shared/ui/icon/LazyIcon.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import type { ModalContext } from '../../../core/context.ts'
import { useModal } from '../../../core/modal-context.ts'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { useFees, useWorth } from '../../../kit/use-figures.ts'
import { go } from '../../../session/navigate.ts'
import { track } from '../../../session/notify.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { isUnderWay } from '../../submit/form.ts'
import { AmountWell, Balance, shorten, TakeAll, useAmountProblem } from '../../submit/view/AmountWell.tsx'
import { FormView, Prepared } from '../../submit/view/FormView.tsx'
import { canSwapOn, offersSwaps } from '../offers-swaps.ts'
import {
  quotedAtom,
  type SwapDraft,
  type SwapQuote,
  swapDraftAtom,
  swapFactsAtom,
  swappingAtom,
} from '../state/swap.ts'
import { isCurrency, type SwapForm, swapFormAtom } from '../state/swap-form.ts'
import { flipSwap, type SwapSide, startSwap, takeMostToSwap, typeSwapAmount, watchSwap } from '../swap.ts'
import { readSwapQuote } from '../swap-quote.ts'
import { reviewSwap } from '../swap-review.ts'
import styles from './Swap.module.css'
import { ImpactNotice, SwapDetails } from './SwapDetails.tsx'
import { UnsupportedForSwap } from './UnsupportedForSwap.tsx'

export function SwapView() {
  const context = useModal()
  const t = useAllMessages()
  const connection = useAtomValue(activeConnectionAtom)
  const draft = useAtomValue(swapDraftAtom)
  if (!connection) return <NotConnected />
  if (namespaceOf(connection.chainId) !== 'eip155' || !offersSwaps(context))
    return <EmptyState icon="info" title={t('swap.unavailable.title')} text={t('swap.unavailable.text')} />
  if (!draft?.isFromPage && !canSwapOn(context, connection.chainId)) return <UnsupportedForSwap />
  return (
    <Prepared begin={begin}>
      <Form connection={connection} />
    </Prepared>
  )
}

function begin(context: ModalContext) {
  startSwap(context)
  return watchSwap(context)
}

function Form({ connection: { wallet } }: { connection: Connected }) {
  const context = useModal()
  const t = useAllMessages()
  const [draft, form, quoted, swapping] = [
    useAtomValue(swapDraftAtom),
    useAtomValue(swapFormAtom),
    useAtomValue(quotedAtom),
    useAtomValue(swappingAtom),
  ]
  if (!draft || !form) return null
  const { problem, network } = form
  const isBusy = isUnderWay(swapping)
  // A quote in units of unknown size cannot be shown yet.
  const quote = quoted.status === 'ready' && form.decimals.to !== undefined ? quoted.quote : undefined
  const isLoading = quoted.status === 'loading' || (quoted.status === 'ready' && !quote)
  const canAskAgain = problem !== undefined && askAgain.has(problem)
  const submit = () => {
    if (problem === 'selectToken')
      go.push(context, { view: 'SwapSelectToken', side: draft.from === undefined ? 'from' : 'to' })
    else if (canAskAgain) context.scope.run(readSwapQuote(context))
    else reviewSwap(context)
  }
  return (
    <FormView
      of="swap"
      draft={draft}
      form={form}
      progress={swapping}
      wallet={wallet.name}
      label={t(`swap.button.${problem ?? 'review'}`, { symbol: network.currency.symbol })}
      canPress={problem === undefined || problem === 'selectToken' || canAskAgain}
      onSubmit={submit}
      why={<Why problem={problem} />}
    >
      <div className={styles.wells}>
        <Given draft={draft} form={form} isBusy={isBusy} />
        <button
          type="button"
          className={styles.flip}
          aria-label={t('swap.flip')}
          title={t('swap.flip')}
          data-focus-key="flip"
          aria-disabled={isBusy || undefined}
          onClick={() => flipSwap(context)}
        >
          <LazyIcon name="swap" />
        </button>
        <Received draft={draft} form={form} quote={quote} isBusy={isBusy} isLoading={isLoading} />
      </div>
      {quote && <ImpactNotice quote={quote} />}
      <SwapDetails draft={draft} form={form} quote={quote} isLoading={isLoading} />
    </FormView>
  )
}

type Problem = NonNullable<SwapForm['problem']>

/** For these problems the button asks for a quote again. */
const askAgain: ReadonlySet<Problem> = new Set<Problem>(['network', 'busy', 'expired', 'refused'])

/** Explains the problem, because the button has room for two words only. */
function Why({ problem }: { problem: Problem | undefined }) {
  const t = useAllMessages()
  if (problem !== 'noRoute' && problem !== 'small' && problem !== 'refused') return null
  return (
    <Notice tone={problem === 'refused' ? 'negative' : 'note'}>
      <span role="status">{t(`swap.problem.${problem}`)}</span>
    </Notice>
  )
}

interface SideProps {
  draft: SwapDraft
  form: SwapForm
  isBusy: boolean
}

function Given({ draft, form, isBusy }: SideProps) {
  const context = useModal()
  const t = useAllMessages()
  const facts = useAtomValue(swapFactsAtom)
  const { amount, decimals } = form
  const symbol = draft.from?.symbol ?? ''
  const worth = useWorth(decimals.from ?? 0, draft.from?.price)
  const value = amount && 'value' in amount ? amount.value : undefined
  const canTakeMost =
    draft.from !== undefined && (!isCurrency(draft.from) || facts.status !== 'ready' || facts.gasPrice)
  return (
    <AmountWell
      {...useSide('from', draft, form)}
      label={t('swap.from')}
      value={form.text}
      onChange={(text) => typeSwapAmount(context, text)}
      hint={useMostHint(draft, form)}
      error={useAmountProblem(amount, symbol, decimals.from)}
      isBusy={isBusy}
    >
      {value !== undefined && decimals.from !== undefined && worth(value)}
      {canTakeMost && <TakeAll onPress={() => takeMostToSwap(context)} />}
    </AmountWell>
  )
}

interface ReceivedProps extends SideProps {
  quote: SwapQuote | undefined
  isLoading: boolean
}

function Received({ draft, form, quote, isBusy, isLoading }: ReceivedProps) {
  const t = useAllMessages()
  const { formats } = useLanguage()
  const decimals = form.decimals.to
  const worth = useWorth(decimals ?? 0, draft.to?.price)
  const received = quote && decimals !== undefined ? toExactDecimals(quote.received, decimals) : undefined
  return (
    <AmountWell
      {...useSide('to', draft, form)}
      label={t('swap.to')}
      value={received === undefined ? '' : formats.decimal(shorten(received))}
      isBusy={isBusy}
      isLoading={isLoading}
    >
      {quote && decimals !== undefined && worth(quote.received)}
    </AmountWell>
  )
}

function useSide(side: SwapSide, draft: SwapDraft, form: SwapForm) {
  const context = useModal()
  const t = useAllMessages()
  const facts = useAtomValue(swapFactsAtom)
  const token = draft[side]
  const symbol = token?.symbol ?? ''
  return {
    token,
    networkId: form.network.id,
    tokenLabel: token ? t(`swap.token.${side}`, { symbol }) : t('swap.token.none'),
    tokenKey: `token-${side}`,
    onToken: () => {
      track(context, 'CLICK_SELECT_TOKEN_TO_SWAP')
      go.push(context, { view: 'SwapSelectToken', side })
    },
    balance: token ? (
      <Balance
        symbol={symbol}
        side={facts.status === 'ready' ? facts[side] : undefined}
        hasFailed={facts.status === 'failed'}
      />
    ) : (
      <span />
    ),
  }
}

/** What stays in the account when "all of it" is swapped. */
function useMostHint({ isMax }: SwapDraft, { network, kept }: SwapForm): string | undefined {
  const t = useAllMessages()
  const fees = useFees(network.currency.decimals)
  if (!isMax) return undefined
  return kept === undefined
    ? t('send.max.free')
    : t('swap.max.note', { fee: `${fees(kept)} ${network.currency.symbol}` })
}
