/** The allowance of a swap's router: how much of the token it may take, and the calls that allow more. */

import { AirlockError } from '@airlock/protocol/errors.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { type Address, encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import * as z from 'zod/mini'
import { readPrice } from '../../../shared/chains/eip155/network-fees.ts'
import { exceedsAllowance } from '../../../shared/chains/eip155/review.ts'
import { latestBlock } from '../../../shared/chains/eip155/simulation.ts'
import type { Ask } from '../../../shared/chains/sending.ts'
import { checkApproval } from '../../../shared/swap/check-approval.ts'
import type { Call } from '../../../shared/swap/decode.ts'
import { swapNetworkOf } from '../../../shared/swap/networks.ts'
import { fetchBuiltApproval } from '../../core/api/convert.ts'
import { gatewayOf } from '../../core/api/project-gateway.ts'
import type { ModalContext } from '../../core/context.ts'
import type { SwapDraft, SwapQuote } from './state/swap.ts'
import { swapperOf, toSend } from './swap-prepare.ts'

/** How much of the token the spender may take. @throws AirlockError NETWORK */
export async function readAllowance(ask: Ask, token: Address, owner: Address, spender: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })
  const read = z.safeParse(HexText, await ask('eth_call', [{ to: token, data }, 'latest']))
  if (!read.success || read.data.length !== 66)
    throw new AirlockError('NETWORK', { message: 'The token’s answer has another form.' })
  return BigInt(read.data)
}

/** Built by the gateway, which knows tokens that need a reset first; checked and simulated here. */
export async function buildApproval(
  context: ModalContext,
  draft: SwapDraft,
  { quote: { from, to, amount }, spender }: { readonly quote: SwapQuote; readonly spender: Address },
  { isUnlimited, ask, signal }: { readonly isUnlimited: boolean; readonly ask: Ask; readonly signal: AbortSignal },
): Promise<readonly Call[] | 'network' | 'lies'> {
  const { chainId, account } = draft
  const service = gatewayOf(context)
  const routers = swapNetworkOf(chainId, context.project)
  if (!service || !routers) return 'network'
  const agreed = isUnlimited ? maxUint256 : amount
  try {
    const built = await fetchBuiltApproval(
      service,
      {
        from: `${chainId}:${from}`,
        to: `${chainId}:${to}`,
        userAddress: account,
        spender,
        amount: isUnlimited ? 'unlimited' : amount.toString(),
      },
      signal,
    )
    const checked = checkApproval(built, { chainId, token: from, spender, amount: agreed }, routers)
    if ('refused' in checked) return 'lies'
    const [price, block] = await Promise.all([readPrice(ask).catch(() => undefined), latestBlock(ask)])
    const owner = swapperOf(draft)
    const calls = checked.calls.map((call) => toSend(owner, call))
    const isMore = await exceedsAllowance(ask, { owner, spender, token: from, amount: agreed, calls, price, block })
    return isMore ? 'lies' : checked.calls
  } catch {
    return 'network'
  }
}
