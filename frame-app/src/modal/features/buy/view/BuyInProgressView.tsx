/** One purchase, from leaving the page to its end (BuyInProgress). */
import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useRef } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { VisuallyHidden } from '../../../../shared/ui/base/VisuallyHidden.tsx'
import { Button } from '../../../../shared/ui/button/Button.tsx'
import { EmptyState } from '../../../../shared/ui/empty/EmptyState.tsx'
import { WalletIcon } from '../../../../shared/ui/images/WalletIcon.tsx'
import { type RingState, WaitingRing } from '../../../../shared/ui/ring/WaitingRing.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { optionsAtom } from '../../../core/options.ts'
import { seeActivity, tryAgain } from '../onramp-purchase.ts'
import { type Buy, purchaseAtom, type Stage } from '../state/onramp.ts'
import { Leaving } from './Leaving.tsx'

export function BuyInProgressView() {
  const t = useAllMessages()
  const purchase = useAtomValue(purchaseAtom)
  if (!purchase) return <EmptyState icon="info" title={t('onramp.gone')} />
  return purchase.stage.name === 'leaving' ? (
    <Leaving buy={purchase.buy} stage={purchase.stage} />
  ) : (
    <Progress buy={purchase.buy} stage={purchase.stage} />
  )
}

type Away = Exclude<Stage, { name: 'leaving' }>

function Progress({ buy: { seller }, stage }: { buy: Buy; stage: Away }) {
  const context = useModal()
  const hasActivity = useAtomValue(optionsAtom)?.features.history === true
  const t = useAllMessages()
  const words = useWords(stage, seller.label)
  const status = useSpoken(words.title)
  const activity = (variant: 'primary' | 'secondary') =>
    hasActivity && (
      <Button variant={variant} onClick={() => seeActivity(context)}>
        {t('onramp.activity')}
      </Button>
    )
  const isOver = stage.name === 'failed' || stage.name === 'late'
  return (
    <>
      <VisuallyHidden>
        <output ref={status} />
      </VisuallyHidden>
      <EmptyState
        picture={
          <WaitingRing state={rings[stage.name]}>
            <WalletIcon id={seller.name} name={seller.label} src={undefined} size={64} />
          </WaitingRing>
        }
        title={words.title}
        text={words.text}
      >
        {isOver && (
          <Button variant="primary" onClick={() => tryAgain(context)}>
            {t('common.tryAgain')}
          </Button>
        )}
        {stage.name === 'waiting' && <Button onClick={() => tryAgain(context)}>{t('onramp.openAgain')}</Button>}
        {stage.name !== 'waiting' && activity(stage.name === 'done' ? 'primary' : 'secondary')}
      </EmptyState>
    </>
  )
}

/** Announces each new state to screen readers: the region is rendered before its text. */
function useSpoken(text: string): RefObject<HTMLOutputElement | null> {
  const region = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (region.current) region.current.textContent = text
  }, [text])
  return region
}

const rings: Readonly<Record<Away['name'], RingState>> = {
  waiting: 'waiting',
  paid: 'waiting',
  done: 'done',
  failed: 'declined',
  late: 'failed',
}

function useWords(stage: Away, seller: string): { title: string; text: string } {
  const t = useAllMessages()
  switch (stage.name) {
    case 'waiting':
      if (!stage.isWatched)
        return { title: t('onramp.unwatched.title', { seller }), text: t('onramp.unwatched.text', { seller }) }
      return {
        title: t('onramp.waiting.title'),
        text: t(stage.isBack ? 'onramp.waiting.back' : 'onramp.waiting.text', { seller }),
      }
    case 'paid':
      return { title: t('onramp.paid.title'), text: t('onramp.paid.text', { seller, ...stage.bought }) }
    case 'done':
      return { title: t('onramp.done.title', { ...stage.bought }), text: t('onramp.done.text') }
    case 'late':
      return { title: t('onramp.buyFailed'), text: t('onramp.late.text', { seller }) }
    case 'failed':
      return { title: t('onramp.buyFailed'), text: t('onramp.buyFailed.text', { seller }) }
  }
}
