/** The swap endpoints: tokens, allowances, approvals, gas prices. */
import {
  type Allowance,
  type BuiltApproval,
  type GasPrice,
  nativeToken,
  type SwapTokens,
} from '@airlock/protocol/gateway/convert.ts'
import { type Hex, maxUint256 } from 'viem'
import type { Asked } from '../http/serve.ts'
import type { ImageLink } from '../images/link.ts'
import { markOf } from '../images/mark.ts'
import { approving, needsReset, readAllowance } from './approvals.ts'
import { isNative, readAccount, readNamed } from './assets.ts'
import { type Markets, marketOf, sidesOf } from './desk.ts'
import type { Market } from './market.ts'
import { orDown, swapRefusals } from './refusals.ts'
import { createTrades } from './trades.ts'

export type Convert = ReturnType<typeof createConvert>

export function createConvert(
  markets: Markets,
  { link, now }: { readonly link: ImageLink; readonly now: () => number },
) {
  return {
    ...createTrades(markets, now),

    /** The currency first. @throws {GatewayRefusal} 400 */
    tokens({ chainId, address }: Omit<Asked<'swapTokens'>, 'signal'>): SwapTokens {
      const { network } = marketOf(markets, chainId)
      const { name, symbol, decimals } = network.currency
      const all = [{ name, symbol, decimals, address: nativeToken, iconUrl: markOf(symbol) }, ...network.tokens]
      return {
        tokens: all
          .filter((token) => address === undefined || token.address.toLowerCase() === address.toLowerCase())
          .map((token) => ({
            name: token.name,
            symbol: token.symbol,
            address: `${network.id}:${token.address}`,
            decimals: token.decimals,
            logoUri: link(token.iconUrl),
            eip2612: false,
          })),
      }
    },

    /** @throws {GatewayRefusal} 400, 503 */
    async allowance({ tokenAddress, userAddress, spender: asked, signal }: Asked<'allowance'>): Promise<Allowance> {
      const { chainId, address: token } = readNamed(tokenAddress)
      const market = marketOf(markets, chainId)
      const owner = readAccount(userAddress, chainId)
      const spender = spenderOf(market, asked)
      // The network's currency needs no allowance.
      if (isNative(token)) return { allowance: maxUint256.toString() }
      const allowance = await orDown(readAllowance(market.view, { token, owner, spender }, signal), signal)
      if (allowance === undefined) throw swapRefusals.unsupportedToken(tokenAddress)
      return { allowance: allowance.toString(), spender }
    },

    /** @throws {GatewayRefusal} 400, 503 */
    async gasPrice({ chainId, signal }: Asked<'gasPrice'>): Promise<GasPrice> {
      const { standard, fast, instant } = await orDown(marketOf(markets, chainId).gasPrices(), signal)
      return { standard: standard.toString(), fast: fast.toString(), instant: instant.toString() }
    },

    /** @throws {GatewayRefusal} 400, 503 */
    async buildApproval({
      signal,
      amount: asked = 'unlimited',
      userAddress,
      spender: named,
      ...pair
    }: Asked<'buildApproval'>): Promise<BuiltApproval> {
      const { market, from, chainId } = sidesOf(markets, pair)
      if (from.isNative) throw swapRefusals.noApproval()
      const spender = spenderOf(market, named)
      const amount = asked === 'unlimited' ? maxUint256 : BigInt(asked)
      if (amount > maxUint256) throw swapRefusals.largeAmount()
      const owner = userAddress === undefined ? undefined : readAccount(userAddress, chainId)
      const grant = owner && { token: from.token, owner, spender }
      const [{ standard }, isReset] = await orDown(
        Promise.all([market.gasPrices(), grant ? needsReset(market, grant, amount, signal) : false]),
        signal,
      )
      return {
        tx: {
          from: pair.from,
          to: pair.to,
          data: approving(spender, amount),
          value: '0',
          eip155: { gasPrice: standard.toString() },
          spender,
          amount: amount.toString(),
          ...(isReset && { reset: approving(spender, 0n) }),
        },
      }
    },
  }
}

function spenderOf({ spender, isSpender }: Market, asked: Hex | undefined): Hex {
  const chosen = asked ?? spender
  // Never build an allowance for any other contract.
  if (!chosen || !isSpender(chosen)) throw swapRefusals.unknownSpender()
  return chosen
}
