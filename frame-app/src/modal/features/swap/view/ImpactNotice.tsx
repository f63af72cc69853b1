import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import type { SwapQuote } from '../state/swap.ts'
import { impactToneOf, toPercent } from '../state/swap-rules.ts'

/** Warns of a trade that is too large for its pools, and of a token that keeps a part of each transfer. */
export function ImpactNotice({ quote: { impactBps, isTaxed } }: { quote: SwapQuote }) {
  const t = useAllMessages()
  const tone = impactToneOf(impactBps)
  return (
    <>
      {tone && impactBps !== undefined && (
        <Notice tone={tone}>
          <span>{t(`swap.impact.${tone}`, { percent: toPercent(impactBps) })}</span>
        </Notice>
      )}
      {isTaxed && (
        <Notice tone="caution">
          <span>{t('swap.taxed')}</span>
        </Notice>
      )}
    </>
  )
}
