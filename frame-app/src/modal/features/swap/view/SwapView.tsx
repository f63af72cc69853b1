/** The swap form: what is given and what is received. Its button shows what is missing. */

import { namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { useAtomValue } from 'jotai'
import type { FormEvent } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { LazyIcon } from '../../../../shared/ui/icon/LazyIcon.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { SteadyView } from '../../../../shared/ui/shell/SteadyView.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import type { ModalContext } from '../../../core/context.ts'
import { useModal } from '../../../core/modal-context.ts'
import { DraftNotes } from '../../../kit/figures/DraftNotes.tsx'
import { Prepared } from '../../../kit/figures/Prepared.tsx'
import { NotConnected } from '../../../kit/NotConnected.tsx'
import { go } from '../../../session/navigate.ts'
import type { Connected } from '../../../session/state/accounts.ts'
import { activeConnectionAtom } from '../../../session/state/active-connection.ts'
import { MoreCoins } from '../../buy/view/MoreCoins.tsx'
import { chooseNetwork } from '../../networks/switch-network.ts'
import { isUnderWay } from '../../submit/form.ts'
import { canSwapOn, offersSwaps } from '../offers-swaps.ts'
import { quotedAtom, swapDraftAtom, swappingAtom } from '../state/swap.ts'
import { type SwapForm, swapFormAtom } from '../state/swap-form.ts'
import { flipSwap, startSwap, watchSwap } from '../swap.ts'
import { readSwapQuote } from '../swap-quote.ts'
import { reviewSwap } from '../swap-review.ts'
import { ImpactNotice } from './ImpactNotice.tsx'
import { Given, Received } from './Sides.tsx'
import styles from './Swap.module.css'
import { SwapDetails } from './SwapDetails.tsx'
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
  const { problem, network, mustSwitch } = form
  const isBusy = isUnderWay(swapping)
  // A quote in units of unknown size cannot be shown yet.
  const quote = quoted.status === 'ready' && form.decimals.to !== undefined ? quoted.quote : undefined
  const isLoading = quoted.status === 'loading' || (quoted.status === 'ready' && !quote)
  const canAskAgain = problem !== undefined && askAgain.has(problem)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (mustSwitch) context.scope.run(chooseNetwork(context, network.id))
    else if (problem === 'selectToken')
      go.push(context, { view: 'SwapSelectToken', side: draft.from === undefined ? 'from' : 'to' })
    else if (canAskAgain) context.scope.run(readSwapQuote(context))
    else reviewSwap(context)
  }
  const canPress = mustSwitch || problem === undefined || problem === 'selectToken' || canAskAgain
  const label = () => {
    if (isBusy) return t('send.button.underWay', { wallet: wallet.name })
    if (mustSwitch) return t('send.switch', { network: network.name })
    return t(`swap.button.${problem ?? 'review'}`, { symbol: network.currency.symbol })
  }
  return (
    <SteadyView onSubmit={submit}>
      <div className={styles.view}>
        <DraftNotes of="swap" draft={draft} />
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
        {problem === 'gas' && <MoreCoins network={network} />}
      </div>
      <ViewFooter>
        <Why problem={problem} />
        {mustSwitch && (
          <Notice tone="note">
            <span>{t('send.switch.text', { wallet: wallet.name })}</span>
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={isBusy}
          aria-disabled={!canPress || isBusy}
          data-focus-key="review"
        >
          {label()}
        </Button>
      </ViewFooter>
    </SteadyView>
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
