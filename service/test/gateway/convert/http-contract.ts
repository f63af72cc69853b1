/** Swaps over HTTP from a client's view, on each kind of database. Only budgets are stored. */
import { randomBytes } from 'node:crypto'
import { gatewayEndpoints as endpoints } from '@airlock/protocol/gateway/endpoints.ts'
import { GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { swapNetworkOf } from '../../../../e2e/world/market.ts'
import { createLookup } from '../../../src/crypto/lookup.ts'
import { parseProjects } from '../../../src/frames/projects.ts'
import { createGateway, type Gateway } from '../../../src/gateway/role.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'
import type { Place as StorePlace } from '../../../src/store/open.ts'
import { shop } from '../../records.ts'
import { assetOf, chainId, openPlace, type Place, tokens, trader } from './place.ts'

const ether = 10n ** 18n

export function describeSwapsOverHttp(engine: string, openStore: () => Promise<StorePlace>): void {
  describe(`swaps over HTTP, ${engine}`, () => {
    let place: Place
    let gateways: readonly Gateway[] = []
    let servers: readonly Listening[] = []
    const lines: string[] = []

    beforeAll(async () => {
      place = await openPlace()
      const store = { place: await openStore(), lookup: createLookup(randomBytes(32)) }
      const network = place.network()
      const down = { ...network, id: 'eip155:10' as const, rpcUrls: ['http://127.0.0.1:1/secret-key'] }
      const without = { ...network, id: 'eip155:11' as const, swap: undefined }
      const create = (callsFromNetworkPerMinute: number) =>
        createGateway(
          {
            projects: parseProjects([shop]),
            modalOrigin: 'https://modal.example',
            networks: new Map([network, down, without].map((one) => [one.id, one])),
            store,
            limits: { callsFromNetworkPerMinute },
            proxies: 0,
          },
          { write: (line) => lines.push(line) },
        )
      // Two processes with one database; in the second, little of the budget is left.
      gateways = [await create(1_000_000), await create(50)]
      servers = await Promise.all(gateways.map(({ listener }) => listenOnLoopback(listener, 0)))
    }, 120_000)
    afterAll(async () => {
      await Promise.all(servers.map((server) => server.close()))
      await Promise.all(gateways.map((gateway) => gateway.close()))
      await place.stop()
    })

    const urlOf = (path: string, query: Readonly<Record<string, string>> = {}, process = 0) =>
      `http://127.0.0.1:${servers[process]?.port}/v1/convert/${path}?${new URLSearchParams({ projectId: 'shop', ...query })}`
    const pair = { from: assetOf('native'), to: assetOf('stable') }
    const asked = { ...pair, amount: ether.toString() }
    const body = {
      projectId: 'shop',
      ...asked,
      userAddress: `${chainId}:${trader}`,
      eip155: { slippage: 1 },
      disableEstimate: true,
    }
    const post = (given: unknown, headers: Readonly<Record<string, string>> = {}) =>
      fetch(urlOf('build-transaction').replace(/\?.*/, ''), {
        method: 'POST',
        headers,
        body: typeof given === 'string' ? given : JSON.stringify(given),
      })
    async function read<T>(schema: { readonly parse: (input: unknown) => T }, response: Response): Promise<T> {
      expect(response.status).toBe(200)
      expect(response.headers.get('x-request-id')).toBeTruthy()
      return schema.parse(await response.json())
    }

    test('the whole way of a client of the hosted API, with what it sends', async () => {
      const { quotes } = await read(
        endpoints.quotes.response,
        await fetch(urlOf('quotes', { ...asked, userAddress: trader, gasPrice: '1000000000', st: 'x', sv: 'y' })),
      )
      expect(quotes).toHaveLength(1)
      expect(quotes[0]).toMatchObject({
        id: null,
        fromAmount: asked.amount,
        fromAccount: pair.from,
        toAccount: pair.to,
      })
      const { standard, fast, instant } = await read(
        endpoints.gasPrice.response,
        await fetch(urlOf('gas-price', { chainId })),
      )
      expect(BigInt(standard) > 0n && BigInt(fast) >= BigInt(standard) && BigInt(instant) >= BigInt(fast)).toBe(true)
      const owner = { tokenAddress: assetOf('demo'), userAddress: body.userAddress }
      const before = await read(endpoints.allowance.response, await fetch(urlOf('allowance', owner)))
      expect(before).toEqual({ allowance: '0', spender: swapNetworkOf().v3?.router })
      const { tx: approval } = await read(
        endpoints.buildApproval.response,
        await fetch(urlOf('build-approve', { from: assetOf('demo'), to: pair.to, userAddress: trader })),
      )
      // As in the hosted API: the token to call is in `from`.
      expect(approval).toMatchObject({ from: assetOf('demo'), to: pair.to, value: '0' })
      const { tx } = await read(endpoints.buildSwap.response, await post(body))
      expect(tx).toMatchObject({ from: `${chainId}:${trader}`, amount: quotes[0]?.toAmount, value: asked.amount })
      expect(Number(tx.eip155?.gas)).toBeGreaterThan(100_000)
    })

    test('the tokens are the currency and those of the lists, or the one that is asked for', async () => {
      const all = await read(endpoints.swapTokens.response, await fetch(urlOf('tokens', { chainId })))
      expect(all.tokens.map(({ symbol, address }) => [symbol, address])).toEqual([
        ['ETH', assetOf('native')],
        ['TST', assetOf('demo')],
      ])
      const one = await fetch(urlOf('tokens', { chainId, address: tokens.demo.toLowerCase() }))
      expect((await read(endpoints.swapTokens.response, one)).tokens).toHaveLength(1)
    })

    const quoting = (query: Readonly<Record<string, string>>) => fetch(urlOf('quotes', { ...asked, ...query }))
    const nobody = `${chainId}:0x${'0'.repeat(40)}`
    test.each<[string, () => Promise<Response>, number, string]>([
      ['no project', () => quoting({ projectId: 'other' }), 401, 'We failed to authenticate'],
      ['no project in a body', () => post({ ...body, projectId: 'other' }), 401, 'We failed to authenticate'],
      ['a foreign page', () => post(body, { Origin: 'https://evil.example' }), 403, 'origin not allowed'],
      ['an amount with a point', () => quoting({ amount: '1.5' }), 400, 'Failed to deserialize query string'],
      ['a negative amount', () => quoting({ amount: '-1' }), 400, 'Failed to deserialize query string'],
      ['an amount with an exponent', () => quoting({ amount: '1e18' }), 400, 'Failed to deserialize query string'],
      ['an endless amount', () => quoting({ amount: '9'.repeat(79) }), 400, 'Failed to deserialize query string'],
      ['an amount of more than there can be', () => quoting({ amount: '9'.repeat(78) }), 400, 'amount too large'],
      ['nothing', () => quoting({ amount: '0' }), 400, 'Conversion parameter error: amount too small'],
      ['two networks', () => quoting({ to: assetOf('stable').replace('31337', '1') }), 400, 'must have the same value'],
      ['a token that is none', () => quoting({ to: `${chainId}:usdc` }), 400, 'Wrong CAIP-10 format'],
      ['no CAIP-10', () => quoting({ to: '<script>' }), 400, 'Wrong CAIP-10 format'],
      ['the address of nobody', () => quoting({ to: nobody }), 400, 'Wrong CAIP-10 format'],
      ['a token on Solana', () => quoting({ to: 'solana:x:y', from: 'solana:x:z' }), 400, 'Namespace is not supported'],
      ['one token for itself', () => quoting({ to: pair.from }), 400, 'the two tokens are the same'],
      ['a network without swaps', () => fetch(urlOf('tokens', { chainId: 'eip155:11' })), 400, 'is not supported'],
      ['no network', () => fetch(urlOf('tokens', { chainId: '<b>' })), 400, 'is not supported'],
      ['no slippage', () => post({ ...body, eip155: undefined }), 400, 'slippage parameter is necessary'],
      ['a slippage of half a percent', () => post({ ...body, eip155: { slippage: 0.5 } }), 422, 'eip155'],
      ['a slippage in words', () => post({ ...body, eip155: { slippage: '1' } }), 422, 'eip155'],
      ['a slippage of 51 percent', () => post({ ...body, eip155: { slippage: 51 } }), 422, 'eip155'],
      ['a permit', () => post({ ...body, eip155: { slippage: 1, permit: '0x12' } }), 400, 'permits are not taken'],
      ['no account', () => post({ ...body, userAddress: chainId }), 400, 'Wrong CAIP-10 format'],
      ['no JSON', () => post('{'), 422, 'it is not JSON'],
      ['an allowance of no token', () => allowanceOf(`${chainId}:${trader}`), 400, 'is not supported'],
      ['nodes that are down', () => quoting(onDown), 503, 'Convertion provider is temporarily unavailable'],
    ])('refuses %s', async (_, ask, status, words) => {
      const response = await ask()
      const [reason] = GatewayFailure.parse(await response.json()).reasons
      expect([response.status, reason?.description]).toEqual([status, expect.stringContaining(words)])
      expect(reason?.description).not.toMatch(/[<>]|secret-key/)
    })
    const onDown = { from: assetOf('native').replace('31337', '10'), to: assetOf('stable').replace('31337', '10') }
    const allowanceOf = (tokenAddress: string) =>
      fetch(urlOf('allowance', { tokenAddress, userAddress: body.userAddress }))

    test('a swap that would fail is refused before signing, unless the caller disables the check', async () => {
      const poor = { ...body, from: assetOf('demo'), userAddress: `${chainId}:0x${'12'.repeat(20)}`, amount: '1000000' }
      expect((await post(poor)).status).toBe(200)
      const response = await post({ ...poor, disableEstimate: false })
      const [reason] = GatewayFailure.parse(await response.json()).reasons
      expect([response.status, reason?.description]).toEqual([
        400,
        expect.stringContaining('the transaction would fail'),
      ])
    })

    test('quotes cost twenty calls of the budget, which processes share', async () => {
      const statuses: number[] = []
      for (let call = 0; call < 4; call += 1) statuses.push((await fetch(urlOf('quotes', asked, 1))).status)
      expect(statuses).toContain(429)
    })

    test('the log has no address, no token and no key', () => {
      expect(lines.length).toBeGreaterThan(0)
      const log = lines.join('\n')
      for (const secret of [trader, trader.toLowerCase(), tokens.stable, 'secret-key'])
        expect(log).not.toContain(secret)
      expect(z.record(z.string(), z.unknown()).parse(JSON.parse(lines[0] ?? ''))).toBeDefined()
    })
  })
}
