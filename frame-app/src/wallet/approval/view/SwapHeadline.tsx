import { createElement, Fragment, type ReactNode } from 'react'
import { useWalletMessages } from '../../../shared/i18n/wallet-messages.ts'
import type { FactValue } from '../../decode/intent.ts'
import { networkWords } from '../networks.ts'
import type { Prepared } from '../prepared.ts'
import { AssetAmount } from './Amounts.tsx'

/**
 * Shows the swap in one sentence. The usual headline is shown for any other request, and for a swap with a token whose name is missing or
 * could deceive. Amounts are always listed below, with the tokens' addresses.
 */
export function SwapHeadline({ prepared, children }: { prepared: Prepared; children: ReactNode }) {
  const t = useWalletMessages()
  const { intent, call } = prepared
  if (intent.kind !== 'swap' || intent.warnings.includes('oddName')) return children
  const [given, least] = intent.facts.map(({ value }) => amountIn(value, prepared))
  if (!given || !least) return children
  const { name: network } = networkWords(call.scope)
  return createElement(Fragment, null, ...t.parts<ReactNode>('approval.swap', { given, least, network }))
}

function amountIn(value: FactValue, prepared: Prepared): ReactNode {
  if (value.type === 'coins') return <AssetAmount asset={value} amount={value.amount} prepared={prepared} />
  if (value.type !== 'tokens' || value.token === undefined || typeof value.amount !== 'bigint') return undefined
  const { type, token, amount } = value
  const isNamed = prepared.tokens.get(token.toLowerCase())?.symbol
  return isNamed ? <AssetAmount asset={{ type, token }} amount={amount} prepared={prepared} /> : undefined
}
