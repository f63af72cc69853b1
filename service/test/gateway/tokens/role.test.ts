/** The gateway with a token list at an address: it starts without the list, and reads balances of its tokens once it is fetched. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Balances, Prices } from '@airlock/protocol/gateway/shapes.ts'
import { getContractAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deploy, multicall3Code } from '../../../../e2e/world/contracts.ts'
import { type EvmNode, startNode } from '../../../../e2e/world/node.ts'
import { testToken } from '../../../../e2e/world/test-token.ts'
import { readNetworks } from '../../../src/gateway/networks/read.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'
import { countCalls, type ServedGateway, serveGateway } from '../nodes.ts'

/** Unlocked in the node. */
const deployer = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const created = (nonce: bigint) => getContractAddress({ from: deployer, nonce })
const [multicall3, token] = [created(0n), created(1n)]
const holder = privateKeyToAccount(generatePrivateKey()).address
const folder = mkdtempSync(join(tmpdir(), 'airlock-lists-'))
const lines: string[] = []
/** Methods that reached the node. */
const forwarded: string[] = []

let evm: EvmNode
let counting: Listening
let lists: Listening
let asked = 0
let answer: () => string | undefined = () => undefined
let gateway: ServedGateway

beforeAll(async () => {
  evm = await startNode({ chainId: 31337 })
  counting = await countCalls(evm.rpcUrl, forwarded)
  lists = await listenOnLoopback((_, response) => {
    asked += 1
    const body = answer()
    response.writeHead(body === undefined ? 500 : 200).end(body)
  }, 0)
  await deploy(evm.rpcUrl, deployer, await multicall3Code())
  await deploy(evm.rpcUrl, deployer, testToken({ holder, supply: 2_500_000n }))
  const origin = `http://127.0.0.1:${lists.port}`
  const networks = readNetworks(
    {
      'eip155:31337': {
        rpc: [`http://127.0.0.1:${counting.port}`],
        currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        multicall3,
        tokenLists: [`${origin}/list.json?key=secret-key`],
      },
    },
    (path) => path,
  )
  gateway = await serveGateway(
    folder,
    {
      networks,
      tokenListsMs: 20,
      content: { loopback: [origin] },
    },
    { write: (line) => lines.push(line) },
  )
}, 60_000)
afterAll(async () => {
  await gateway.stop()
  await Promise.all([counting.close(), lists.close(), evm.stop()])
  rmSync(folder, { recursive: true })
})

const read = async (address: string) => {
  const query = new URLSearchParams({ projectId: 'shop', currency: 'usd', chainId: 'eip155:31337' })
  const response = await fetch(`http://127.0.0.1:${gateway.port}/v1/account/${address}/balance?${query}`)
  expect(response.status).toBe(200)
  return Balances.parse(await response.json()).balances
}

test('starts and answers while the list is down, and names it by its place in the log', async () => {
  await vi.waitFor(() => expect(asked).toBeGreaterThan(1), { timeout: 10_000 })
  await gateway.ready()
  expect((await read(deployer)).map(({ symbol }) => symbol)).toEqual(['ETH'])
  const failed = lines.filter((line) => line.includes('job-failed'))
  expect(JSON.parse(failed[0] ?? '')).toMatchObject({ role: 'gateway', kind: 'token list 0', code: 'STATUS' })
  expect(lines.join()).not.toMatch(/secret-key|list\.json/)
})

test('reads the balances of 1,501 fetched tokens in three calls of the node', async () => {
  const row = (address: string, symbol: string) => ({
    chainId: 31337,
    address,
    name: `${symbol} token`,
    symbol,
    decimals: 6,
  })
  const many = Array.from({ length: 1_500 }, (_, index) =>
    row(`0x${(index + 4096).toString(16).padStart(40, '0')}`, `T${index}`),
  )
  answer = () =>
    JSON.stringify({ name: 'List', tokens: [...many, row(token, 'TST'), row(token.toLowerCase(), 'COPY')] })
  const before = asked
  // Runs after the first list was read.
  await vi.waitFor(() => expect(asked).toBeGreaterThan(before + 2), { timeout: 10_000 })
  forwarded.length = 0
  expect(await read(holder)).toMatchObject([
    { symbol: 'ETH' },
    { symbol: 'TST', name: 'TST token', address: `eip155:31337:${token}`, quantity: { decimals: '6', numeric: '2.5' } },
  ])
  expect(forwarded.toSorted()).toEqual(['eth_call', 'eth_call', 'eth_getBalance'])
})

test('knows the tokens of the list by their names elsewhere too', async () => {
  const response = await fetch(`http://127.0.0.1:${gateway.port}/v1/fungible/price`, {
    method: 'POST',
    body: JSON.stringify({ projectId: 'shop', currency: 'usd', addresses: [`eip155:31337:${token}`] }),
  })
  // There is no price source here, so there is no price and no failure.
  expect(Prices.parse(await response.json()).fungibles).toEqual([])
  expect(forwarded.filter((method) => method === 'eth_call')).toHaveLength(2)
})
