/** The gateway with real chains: an EVM node and a Solana node, with stand-ins only for answers that no chain gives. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProjectRecord } from '@airlock/protocol/contracts/project.ts'
import { Balances, GatewayFailure, SupportedChains } from '@airlock/protocol/gateway/shapes.ts'
import {
  createPublicClient,
  createWalletClient,
  defineChain,
  getContractAddress,
  type Hex,
  http,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multicall3Code } from '../../../e2e/world/contracts.ts'
import { solanaChain } from '../../../e2e/world/networks.ts'
import { type EvmNode, startNode } from '../../../e2e/world/node.ts'
import { callRpc } from '../../../e2e/world/rpc.ts'
import { type SvmNode, startSvmNode } from '../../../e2e/world/svm/node.ts'
import { testToken } from '../../../e2e/world/test-token.ts'
import { parseProjects } from '../../src/frames/projects.ts'
import { createSolanaBalances } from '../../src/gateway/balances/solana.ts'
import type { GatewayNetwork } from '../../src/gateway/networks/network.ts'
import { readNetworks } from '../../src/gateway/networks/read.ts'
import { createNodePool } from '../../src/gateway/nodes/pool.ts'
import { type Listening, listenOnLoopback } from '../../src/listen.ts'
import { countCalls, type ServedGateway, type StandInNode, serveGateway, startStandInNode } from './nodes.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-gateway-'))
const at = (path: string) => join(folder, path)
/** Unlocked in the node. */
const deployer = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const created = (nonce: bigint) => getContractAddress({ from: deployer, nonce })
const [multicall3, listed, unlisted, hostile] = [created(0n), created(1n), created(2n), created(3n)]
const account = privateKeyToAccount(generatePrivateKey())
const solanaAccount = '7ieKhbKrGV3Hq294u5R4buHkBytUjCHtuwXJpohfv1mE'

const shop: ProjectRecord = {
  projectId: 'shop',
  hostOrigins: ['https://shop.example'],
  walletOrigin: 'https://wallet.example',
  rpc: {},
  pinnedHosts: [],
  development: false,
}
const modalOrigin = 'https://modal.example'

let evm: EvmNode
let svm: SvmNode
let standIn: StandInNode
let gateway: ServedGateway
let counting: Listening
let feed: Listening
let feedAnswer: (path: string) => string | undefined
/** Methods that reached the EVM node through the gateway. */
const forwarded: string[] = []
const lines: string[] = []

beforeAll(async () => {
  evm = await startNode({ chainId: 31337 })
  svm = await startSvmNode(solanaChain)
  standIn = await startStandInNode({ result: '0x1' })
  counting = await countCalls(evm.rpcUrl, forwarded)
  feed = await listenOnLoopback((request, response) => {
    const body = feedAnswer(request.url ?? '')
    response.writeHead(body === undefined ? 500 : 200).end(body)
  }, 0)
  feedAnswer = (path) =>
    JSON.stringify(path.includes('token_price') ? { [listed]: { usd: 2 } } : { ether: { usd: 3000 } })
  const deploy = (data: Hex) => callRpc(evm.rpcUrl, 'eth_sendTransaction', [{ from: deployer, data, gas: '0x1000000' }])
  await deploy(await multicall3Code())
  await deploy(testToken({ holder: account.address, supply: 2_500_000n }))
  await deploy(testToken({ holder: account.address, supply: 7n, symbol: 'NEW' }))
  await deploy(testToken({ holder: account.address, supply: 1n, symbol: '\u202eUSDC\u200b' }))
  await callRpc(evm.rpcUrl, 'anvil_setBalance', [account.address, '0x1bc16d674ec80000'])
  await callRpc(svm.rpcUrl, 'requestAirdrop', [solanaAccount, 1_500_000_000])
  svm.token.give(solanaAccount, 42_000_000n)
  const token = (chainId: unknown, address: string, symbol: string) => ({
    chainId,
    address,
    name: `${symbol} token`,
    symbol,
    decimals: 6,
    logoURI: 'https://tracker.example/logo.png',
  })
  const many = Array.from({ length: 1500 }, (_, index) =>
    token(31337, `0x${(index + 4096).toString(16).padStart(40, '0')}`, `T${index}`),
  )
  const tokens = [
    ...many,
    token(31337, listed, 'TST'),
    token(31338, listed, 'TST'),
    { chainId: 31337, address: 'nonsense' },
  ]
  writeFileSync(at('tokens.json'), JSON.stringify({ name: 'Shop', tokens }))
  const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const networks = readNetworks(
    {
      'eip155:31337': {
        rpc: [`http://127.0.0.1:${counting.port}`],
        currency: ether,
        multicall3,
        tokenLists: ['tokens.json'],
      },
      'eip155:31338': {
        rpc: [evm.rpcUrl],
        currency: ether,
        tokenLists: ['tokens.json'],
        prices: { feed: { url: `http://127.0.0.1:${feed.port}`, platform: 'local', native: 'ether' } },
      },
      'eip155:10': { rpc: [standIn.url] },
      [solanaChain.caip2]: { rpc: [svm.rpcUrl], currency: { name: 'Sol', symbol: 'SOL', decimals: 9 } },
    },
    at,
  )
  gateway = await serveGateway(
    folder,
    {
      projects: parseProjects([shop]),
      modalOrigin,
      networks,
    },
    { write: (line) => lines.push(line) },
  )
}, 60_000)

