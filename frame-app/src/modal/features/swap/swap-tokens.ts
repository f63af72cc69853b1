/** The tokens that a network lists for swaps, and what the contract of an unlisted token reports. */
import type { SwapToken } from '@airlock/protocol/gateway/convert.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { atom } from 'jotai'
import type { Address } from 'viem'
import { readErc20s } from '../../../shared/chains/eip155/tokens.ts'
import { toDisplayText } from '../../../shared/format/display-text.ts'
import { fetchSwapTokens } from '../../core/api/convert.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import { queries } from '../../core/api/queries.ts'
import type { ModalContext } from '../../core/context.ts'
import { askerOf } from '../../session/ask-chain.ts'
import { networksAtom } from '../../session/state/network.ts'
import { swapDraftAtom } from './state/swap.ts'
import type { Swappable } from './state/swappable.ts'
import { swapperOf } from './swap-prepare.ts'

const freshMs = 5 * 60_000

export interface SwapTokenList {
  readonly chainId: Caip2 | undefined
  readonly status: 'loading' | 'ready' | 'failed'
  readonly tokens: readonly SwapToken[]
}
const nothing = { chainId: undefined, status: 'loading', tokens: [] } as const
export const swapTokensAtom = atom<SwapTokenList>(nothing)

export async function loadSwapTokens(context: ModalContext): Promise<void> {
  const { store } = context
  const chainId = store.get(swapDraftAtom)?.chainId
  const service = gatewayOf(context)
  if (!chainId || !service) return
  if (store.get(swapTokensAtom).chainId !== chainId) store.set(swapTokensAtom, { ...nothing, chainId })
  const show = (list: Omit<SwapTokenList, 'chainId'>) => {
    if (store.get(swapTokensAtom).chainId === chainId) store.set(swapTokensAtom, { chainId, ...list })
  }
  try {
    const tokens = await queries.fetchQuery({
      queryKey: ['swap-tokens', service.base, chainId],
      queryFn: ({ signal }) => fetchSwapTokens(service, chainId, signal),
      staleTime: freshMs,
    })
    show({ status: 'ready', tokens })
  } catch {
    show({ status: 'failed', tokens: [] })
  }
}

/** `undefined` if there is no token at this address. A contract chooses its own name, which proves nothing about its maker. */
export async function lookUpToken(
  context: ModalContext,
  address: Address,
  signal: AbortSignal,
): Promise<Swappable | undefined> {
  const { store } = context
  const draft = store.get(swapDraftAtom)
  const network = store.get(networksAtom).find(({ id }) => id === draft?.chainId)
  if (!draft || !network) return undefined
  const ask = await askerOf(context, network, signal)
  const question = { account: swapperOf(draft), contracts: [address], multicall: network.multicall3, signal }
  const [found] = await readErc20s(ask, question)
  if (!found) return undefined
  const symbol = toDisplayText(found.symbol, { max: 12, fallback: '?' })
  const name = toDisplayText(found.name, { max: 32, fallback: symbol })
  return { address, name, symbol, icon: undefined, price: undefined, amount: '' }
}
