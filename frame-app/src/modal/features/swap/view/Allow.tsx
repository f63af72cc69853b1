/** The first of two steps: allows the router to take the token. */

import { useAtom, useAtomValue } from 'jotai'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { Fact, FactList } from '../../../../shared/ui/facts/FactList.tsx'
import { ViewFooter } from '../../../../shared/ui/shell/ViewFooter.tsx'
import { useModal } from '../../../core/modal-context.ts'
import shared from '../../../kit/figures/figures.module.css'
import { useFigures } from '../../../kit/figures/use-figures.ts'
import { go } from '../../../session/navigate.ts'
import { isUnderWay } from '../../submit/form.ts'
import { Outcome } from '../../submit/view/Outcome.tsx'
import { isUnlimitedAtom, type SwapDraft, type SwapReview, swappingAtom } from '../state/swap.ts'
import type { SwapForm } from '../state/swap-form.ts'
import { approveSwap } from '../swap-approve.ts'
import styles from './Swap.module.css'
import { Spender, venueOf } from './SwapDetails.tsx'

interface AllowProps {
  draft: SwapDraft
  form: SwapForm
  review: Extract<SwapReview, { status: 'allow' }>
  wallet: string
}

export function Allow({ draft, form, review: { quote, spender, allowed }, wallet }: AllowProps) {
  const context = useModal()
  const t = useAllMessages()
  const swapping = useAtomValue(swappingAtom)
  const [isUnlimited, setUnlimited] = useAtom(isUnlimitedAtom)
  const figures = useFigures(form.decimals.from ?? 0)
  const isBusy = isUnderWay(swapping)
  const symbol = draft.from?.symbol ?? ''
  const venue = venueOf(quote)
  const choice = (value: boolean, title: string, text: string) => (
    <label className={styles.choice}>
      <input
        className={styles.pick}
        type="radio"
        name="allowance"
        checked={isUnlimited === value}
        disabled={isBusy}
        onChange={() => setUnlimited(value)}
      />
      <span>
        <bdi>{title}</bdi>
        <span className={styles.meta}>{text}</span>
      </span>
    </label>
  )
  return (
    <>
      <div className={styles.view}>
        <p className={styles.step}>{t('swapReview.allow.step', { symbol })}</p>
        <p className={styles.careful}>{t('swapReview.allow.text', { spender: venue, symbol })}</p>
        <FactList>
          <Spender quote={quote} address={spender} />
          <Fact name={t('swapReview.allow.now')}>
            <bdi>{`${figures(allowed)} ${symbol}`}</bdi>
          </Fact>
        </FactList>
        <fieldset className={styles.choices}>
          <legend className={styles.legend}>{t('swapReview.allow.amount')}</legend>
          {choice(
            false,
            t('swapReview.allow.exact', { amount: figures(quote.amount), symbol }),
            t('swapReview.allow.exact.text'),
          )}
          {choice(true, t('swapReview.allow.unlimited'), t('swapReview.allow.unlimited.text', { symbol }))}
        </fieldset>
      </div>
      <ViewFooter>
        {swapping.status === 'confirming' ? (
          <p role="status" className={styles.careful}>
            {t(swapping.isSlow ? 'swapReview.confirming.slow' : 'swapReview.confirming')}
          </p>
        ) : (
          <Outcome of="swapReview" asking={swapping} wallet={wallet} />
        )}
        <div className={shared.actions}>
          <Button onClick={() => go.back(context)}>{t('swapReview.cancel')}</Button>
          <Button
            variant="primary"
            busy={isBusy}
            data-focus-key="approve"
            onClick={() => context.scope.run(approveSwap(context))}
          >
            {t(isBusy ? 'swapReview.approving' : 'swapReview.approve')}
          </Button>
        </div>
      </ViewFooter>
    </>
  )
}
