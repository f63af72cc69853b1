/** Explorers, simulated by a server with the account API that Etherscan and Blockscout share. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { History, type Transaction } from '@airlock/protocol/gateway/history.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvmHistory } from '../../src/gateway/history/evm.ts'
import { createExplorer, type ExplorerHistory, listLength } from '../../src/gateway/history/explorer/client.ts'
import { createExplorerRows } from '../../src/gateway/history/explorer/explorer.ts'
import { createHistory } from '../../src/gateway/history/history.ts'
import { createTokenDirectory } from '../../src/gateway/tokens/directory.ts'
import { type Listening, listenOnLoopback } from '../../src/listen.ts'
import { type GatewayStore, openGatewayStore } from '../../src/store/gateway.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-explorer-'))
const { signal } = new AbortController()
const addressOf = (digit: string) => `0x${digit.repeat(40)}`
const [me, other, coin, cats, things, nobody] = ['A', 'b', 'c', 'd', 'e', '0'].map(addressOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
] // as: six digits
const account = me.toLowerCase()
const network = {
  id: 'eip155:1',
  currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  tokens: [coin, cats, things].map((address, index) => ({
    address,
    name: ['Coin', 'Cats', 'Things'][index] ?? '',
    symbol: ['COIN', 'CAT', 'THG'][index] ?? '',
    decimals: index === 0 ? 6 : 0,
    iconUrl: undefined,
  })),
} as const

type Row = Readonly<Record<string, unknown>> & { readonly blockNumber: string }
type Action = 'txlist' | 'tokentx' | 'tokennfttx' | 'token1155tx'
type Lists = Readonly<Partial<Record<Action, readonly unknown[]>>>

let server: Listening
let store: GatewayStore
let lists: Lists = {}
let answer: ((action: string, response: ServerResponse) => unknown) | undefined
const asked: URL[] = []

beforeAll(async () => {
  store = await openGatewayStore({ file: join(folder, 'gateway.db') })
  server = await listenOnLoopback((request, response) => {
    const url = new URL(request.url ?? '', 'http://explorer.example')
    asked.push(url)
    const query = (name: string) => url.searchParams.get(name) ?? ''
    const action = query('action') as Action // as: a key to look up
    const special = answer?.(action, response)
    if (special !== undefined) return
    const rows = (lists[action] ?? [])
      .filter((row) => Number((row as Row | null)?.blockNumber ?? 0) <= Number(query('endblock'))) // as: it may have none
      .slice(0, Number(query('offset')))
    response.end(
      JSON.stringify(
        rows.length > 0
          ? { status: '1', message: 'OK', result: rows }
          : {
              status: '0',
              message: action === 'txlist' ? 'No transactions found' : 'No token transfers found',
              result: [],
            },
      ),
    )
  }, 0)
})
afterAll(async () => {
  await server.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const place = (block: number, index = 0) => ({
  blockNumber: String(block),
  timeStamp: String(1_600_000_000 + block),
  hash: `0x${String(block).padStart(32, '0')}${String(index).padStart(32, '0')}`,
  blockHash: `0x${'f'.repeat(64)}`,
  nonce: '7',
  transactionIndex: String(index),
  gas: '21000',
  confirmations: '9',
})
const sent = (block: number, over: object = {}) => ({
  ...place(block),
  from: me,
  to: other,
  value: '1000000000000000000',
  isError: '0',
  txreceipt_status: '1',
  input: '0x',
  contractAddress: '',
  methodId: '0x',
  functionName: '',
  ...over,
})
const moved = (block: number, over: object = {}) => ({
  ...place(block),
  from: other,
  to: me,
  contractAddress: coin,
  value: '2500000',
  tokenName: 'anything',
  tokenSymbol: 'ANY',
  tokenDecimal: '18',
  input: 'deprecated',
  ...over,
})

function historyOf(over: Partial<ExplorerHistory> = {}) {
  const url = `http://127.0.0.1:${server.port}/v2/api?tenant=one`
  const explorer = createExplorer(network.id, { url, flavour: 'etherscan', apiKey: 'secret-key', ...over })
  const directory = createTokenDirectory(network, store.tokenNames, () => Promise.reject(new Error('No node')))
  const source = createEvmHistory(network, { rows: createExplorerRows(explorer), directory, link: () => '' })
  return createHistory([source])
}
const read = async (cursor?: string, over: Partial<ExplorerHistory> = {}) =>
  History.parse(await historyOf(over).read({ address: me, cursor, signal }))
const short = ({ metadata, transfers }: Transaction) =>
  [
    metadata.operationType,
    metadata.status,
    ...(transfers ?? []).map(
      ({ direction, quantity, fungible_info, nft_info }) =>
        `${direction} ${quantity.numeric} ${fungible_info?.symbol ?? nft_info?.name ?? ''}`,
    ),
  ].join(', ')

describe('an explorer', () => {
  test('returns transactions by the account and by others', async () => {
    lists = {
      txlist: [
        sent(20),
        sent(19, { from: other, to: me }),
        sent(18, { isError: '1', txreceipt_status: '0' }),
        sent(17, { to: '', contractAddress: other, value: '0', input: '0x6080' }),
        sent(16, {
          to: coin,
          value: '0',
          input: `0x095ea7b3${other.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
        }),
        sent(15, { to: things, value: '5' }),
        sent(14, { to: other, value: '0', input: '0x12345678' }),
      ],
      tokentx: [moved(30), moved(14, { from: me, to: other })],
      tokennfttx: [
        moved(29, { contractAddress: cats, tokenID: '7', value: undefined }),
        moved(14, { contractAddress: cats, tokenID: '8' }),
      ],
      token1155tx: [
        moved(28, { contractAddress: things, tokenID: '9', tokenValue: '12' }),
        // In Blockscout's format: a batch, and one without an amount.
        moved(27, { contractAddress: things, tokenIDs: ['1', '2'], values: ['3', 4], value: undefined }),
        moved(26, { contractAddress: things, tokenID: '5', value: undefined }),
        moved(15, { contractAddress: things, tokenID: '6', tokenValue: '1', from: nobody }),
      ],
    }
    const { data, next } = await read()
    expect(next).toBeNull()
    expect(data.map(short)).toEqual([
      'receive, confirmed, in 2.5 COIN',
      'receive, confirmed, in 1 Cats #7',
      'receive, confirmed, in 12 Things #9',
      'receive, confirmed, in 3 Things #1, in 4 Things #2',
      'receive, confirmed, in 1 Things #5',
      'send, confirmed, out 1 ETH',
      'receive, confirmed, in 1 ETH',
      'send, failed, out 1 ETH',
      'deploy, confirmed',
      'approve, confirmed, self 0.000001 COIN',
      'mint, confirmed, out 0.000000000000000005 ETH, in 1 Things #6',
      'trade, confirmed, out 2.5 COIN, in 1 Cats #8',
    ])
    expect(data[0]?.metadata).toMatchObject({
      sentFrom: other,
      sentTo: account,
      nonce: 7,
      chain: 'eip155:1',
      minedAt: new Date((1_600_000_000 + 30) * 1000).toISOString(),
    })
  })

  test('is asked in the format of its kind', async () => {
    asked.length = 0
    await read()
    expect(asked.map(({ pathname }) => pathname)).toEqual(Array.from({ length: 4 }, () => '/v2/api'))
    const query = Object.fromEntries(asked[0]?.searchParams ?? [])
    expect(query).toMatchObject({
      tenant: 'one',
      module: 'account',
      chainid: '1',
      apikey: 'secret-key',
      sort: 'desc',
      address: account,
    })
    asked.length = 0
    await read(undefined, { flavour: 'blockscout', apiKey: undefined })
    expect(Object.keys(Object.fromEntries(asked[0]?.searchParams ?? []))).not.toEqual(
      expect.arrayContaining(['chainid']),
    )
    expect(asked[0]?.searchParams.has('apikey')).toBe(false)
  })

  test('gives all pages without gaps and doubles, whatever lies in one block', async () => {
    // 700 own ones, of which up to 120 share a block, and 300 transfers by others in other blocks.
    const txlist = Array.from({ length: 700 }, (_, index) => {
      const block = index < 120 ? 900 : 900 - Math.floor(index / 2)
      return { ...sent(block), ...place(block, 1_000 - index) }
    })
    const tokentx = Array.from({ length: 300 }, (_, index) => {
      const block = index < 90 ? 900 : 890 - index
      return { ...moved(block), ...place(block, 2_000 - index) }
    })
    lists = { txlist, tokentx }
    const seen: string[] = []
    let pages = 0
    for (let cursor: string | undefined; ; pages += 1) {
      const page = await read(cursor)
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next ?? undefined
      if (cursor === undefined) break
    }
    expect(seen.length).toBe(1_000)
    expect(new Set(seen).size).toBe(1_000)
    expect(pages).toBeGreaterThan(15)
  })

  test('continues below a block with more rows than a list holds', async () => {
    const inOne = Array.from({ length: listLength + 30 }, (_, index) => ({ ...sent(50), ...place(50, 1_000 - index) }))
    lists = { txlist: [...inOne, sent(49), sent(48)] }
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await read(cursor)
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next ?? undefined
      if (cursor === undefined) break
    }
    expect(seen.slice(-2)).toEqual([place(49).hash, place(48).hash])
    expect(seen.length).toBe(listLength + 2)
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['a text', 'row'],
    ['no fields', {}],
    ['an address that is none', moved(5, { from: '0x<script>' })],
    ['a negative amount', moved(5, { value: '-1' })],
    ['an amount with a point', moved(5, { value: '1.5' })],
    ['more digits than there are', moved(5, { value: '9'.repeat(90) })],
    ['a block that is no number', moved(5, { blockNumber: '0x5' })],
    ['a time beyond all dates', moved(5, { timeStamp: '999999999999999' })],
  ])('lists %s: only that row is lost', async (_what, row) => {
    lists = { txlist: [sent(9)], tokentx: [moved(8), row, moved(4)] }
    expect((await read()).data.map(short)).toEqual([
      'send, confirmed, out 1 ETH',
      'receive, confirmed, in 2.5 COIN',
      'receive, confirmed, in 2.5 COIN',
    ])
  })

  test('is never asked for lists that others can fill at no cost', async () => {
    lists = { tokentx: [moved(8, { value: '0', from: me, to: other }), moved(7)] }
    expect((await read()).data.map(short)).toEqual(['receive, confirmed, in 2.5 COIN'])
  })

  test.each<[string, (response: ServerResponse) => unknown]>([
    [
      'is over its limit',
      (response) => response.end('{"status":"0","message":"NOTOK","result":"Max rate limit reached"}'),
    ],
    ['takes no key', (response) => response.end('{"status":"0","message":"NOTOK","result":"Invalid API Key"}')],
    ['answers with an error', (response) => response.writeHead(502).end('Bad gateway')],
    ['sends elsewhere', (response) => response.writeHead(302, { Location: 'http://127.0.0.1/' }).end()],
    ['answers what is no JSON', (response) => response.end('<html>')],
    ['answers another shape', (response) => response.end('[]')],
    ['answers without end', (response) => response.end('x'.repeat(9 * 1024 * 1024))],
    ['hangs up', (response) => response.destroy()],
  ])('%s: it is unavailable, and its key stays here', async (_what, fail) => {
    answer = (action, response) => (action === 'tokentx' ? fail(response) : undefined)
    const failed = await read().then(
      () => undefined,
      (error: unknown) => error,
    )
    answer = undefined
    expect(failed).toMatchObject({ status: 503, message: 'Transaction provider is temporarily unavailable' })
    expect(JSON.stringify(failed)).not.toContain('secret-key')
  })
})

test('a network that is down hides no other, and its place is kept until it is back', async () => {
  lists = { txlist: Array.from({ length: 60 }, (_, index) => sent(100 - index)) }
  let isDown = true
  const down = await listenOnLoopback((_request, response) => {
    const row = sent(95, { hash: `0x${'9'.repeat(64)}` })
    if (isDown) response.writeHead(500).end()
    else response.end(JSON.stringify({ status: '1', message: 'OK', result: [row] }))
  }, 0)
  const sourceOf = (id: 'eip155:1' | 'eip155:10', port: number) => {
    const api = { url: `http://127.0.0.1:${port}/api`, flavour: 'blockscout', apiKey: undefined } as const
    const directory = createTokenDirectory(network, store.tokenNames, () => Promise.reject(new Error('No node')))
    const rows = createExplorerRows(createExplorer(id, api))
    return createEvmHistory({ ...network, id }, { rows, directory, link: () => '' })
  }
  const history = createHistory([sourceOf('eip155:1', server.port), sourceOf('eip155:10', down.port)])
  const ask = async (cursor?: string | null) =>
    History.parse(await history.read({ address: me, ...(cursor && { cursor }), signal }))
  const first = await ask()
  expect(first.data).toHaveLength(50)
  const second = await ask(first.next)
  expect(second.data).toHaveLength(10)
  await expect(ask(second.next)).rejects.toMatchObject({ status: 503 })
  isDown = false
  const late = await ask(second.next)
  expect(late.data.map(({ id }) => id)).toEqual([`0x${'9'.repeat(64)}`])
  expect(late.next).toBeNull()
  // From the beginning, the network's entries are in their place.
  const all = await ask()
  expect(all.data.slice(5, 7).map(({ id }) => id)).toContain(`0x${'9'.repeat(64)}`)
  await down.close()
})
