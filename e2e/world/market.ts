/**
 * A market for the local chains: Uniswap, a token that counts as a dollar, and pools that give ETH and other tokens of the world a
 * price. Everything is deployed by one account, in a fixed order, so that it has the same addresses on every chain.
 */
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import { encodeFunctionData, erc20Abi, getContractAddress, type Hex, parseAbi } from 'viem'
import { coins } from './collectibles.ts'
import { addV2Pool, addV3Pool, exchangeOf, openExchange, pairOf as pairAt, wrapEther } from './exchange.ts'
import { demoToken, giver } from './faucet.ts'
import { callRpc } from './rpc.ts'
import { testToken } from './test-token.ts'

/** One of the development accounts, which every EVM node of the world has unlocked. No test uses it. */
export const founder = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'

export const exchange = exchangeOf(founder, 1n)
export const marketContracts = {
  stable: getContractAddress({ from: founder, nonce: 0n }),
  wrapped: exchange.wrapped,
  v2Factory: exchange.v2Factory,
} as const

/** The address at which the factory creates a pair. */
export const pairOf = (one: Hex, other: Hex): Hex => pairAt(exchange, one, other)

/** The configuration for a gateway and a modal. */
export const swapNetworkOf = (): SwapNetwork => ({
  wrapped: exchange.wrapped,
  bases: [marketContracts.stable],
  v2: { name: 'Uniswap', factory: exchange.v2Factory, router: exchange.v2Router },
  v3: { name: 'Uniswap', factory: exchange.v3Factory, quoter: exchange.quoter, router: exchange.router },
})

const ether = 10n ** 18n
const dollar = 10n ** 6n

/** v2 pools: ETH and the demo token, each against dollars, so that a swap between them takes two pools. */
export async function openMarket(nodeUrl: string): Promise<void> {
  const { stable, wrapped } = marketContracts
  const place = { nodeUrl, from: founder, exchange } as const
  const send = (transaction: { from?: Hex; to?: Hex; data: Hex }) =>
    callRpc(nodeUrl, 'eth_sendTransaction', [{ from: founder, gas: '0x1000000', ...transaction }])
  await send({ data: testToken({ holder: founder, supply: 10n ** 30n, symbol: 'USD' }) })
  await openExchange(nodeUrl, founder)
  await wrapEther(place, 5_000n * ether)
  await addV2Pool(place, [wrapped, 1_000n * ether], [stable, 3_000_000n * dollar])
  const inPool = 2_000_000n * 10n ** BigInt(demoToken.decimals)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [founder, inPool] })
  await send({ from: giver, to: demoToken.address, data })
  await addV2Pool(place, [demoToken.address, inPool], [stable, 500_000n * dollar])
}

const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])

/**
 * v3 pools: two for one pair, and some for unusual tokens (one with a transfer fee, one like USDT). Deployed after the tokens and the
 * market.
 */
export async function stockMarket(nodeUrl: string): Promise<void> {
  const { stable, wrapped } = marketContracts
  const place = { nodeUrl, from: founder, exchange } as const
  for (const { address } of Object.values(coins))
    await callRpc(nodeUrl, 'eth_sendTransaction', [
      {
        from: founder,
        to: address,
        data: encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [founder, 10n ** 30n] }),
      },
    ])
  await addV3Pool(place, 500, [wrapped, 600n * ether], [stable, 1_800_000n * dollar])
  await addV3Pool(place, 3_000, [wrapped, 200n * ether], [stable, 600_000n * dollar])
  await addV3Pool(place, 100, [coins.dollar.address, 900_000n * dollar], [stable, 900_000n * dollar])
  await addV3Pool(place, 3_000, [coins.ether18.address, 500_000n * ether], [wrapped, 100n * ether])
  await addV2Pool(place, [coins.fee.address, 100_000n * ether], [stable, 50_000n * dollar])
  await addV2Pool(place, [coins.old.address, 250_000n * dollar], [stable, 250_000n * dollar])
}