afterAll(async () => {
  await gateway.stop()
  await counting.close()
  await feed.close()
  await Promise.all([evm.stop(), svm.stop(), standIn.stop()])
  rmSync(folder, { recursive: true })
})

const url = (path: string, query: Readonly<Record<string, string>> = {}) =>
  `http://127.0.0.1:${gateway.port}${path}?${new URLSearchParams({ projectId: 'shop', ...query })}`
const nodeUrl = (chainId: string) => url('/v1/', { chainId })
const post = (to: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(to, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
const reason = async (response: Response) => GatewayFailure.parse(await response.json()).reasons[0]
const rpc = (method: string, params: unknown = [], id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })

describe('the node gateway', () => {
  const chain = defineChain({
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })

  test('serves an unmodified client: it reads, sends, and waits for its transaction', async () => {
    const transport = http(nodeUrl('eip155:31337'), { batch: true })
    const reader = createPublicClient({ chain, transport, pollingInterval: 50 })
    const wallet = createWalletClient({ account, chain, transport })
    const to = privateKeyToAccount(generatePrivateKey()).address
    const hash = await wallet.sendTransaction({ to, value: parseEther('0.5') })
    expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await reader.getBalance({ address: to })).toBe(parseEther('0.5'))
    expect(await reader.getChainId()).toBe(31337)
  })

  test.each([
    'eth_sendTransaction',
    'eth_accounts',
    'eth_sign',
    'eth_signTransaction',
    'personal_sign',
    'anvil_setBalance',
    'evm_mine',
    'debug_traceTransaction',
    'admin_nodeInfo',
    'miner_stop',
    'txpool_content',
    'eth_newFilter',
    'toString',
    '__proto__',
  ])('never passes on %s [C102]', async (method) => {
    const before = standIn.asked().length
    const params = [{ from: deployer, to: account.address, value: '0x1' }]
    const response = await post(nodeUrl('eip155:10'), rpc(method, params))
    expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } })
    // Nor inside a batch.
    const batch = await post(nodeUrl('eip155:10'), [rpc('eth_call', [], 'a'), rpc(method, params, 'b')])
    expect(await batch.json()).toMatchObject([
      { id: 'a', result: '0x1' },
      { id: 'b', error: { code: -32601 } },
    ])
    expect(standIn.asked().slice(before)).toEqual(['eth_call'])
  })

  test('gives each call of a batch its own answer, also where ids are equal or missing', async () => {
    const batch = [
      rpc('eth_chainId', [], 7),
      rpc('eth_getBalance', [deployer, 'latest'], 7),
      { jsonrpc: '2.0', method: 'eth_call' },
    ]
    const answers: unknown = await (await post(nodeUrl('eip155:31337'), batch, { 'Content-Type': 'text/plain' })).json()
    expect(answers).toMatchObject([{ id: 7, result: '0x7a69' }, { id: 7 }, { id: null }])
  })

  test('shares one call between concurrent callers with the same network and params', async () => {
    const before = standIn.asked().length
    for (let call = 0; call < 5; call += 1) await post(nodeUrl('eip155:10'), rpc('eth_getBlockByHash', ['0x01', false]))
    await post(nodeUrl('eip155:10'), rpc('eth_getBlockByHash', ['0x02', false]))
    await post(nodeUrl('eip155:10'), rpc('eth_getBalance', [deployer, 'latest']))
    await post(nodeUrl('eip155:10'), rpc('eth_getBalance', [deployer, 'latest']))
    expect(standIn.asked().slice(before)).toEqual([
      'eth_getBlockByHash',
      'eth_getBlockByHash',
      'eth_getBalance',
      'eth_getBalance',
    ])
  })

  test.each<[string, () => Promise<Response>, number, string]>([
    [
      'an unknown project',
      () => post(nodeUrl('eip155:10').replace('shop', 'other'), rpc('eth_call')),
      401,
      'authentication',
    ],
    [
      'no project',
      () => post(nodeUrl('eip155:10').replace('projectId=shop', ''), rpc('eth_call')),
      401,
      'authentication',
    ],
    [
      'a page that is not the project\u2019s',
      () => post(nodeUrl('eip155:10'), rpc('eth_call'), { Origin: 'https://evil.example' }),
      403,
      'origin',
    ],
    ['a network that is not served', () => post(nodeUrl('eip155:56'), rpc('eth_call')), 400, 'chainId'],
    ['a network that is none', () => post(nodeUrl('<script>'), rpc('eth_call')), 400, 'chainId'],
    ['what is no JSON', () => post(nodeUrl('eip155:10'), '{'), 422, ''],
    ['what is no JSON-RPC', () => post(nodeUrl('eip155:10'), { method: 'eth_call' }), 422, ''],
    ['an empty batch', () => post(nodeUrl('eip155:10'), []), 422, ''],
    [
      'a long batch',
      () =>
        post(
          nodeUrl('eip155:10'),
          Array.from({ length: 101 }, () => rpc('eth_call')),
        ),
      422,
      '',
    ],
    ['a large body', () => post(nodeUrl('eip155:10'), rpc('eth_call', ['x'.repeat(2_000_000)])), 413, ''],
    ['a GET', () => fetch(nodeUrl('eip155:10')), 426, ''],
  ])('refuses %s', async (_, ask, status, field) => {
    const response = await ask()
    expect(response.status).toBe(status)
    const { field: named, description } = (await reason(response)) ?? {}
    expect(named).toBe(field)
    expect(description).not.toMatch(/[<>]|secret-key/)
  })

  test('says that a network is down, and nothing about its nodes', async () => {
    standIn.behave((request) => request.socket.destroy())
    const response = await post(nodeUrl('eip155:10'), rpc('eth_gasPrice'))
    standIn.behave({ result: '0x1' })
    expect(response.status).toBe(503)
    expect(await reason(response)).toEqual({
      field: 'chainId',
      description: 'Requested eip155:10 chain provider is temporarily unavailable',
    })
    expect(lines.join()).not.toContain('secret-key')
  })
})

