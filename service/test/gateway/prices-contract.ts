/** Prices over HTTP, on either database, with tokens of a real chain and a feed with answers set by a test. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GatewayFailure, Prices } from '@airlock/protocol/gateway/shapes.ts'
import { getContractAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { deploy } from '../../../e2e/world/contracts.ts'
import { type EvmNode, startNode } from '../../../e2e/world/node.ts'
import { testToken } from '../../../e2e/world/test-token.ts'
import { createLookup } from '../../src/crypto/lookup.ts'
import { parseProjects } from '../../src/frames/projects.ts'
import { readNetworks } from '../../src/gateway/networks/read.ts'
import { createGateway, type Gateway } from '../../src/gateway/role.ts'
import { type Listening, listenOnLoopback } from '../../src/listen.ts'
import type { Place } from '../../src/store/open.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const native = `0x${'E'.repeat(40)}`
const nativeOfSolana = `So${'1'.repeat(41)}`
/** Unlocked in the node. */
const deployer = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const created = (nonce: bigint) => getContractAddress({ from: deployer, nonce })
const [listed, unlisted, hostile] = [created(0n), created(1n), created(2n)]
const nobody = `0x${'12'.repeat(20)}`
const down = 'http://127.0.0.1:1/secret-key'

/** @param openPlace of a database for each call */
export function describePrices(engine: string, openPlace: () => Promise<Place>): void {
  describe(`${engine}: prices`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'airlock-prices-'))
    const lines: string[] = []
    const usual = (path: string): unknown =>
      path.includes('token_price/local')
        ? {
            [listed.toLowerCase()]: { usd: 2 },
            [unlisted.toLowerCase()]: { usd: 0.5 },
            [hostile.toLowerCase()]: { usd: 7 },
          }
        : path.includes('token_price')
          ? { [mint]: { usd: 1 } }
          : { ether: { usd: 3000, eur: 2500 }, sol: { usd: 150 } }
    let feedAnswer: (path: string) => unknown = usual
    let evm: EvmNode
    let feed: Listening
    let open: readonly { readonly gateway: Gateway; readonly server: Listening }[] = []

    async function start(limits: Readonly<Record<string, number>> = {}) {
      const prices = (platform: string, coin: string) => ({
        feed: { url: `http://127.0.0.1:${feed.port}`, platform, native: coin },
      })
      const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
      const tokenLists = ['tokens.json']
      const networks = readNetworks(
        {
          'eip155:31337': { rpc: [evm.rpcUrl], currency: ether, prices: prices('local', 'ether'), tokenLists },
          'eip155:10': { rpc: [down], prices: prices('local', 'ether') },
          'eip155:100': { rpc: [down] },
          [solana]: { rpc: [down], prices: prices('solana', 'sol'), tokenLists },
        },
        (path) => join(folder, path),
      )
      const gateway = await createGateway(
        {
          projects: parseProjects([
            {
              projectId: 'shop',
              hostOrigins: ['https://shop.example'],
              rpc: {},
              pinnedHosts: [],
              development: false,
            },
          ]),
          modalOrigin: undefined,
          networks,
          store: { place: await openPlace(), lookup: createLookup(randomBytes(32)) },
          limits,
          proxies: 0,
        },
        { write: (line) => lines.push(line) },
      )
      const server = await listenOnLoopback(gateway.listener, 0)
      open = [...open, { gateway, server }]
      return server
    }

    let server: Listening
    beforeAll(async () => {
      evm = await startNode({ chainId: 31337 })
      feed = await listenOnLoopback((request, response) => {
        const body = feedAnswer(request.url ?? '')
        response.writeHead(body === undefined ? 500 : 200).end(JSON.stringify(body))
      }, 0)
      const make = (symbol?: string) =>
        deploy(evm.rpcUrl, deployer, testToken({ holder: deployer, supply: 5n, ...(symbol && { symbol }) }))
      await make()
      await make('NEW')
      await make('\u202eUSDC\u200b')
      const token = { chainId: 31337, address: listed, name: 'Test', symbol: 'TST', decimals: 6 }
      const icon = { logoURI: 'https://tracker.example/logo.png' }
      const ofSolana = { ...token, chainId: solana, address: mint, symbol: 'USDC', name: 'USD Coin' }
      writeFileSync(
        join(folder, 'tokens.json'),
        JSON.stringify({ name: 'Shop', tokens: [{ ...token, ...icon }, ofSolana] }),
      )
      server = await start()
    }, 120_000)
    afterAll(async () => {
      for (const one of open) {
        await one.server.close()
        await one.gateway.close()
      }
      await feed.close()
      await evm.stop()
      rmSync(folder, { recursive: true })
    })
    afterEach(() => {
      feedAnswer = usual
    })

    type Asked = { readonly addresses?: unknown; readonly currency?: unknown; readonly projectId?: unknown }
    const ask = (body: Asked | string, headers: Readonly<Record<string, string>> = {}, at = server) =>
      fetch(`http://127.0.0.1:${at.port}/v1/fungible/price`, {
        method: 'POST',
        headers,
        body: typeof body === 'string' ? body : JSON.stringify({ projectId: 'shop', currency: 'usd', ...body }),
      })
    const read = async (...addresses: readonly string[]) => {
      const response = await ask({ addresses })
      expect(response.status).toBe(200)
      return Prices.parse(await response.json()).fungibles
    }
    const local = (address: string) => `eip155:31337:${address}`

    test('are those of the currency and of tokens, listed or not, as they were asked for', async () => {
      const asked = [local(unlisted), local(native), `${solana}:${mint}`, local(listed), `${solana}:${nativeOfSolana}`]
      const found = await read(...asked)
      expect(found.map(({ address }) => address)).toEqual(asked)
      expect(found).toMatchObject([
        { symbol: 'NEW', price: 0.5, decimals: 6, iconUrl: '' },
        { name: 'Ether', symbol: 'ETH', price: 3000, decimals: 18 },
        { symbol: 'USDC', price: 1, decimals: 6 },
        { name: 'Test', symbol: 'TST', price: 2, decimals: 6 },
        { symbol: 'SOL', price: 150, decimals: 9 },
      ])
      expect(found[3]?.iconUrl).toMatch(/^\/v1\/image\/[\w-]{22}\/[\w-]+$/)
    })

    test('are given once for a token that is asked for twice, in whatever case', async () => {
      expect(await read(local(listed), local(listed.toLowerCase()), local(listed))).toHaveLength(1)
    })

    test('leave out unknown tokens and unserved networks', async () => {
      expect(
        await read(
          local(nobody),
          local(deployer),
          `${solana}:${mint.replace('E', 'F')}`,
          `eip155:56:${native}`,
          `eip155:100:${native}`,
          local(listed),
        ),
      ).toMatchObject([{ symbol: 'TST' }])
      expect(await read(local(nobody))).toEqual([])
    })

    test('a token cannot reverse the text around it [C103]', async () => {
      expect(await read(local(hostile))).toMatchObject([{ symbol: 'USDC', price: 7 }])
    })

    test('include those that need no node if the network’s nodes are down', async () => {
      expect(await read(`eip155:10:${native}`, `eip155:10:${unlisted}`)).toMatchObject([{ symbol: 'ETH', price: 3000 }])
    })

    test.each<[string, () => string[], (path: string) => unknown]>([
      ['that the feed does not give', () => [local(native)], () => undefined],
      ['of tokens that no node describes', () => [`eip155:10:${unlisted}`], usual],
    ])('%s are an error, and not none', async (_, addresses, answer) => {
      feedAnswer = answer
      const response = await ask({ addresses: addresses(), currency: 'gbp' })
      expect(response.status).toBe(503)
      const text = await response.text()
      expect(text).toContain('Fungibles price provider is temporarily unavailable')
      expect(text + lines.join()).not.toContain('secret-key')
    })

    test.each<[string, Asked | string, number, string]>([
      ['no address', { addresses: [] }, 422, ''],
      ['more addresses than 32', { addresses: Array(33).fill(local(listed)) }, 422, ''],
      ['an address without a network', { addresses: [listed] }, 400, 'address'],
      ['an address of another namespace', { addresses: [`eip155:1:${mint}`] }, 400, 'address'],
      ['a namespace without prices', { addresses: ['bip122:000000000019d6689c085ae165831e93:1A1zP1'] }, 400, 'address'],
      ['an address that is too long', { addresses: [`eip155:1:${'x'.repeat(1000)}`] }, 422, ''],
      ['addresses that are none', { addresses: [null, {}, 7] }, 422, ''],
      ['a list that is none', { addresses: { length: 1, 0: local(listed) } }, 422, ''],
      ['a currency that is none', { addresses: [local(listed)], currency: 'shells' }, 422, ''],
      ['what is no JSON', '{', 422, ''],
      ['a body that is too large', `"${'x'.repeat(100_000)}"`, 413, ''],
      ['no project', { addresses: [local(listed)], projectId: undefined }, 422, ''],
      ['an unknown project', { addresses: [local(listed)], projectId: 'other' }, 401, 'authentication'],
    ])('refuse %s', async (_, body, status, field) => {
      const response = await ask(body)
      expect(response.status).toBe(status)
      expect(GatewayFailure.parse(await response.json()).reasons[0]?.field).toBe(field)
    })

    test('are read by pages of the project alone', async () => {
      const asked = { addresses: [local(listed)] }
      expect((await ask(asked, { Origin: 'https://shop.example' })).status).toBe(200)
      expect((await ask(asked, { Origin: 'https://evil.example' })).status).toBe(403)
    })

    test('cost the caller ten calls', async () => {
      const narrow = await start({ callsFromNetworkPerMinute: 25 })
      const statuses: number[] = []
      for (let call = 0; call < 3; call += 1)
        statuses.push((await ask({ addresses: [local(native)] }, {}, narrow)).status)
      expect(statuses).toEqual([200, 200, 429])
    })

    test('leave no address in the log', () => {
      expect(lines.some((line) => line.includes('POST /v1/fungible/price'))).toBe(true)
      expect(lines.join('\n')).not.toMatch(/0x[0-9a-f]{40}/i)
    })
  })
}
