/** An amount that the code requests. The link contains the exact number in the smallest unit. */
import type { Network } from '@airlock/protocol/contracts/shapes/network.ts'
import { useState } from 'react'
import { canRequest, paymentRequest } from '../../../../shared/chains/payment-request.ts'
import { toExactDecimals } from '../../../../shared/format/amount.ts'
import { enterAmount, readAmount } from '../../../../shared/format/amount-input.ts'
import { useAllMessages } from '../../../../shared/i18n/all-messages.ts'
import { Disclosure } from '../../../../shared/ui/disclosure/Disclosure.tsx'
import { TextField } from '../../../../shared/ui/field/TextField.tsx'
import styles from './ReceiveView.module.css'

export interface RequestAmountProps {
  network: Network
  address: string
  /** `undefined`: the code is the plain address. */
  onChange: (request: { link: string; text: string } | undefined) => void
}

export function RequestAmount({ network, address, onChange }: RequestAmountProps) {
  const t = useAllMessages()
  const [text, setText] = useState('')
  if (!canRequest(network)) return null
  const { symbol, decimals } = network.currency
  const linkOf = (typed: string) => {
    const read = readAmount(typed, decimals)
    if (!('value' in read)) return undefined
    const link = paymentRequest(network, address, read.value)
    return link === undefined ? undefined : { link, text: `${toExactDecimals(read.value, decimals)} ${symbol}` }
  }
  const problemOf = (typed: string): string | undefined => {
    const read = readAmount(typed, decimals)
    if ('problem' in read) {
      if (read.problem === 'empty') return undefined
      return t(`receive.amount.${read.problem}`, { symbol, decimals })
    }
    return read.value > 0n && linkOf(typed) === undefined ? t('receive.amount.size') : undefined
  }
  const change = (typed: string) => {
    const kept = enterAmount(text, typed, symbol)
    setText(kept)
    onChange(linkOf(kept))
  }
  return (
    <Disclosure summary={t('receive.request')}>
      <TextField
        className={styles.request}
        label={t('receive.amount', { symbol })}
        value={text}
        onChange={change}
        error={problemOf(text)}
        hint={t('receive.amount.hint')}
        inputMode="decimal"
        enterKeyHint="done"
        placeholder="0"
        dir="ltr"
        maxLength={100}
      />
    </Disclosure>
  )
}