describe('balances', () => {
  const read = async (address: string, query: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(url(`/v1/account/${address}/balance`, { currency: 'usd', ...query }))
    expect(response.status).toBe(200)
    return Balances.parse(await response.json()).balances
  }
  const token = (address: string) => `eip155:31337:${address}`

  test('are the currency and what the lists name, in units, with the price that is known', async () => {
    expect(await read(account.address, { chainId: 'eip155:31338' })).toMatchObject([
      { symbol: 'ETH', chainId: 'eip155:31338', quantity: { decimals: '18' }, price: 3000 },
      {
        symbol: 'TST',
        address: `eip155:31338:${listed}`,
        quantity: { decimals: '6', numeric: '2.5' },
        price: 2,
        value: 5,
      },
    ])
  })

  test('name a picture of a list by its address on the gateway alone', async () => {
    const [, listedOne] = await read(account.address, { chainId: 'eip155:31338' })
    expect(listedOne?.iconUrl).toMatch(/^\/v1\/image\/[\w-]{22}\/[\w-]+$/)
  })

  test('stand without prices where there is no source, or where it fails', async () => {
    const [native] = await read(deployer, { chainId: 'eip155:31337' })
    expect(native).toMatchObject({ price: 0 })
    expect(native).not.toHaveProperty('value')
    const known = feedAnswer
    feedAnswer = () => undefined
    const inEuro = await read(account.address, { chainId: 'eip155:31338', currency: 'eur' })
    feedAnswer = known
    expect(inEuro.map(({ price, value }) => [price, value])).toEqual([
      [0, undefined],
      [0, undefined],
    ])
  })

  test('1,501 listed tokens take three calls of the node, and none again at once', async () => {
    const before = forwarded.length
    await read(account.address, { chainId: 'eip155:31337' })
    const [native, ...tokens] = await read(account.address.toLowerCase(), { chainId: 'eip155:31337' })
    expect(native).toMatchObject({ name: 'Ether' })
    expect(native).not.toHaveProperty('address')
    expect(tokens).toMatchObject([{ name: 'TST token', quantity: { numeric: '2.5' } }])
    expect(forwarded.slice(before).toSorted()).toEqual(['eth_call', 'eth_call', 'eth_getBalance'])
  })

  test('a token that the caller names is read from its contract, also if there is none of it', async () => {
    const named = [unlisted, listed].map(token).join(',')
    const nobody = privateKeyToAccount(generatePrivateKey()).address
    expect(await read(nobody, { chainId: 'eip155:31337', forceUpdate: named })).toMatchObject([
      { symbol: 'ETH', quantity: { numeric: '0' } },
      { symbol: 'TST', quantity: { numeric: '0' } },
      { symbol: 'NEW', name: 'NEW', quantity: { decimals: '6', numeric: '0' } },
    ])
  })

  test('a token cannot reverse the text around it, or pass for another one with characters that are not seen [C103]', async () => {
    const [, found] = (await read(account.address, { chainId: 'eip155:31337', forceUpdate: token(hostile) })).slice(-2)
    expect(found).toMatchObject({ symbol: 'USDC', address: token(hostile) })
  })

  test('contracts that are not tokens are left out', async () => {
    const found = await read(account.address, { chainId: 'eip155:31337', forceUpdate: token(deployer) })
    expect(found.map(({ symbol }) => symbol)).toEqual(['ETH', 'TST'])
  })

  test('Solana: lamports, and tokens by mint', async () => {
    expect(await read(solanaAccount)).toMatchObject([
      { symbol: 'SOL', chainId: solanaChain.caip2, quantity: { decimals: '9', numeric: '1.5' } },
      { address: `${solanaChain.caip2}:${svm.token.mint}`, quantity: { decimals: '6', numeric: '42' } },
    ])
  })

  test('Solana: an account that is none is left out, and a mint whose decimals leave no amount', async () => {
    const account = (mint: string, decimals: number) => ({
      account: { data: { parsed: { info: { mint, tokenAmount: { amount: '7', decimals } } } } },
    })
    const usual = svm.token.mint
    const tokens = [account(usual, 6), account(solanaAccount, 255), { account: { data: ['', 'base64'] } }, null]
    const results = [5, tokens, tokens].map((value, id) => ({ jsonrpc: '2.0', id, result: { value } }))
    const node = await startStandInNode((_, response) => response.end(JSON.stringify(results)))
    const network: GatewayNetwork = {
      id: solanaChain.caip2,
      rpcUrls: [node.url],
      currency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
      multicall3: undefined,
      tokens: [],
    }
    const source = createSolanaBalances(network, createNodePool([node.url]))
    const { signal } = new AbortController()
    const found = await source.read({ address: solanaAccount, named: [], signal })
    await node.stop()
    // Both token programs give this answer, so there are two accounts of the mint.
    expect(found).toMatchObject([{ amount: 5n }, { token: { address: usual }, amount: 14n }])
    expect(found).toHaveLength(2)
  })

  test('have no value if it is not a finite number', async () => {
    const known = feedAnswer
    feedAnswer = () => JSON.stringify({ ether: { gbp: 1.7e308 }, [listed]: { gbp: 1.7e308 } })
    const found = await read(account.address, { chainId: 'eip155:31338', currency: 'gbp' })
    feedAnswer = known
    expect(found.map(({ symbol, value }) => [symbol, value])).toEqual([
      ['ETH', undefined],
      ['TST', undefined],
    ])
  })

  test('no network is named: those of all networks that answer', async () => {
    standIn.behave((request) => request.socket.destroy())
    const found = await read(account.address)
    standIn.behave({ result: '0x1' })
    expect(new Set(found.map(({ chainId }) => chainId))).toEqual(new Set(['eip155:31337', 'eip155:31338']))
  })

  test.each<[string, string, Readonly<Record<string, string>>, number]>([
    ['an address that is none', 'alice', { currency: 'usd' }, 400],
    ['an address of another namespace', solanaAccount, { currency: 'usd', chainId: 'eip155:31337' }, 400],
    ['a network that is not served', account.address, { currency: 'usd', chainId: 'eip155:56' }, 400],
    ['no currency', account.address, {}, 400],
    ['a currency that is none', account.address, { currency: 'shells' }, 400],
    ['a token that is none', account.address, { currency: 'usd', forceUpdate: 'eip155:31337:0x12' }, 400],
    ['too many tokens', account.address, { currency: 'usd', forceUpdate: Array(33).fill(token(listed)).join() }, 400],
    ['an unknown project', account.address, { currency: 'usd', projectId: 'other' }, 401],
  ])('refuse %s', async (_, address, query, status) => {
    const response = await fetch(url(`/v1/account/${address}/balance`, query))
    expect(response.status).toBe(status)
    expect(await reason(response)).toBeDefined()
  })

  test('are an error, and not zero, if they cannot be read', async () => {
    standIn.behave({ error: { code: -32000, message: 'out of gas' } })
    const response = await fetch(
      url(`/v1/account/${account.address}/balance`, { currency: 'usd', chainId: 'eip155:10' }),
    )
    standIn.behave({ result: '0x1' })
    expect(response.status).toBe(503)
  })
})

test('the list of networks needs no project, may be kept for a day, and is not sent twice', async () => {
  const address = `http://127.0.0.1:${gateway.port}/v1/supported-chains`
  const response = await fetch(address, { headers: { Origin: 'https://anybody.example' } })
  expect(SupportedChains.parse(await response.json()).http).toContain('eip155:31337')
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=86400')
  expect(response.headers.get('access-control-allow-origin')).toBe('https://anybody.example')
  const again = await fetch(address, { headers: { 'If-None-Match': response.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
})

test.each([modalOrigin, 'https://wallet.example', 'https://shop.example'])(
  '%s may read, after the pre-flight',
  async (origin) => {
    const preflight = await fetch(nodeUrl('eip155:10'), { method: 'OPTIONS', headers: { Origin: origin } })
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    const response = await post(nodeUrl('eip155:10'), rpc('eth_call'), { Origin: origin })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
  },
)

test('a log line names the route, and neither the account nor the caller', async () => {
  lines.length = 0
  await fetch(url(`/v1/account/${account.address}/balance`, { currency: 'usd' }))
  const line = lines.find((one) => one.includes('/balance')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ route: 'GET /v1/account/:address/balance', status: 200 })
  expect(line).not.toMatch(/0x|127\.0\.0\.1/)
})
