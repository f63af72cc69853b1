/** How much less than shown the user accepts: a few usual values, or a custom one. */
import { useState } from 'react'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Chip } from '../../../../shared/ui/chip/Chip.tsx'
import { Disclosure } from '../../../../shared/ui/disclosure/Disclosure.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import { Notice } from '../../../../shared/ui/note/Notice.tsx'
import { useModal } from '../../../core/modal-context.ts'
import { readSlippage, slippageChoices, toPercent, usualSlippage } from '../state/swap-rules.ts'
import { setSlippage } from '../swap.ts'
import styles from './Swap.module.css'

export function Slippage({ bps }: { bps: number }) {
  const context = useModal()
  const t = useAllMessages()
  const isUsual = slippageChoices.some((choice) => choice === bps)
  const [typed, setTyped] = useState(isUsual ? '' : toPercent(bps))
  const isWrong = typed !== '' && readSlippage(typed) === undefined
  const type = (text: string) => {
    const cleaned = text
      .replaceAll(',', '.')
      .replaceAll(/[^\d.]/g, '')
      .slice(0, 5)
    setTyped(cleaned)
    const read = readSlippage(cleaned)
    if (read !== undefined) setSlippage(context, read)
  }
  return (
    <Disclosure summary={<span>{t('swap.slippage.change', { percent: toPercent(bps) })}</span>}>
      <div className={styles.slippage}>
        <p className={styles.careful}>{t('swap.slippage.text')}</p>
        <fieldset className={styles.chips} aria-label={t('swap.slippage')}>
          {slippageChoices.map((choice) => (
            <Chip
              key={choice}
              pressed={choice === bps}
              onClick={() => {
                setTyped('')
                setSlippage(context, choice)
              }}
            >
              {`${toPercent(choice)}%`}
            </Chip>
          ))}
        </fieldset>
        <TextField
          label={t('swap.slippage.own')}
          value={typed}
          onChange={type}
          error={isWrong ? t('swap.slippage.wrong') : undefined}
          inputMode="decimal"
          dir="ltr"
          placeholder={toPercent(bps)}
        />
        {bps > usualSlippage.most && (
          <Notice tone="negative">
            <span>{t('swap.slippage.high')}</span>
          </Notice>
        )}
        {bps < usualSlippage.least && (
          <Notice tone="caution">
            <span>{t('swap.slippage.low')}</span>
          </Notice>
        )}
      </div>
    </Disclosure>
  )
}
