import { createElement, Fragment, type ReactNode } from 'react'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import type { FactLabel } from '../../decode/intent.ts'
import { networkWords } from '../networks.ts'
import type { Prepared } from '../prepared.ts'
import { useAmountText } from './Amounts.tsx'

/**
 * The swap in one sentence. Anything else, and a swap whose tokens have no name or one that could deceive, has the general headline: its
 * amounts are only listed, beside the addresses of the tokens.
 */
export function SwapHeadline({ prepared, children }: { prepared: Prepared; children: ReactNode }) {
  const t = useWalletMessages()
  const textOf = useAmountText()
  const { intent, tokens, call } = prepared
  const amountOf = (label: FactLabel): ReactNode => {
    const value = intent.facts.find((fact) => fact.label === label)?.value
    if (value?.type !== 'coins' && value?.type !== 'tokens') return undefined
    const { amount } = value
    if (typeof amount !== 'bigint') return undefined
    if (value.type === 'tokens' && !tokens.get(value.token?.toLowerCase() ?? '')?.symbol) return undefined
    const asset = value.type === 'coins' ? value : { type: value.type, token: value.token ?? '' }
    const { text, symbol } = textOf(asset, amount, prepared)
    return <bdi key={label} dir="ltr">{`${text} ${symbol}`}</bdi>
  }
  if (intent.kind !== 'swap' || intent.warnings.includes('oddName')) return children
  const [given, least] = [amountOf('amount'), amountOf('least')]
  if (!given || !least) return children
  const { name: network } = networkWords(call.scope)
  return createElement(Fragment, null, ...t.parts<ReactNode>('approval.swap', { given, least, network }))
}
