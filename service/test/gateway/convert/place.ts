/** A local chain with the market from `e2e/world`, a trader who holds every token, and the gateway's swaps. */
import { text } from 'node:stream/consumers'
import type { SwapNetwork } from '@airlock/protocol/gateway/swap-networks.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { createPublicClient, encodeFunctionData, erc20Abi, type Hex, http, maxUint256, parseAbi } from 'viem'
import { coins, openCollectibles } from '../../../../e2e/world/collectibles.ts'
import { deploy, multicall3Code, transact } from '../../../../e2e/world/contracts.ts'
import { demoToken, giver } from '../../../../e2e/world/faucet.ts'
import {
  exchange,
  founder,
  marketContracts,
  openMarket,
  stockMarket,
  swapNetworkOf,
} from '../../../../e2e/world/market.ts'
import { startNode } from '../../../../e2e/world/node.ts'
import { callRpc } from '../../../../e2e/world/rpc.ts'
import { testToken } from '../../../../e2e/world/test-token.ts'
import { createConvert } from '../../../src/gateway/convert/convert.ts'
import { createMarket } from '../../../src/gateway/convert/market.ts'
import type { SwapSettings } from '../../../src/gateway/convert/settings.ts'
import type { GatewayNetwork } from '../../../src/gateway/networks/network.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'

/** Unlocked in the node. */
export const trader = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const deployer = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const chainId = 'eip155:31337'
export const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const tokens = {
  native,
  wrapped: exchange.wrapped,
  stable: marketContracts.stable,
  demo: demoToken.address,
  dollar: coins.dollar.address,
  eighteen: coins.ether18.address,
  fee: coins.fee.address,
  old: coins.old.address,
} as const
export type TokenName = keyof typeof tokens

const abi = parseAbi(['function mint(address to, uint256 amount)', 'function deposit() payable'])

export async function openPlace() {
  const node = await startNode({ chainId: 31337 })
  const asked: string[] = []
  let requests = 0
  const counting: Listening = await listenOnLoopback(async (request, response) => {
    const body = await text(request)
    requests += 1
    asked.push(...[JSON.parse(body)].flat().map(({ method }: { method: string }) => method))
    const answer = await fetch(node.rpcUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    response.end(await answer.text())
  }, 0)
  const run = (transaction: { to?: Hex; data: Hex; from: Hex }) => transact(node.rpcUrl, transaction)
  await run({ from: giver, data: testToken({ holder: giver, supply: 10n ** 18n }) })
  const multicall3 = await deploy(node.rpcUrl, deployer, await multicall3Code())
  await Promise.all([openMarket(node.rpcUrl), openCollectibles(node.rpcUrl)])
  await stockMarket(node.rpcUrl)
  const give = (token: Hex, from: Hex, amount: bigint) =>
    run({
      from,
      to: token,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [trader, amount] }),
    })
  await give(tokens.stable, founder, 10n ** 12n)
  await give(tokens.demo, giver, 10n ** 12n)
  for (const { address, decimals } of Object.values(coins))
    await run({
      from: founder,
      to: address,
      data: encodeFunctionData({ abi, functionName: 'mint', args: [trader, 10n ** BigInt(decimals + 6)] }),
    })
  await callRpc(node.rpcUrl, 'eth_sendTransaction', [
    {
      from: trader,
      to: tokens.wrapped,
      value: '0x56bc75e2d63100000',
      data: encodeFunctionData({ abi, functionName: 'deposit' }),
    },
  ])
  const client = createPublicClient({ transport: http(node.rpcUrl, { batch: true }), pollingInterval: 5 })

  return {
    node,
    client,
    rpcUrl: `http://127.0.0.1:${counting.port}`,
    /** Methods, and HTTP requests, that reached the node from the gateway. */
    asked,
    requests: () => requests,
    multicall3,
    network(swap: SwapNetwork = swapNetworkOf(), hasMulticall = true): GatewayNetwork {
      return {
        id: chainId as Caip2,
        rpcUrls: [`http://127.0.0.1:${counting.port}`],
        currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        multicall3: hasMulticall ? multicall3 : undefined,
        tokens: [{ ...demoToken, name: 'Test Token', iconUrl: undefined }],
        swap,
      }
    },
    async stop() {
      await counting.close()
      await node.stop()
    },
  }
}
export type Place = Awaited<ReturnType<typeof openPlace>>

export const assetOf = (name: TokenName): string => `${chainId}:${tokens[name]}`

export function convertOf(network: GatewayNetwork, settings: SwapSettings = {}) {
  const market = createMarket(network, settings)
  return createConvert(new Map(market ? [[network.id, market]] : []), {
    link: (source) => source ?? '',
    now: Date.now,
  })
}

/** The trader's balances. */
export async function holding({ client }: Pick<Place, 'client'>, name: TokenName, owner: Hex = trader) {
  if (name === 'native') return client.getBalance({ address: owner })
  return client.readContract({ address: tokens[name], abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
}

/** What the trader orders, at a slippage of one percent. */
export const orderOf = (from: TokenName, to: TokenName, amount: bigint) =>
  ({
    projectId: 'shop',
    from: assetOf(from),
    to: assetOf(to),
    amount: amount.toString(),
    userAddress: `${chainId}:${trader}`,
    eip155: { slippage: 1 },
  }) as const

/** Unlimited allowances of the trader for both routers. */
export async function allowRouters({ node }: Place, names: readonly TokenName[]): Promise<void> {
  for (const name of names)
    for (const spender of [exchange.router, exchange.v2Router])
      await transact(node.rpcUrl, {
        from: trader,
        to: tokens[name],
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }),
      })
}
