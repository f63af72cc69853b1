/**
 * Quotes of swaps, through the gateway's own code on a chain with Uniswap's contracts: time, and what the node is asked. The floor is one
 * call of the router for the same pair, which is the least that any quote needs.
 */
import { text } from 'node:stream/consumers'
import { createConvert } from '@airlock/service/gateway/convert/convert.ts'
import { createMarket } from '@airlock/service/gateway/convert/market.ts'
import { listenOnLoopback } from '@airlock/service/listen.ts'
import { createPublicClient, http, parseAbi } from 'viem'
import { openCollectibles } from '../world/collectibles.ts'
import { deploy, multicall3Code } from '../world/contracts.ts'
import { demoToken, giver } from '../world/faucet.ts'
import { exchange, founder, marketContracts, openMarket, stockMarket, swapNetworkOf } from '../world/market.ts'
import { startNode } from '../world/node.ts'
import { callRpc } from '../world/rpc.ts'
import { testToken } from '../world/test-token.ts'
import { type Figure, percentile } from './figure.ts'

const rounds = 200
const chainId = 'eip155:31337'
const abi = parseAbi(['function getAmountsOut(uint256, address[]) view returns (uint256[])'])
const ether = 10n ** 18n

export async function measureSwaps(): Promise<Figure[]> {
  const node = await startNode({ chainId: 31337 })
  let requests = 0
  const counting = await listenOnLoopback(async (request, response) => {
    requests += 1
    const body = await text(request)
    const answer = await fetch(node.rpcUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    response.end(await answer.text())
  }, 0)
  const rpcUrl = `http://127.0.0.1:${counting.port}`
  try {
    const data = testToken({ holder: giver, supply: ether })
    await callRpc(node.rpcUrl, 'eth_sendTransaction', [{ from: giver, data }])
    await Promise.all([openMarket(node.rpcUrl), openCollectibles(node.rpcUrl)])
    await stockMarket(node.rpcUrl)
    const market = createMarket(
      {
        id: chainId,
        rpcUrls: [rpcUrl],
        currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        multicall3: await deploy(node.rpcUrl, founder, await multicall3Code()),
        tokens: [],
        swap: swapNetworkOf(),
      },
      {},
    )
    if (!market) throw new Error('The network has no swaps')
    const convert = createConvert(new Map([[chainId, market]]), { link: () => '', now: Date.now })
    const client = createPublicClient({ transport: http(rpcUrl) })
    const { signal } = new AbortController()
    const pair = {
      from: `${chainId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
      to: `${chainId}:${demoToken.address}`,
    }
    const quote = (round: number) => convert.quotes({ ...pair, amount: `${ether + BigInt(round)}`, signal })
    const first = requests
    await quote(0)
    const cold = requests - first
    const times: [number[], number[]] = [[], []]
    let asked = 0
    // In turn, so that a busy machine affects both.
    for (let round = 1; round <= rounds; round += 1) {
      const before = requests
      const started = performance.now()
      await quote(round)
      times[0].push(performance.now() - started)
      asked = Math.max(asked, requests - before)
      const path = [exchange.wrapped, marketContracts.stable, demoToken.address]
      const again = performance.now()
      await client.readContract({
        address: exchange.v2Router,
        abi,
        functionName: 'getAmountsOut',
        args: [ether + BigInt(round), path],
      })
      times[1].push(performance.now() - again)
    }
    const [ours, floor] = times.map((all) => percentile(all, 0.95))
    if (ours === undefined || floor === undefined) throw new Error('Nothing was measured')
    const group = 'swap'
    return [
      {
        group,
        name: 'quote, pools known, against one call of a router (p95)',
        unit: 'ms',
        ours,
        floor,
        bar: 8,
        rounds,
      },
      {
        group,
        name: 'requests to the node per quote, pools known',
        unit: 'requests',
        ours: asked,
        floor: 1,
        bar: 2,
        rounds,
      },
      {
        group,
        name: 'requests to the node of the first quote of a pair',
        unit: 'requests',
        ours: cold,
        floor: 1,
        bar: 6,
        rounds: 1,
      },
    ]
  } finally {
    await counting.close()
    await node.stop()
  }
}
