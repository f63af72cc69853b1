/** History, NFTs and balances of accounts on real chains, through the gateway's HTTP, as it is deployed. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { History, type Transaction } from '@airlock/protocol/gateway/history.ts'
import { Balances, GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import { encodeAbiParameters, encodeFunctionData, erc20Abi, erc721Abi, getContractAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { emitterCode, manyLog, nftLog, type Said, transferLog } from '../../../e2e/world/emitter.ts'
import { createLookup } from '../../src/crypto/lookup.ts'
import { parseProjects } from '../../src/frames/projects.ts'
import type { Move } from '../../src/gateway/history/moves.ts'
import { paymentOf } from '../../src/gateway/history/payment.ts'
import type { GatewayNetwork } from '../../src/gateway/networks/network.ts'
import { createIndexedNfts } from '../../src/gateway/nfts/ownership.ts'
import { createGateway, type Gateway } from '../../src/gateway/role.ts'
import { createTokenDirectories } from '../../src/gateway/tokens/directories.ts'
import { type Listening, listenOnLoopback } from '../../src/listen.ts'
import { type GatewayStore, openGatewayStore } from '../../src/store/gateway.ts'
import { shop } from '../records.ts'
import { deployer, emitter, type LocalChain, people, startChain, token } from './chain.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-history-'))
const database = join(folder, 'gateway.db')
const [one, two] = ['eip155:31337', 'eip155:31338'] as const
const [me, other] = people
const zeroAddress: Hex = `0x${'0'.repeat(40)}`
const Artefact = z.object({ bytecode: z.string().transform((code): Hex => `0x${code.replace(/^0x/, '')}`) })
const require = createRequire(new URL('../../../e2e/package.json', import.meta.url))
const codeOf = (path: string) => Artefact.parse(require(path)).bytecode
/** A whole ERC-20 token, with approvals: Uniswap's own test token. */
const coinCode = codeOf('@uniswap/v2-core/build/ERC20.json')

let chains: readonly [LocalChain, LocalChain]
let gateway: Gateway
let server: Listening
let metrics: Listening
/** The same file, as opened by a second process. */
let store: GatewayStore
const lines: string[] = []

const networkOf = (id: GatewayNetwork['id'], chain: LocalChain): GatewayNetwork => ({
  id,
  rpcUrls: [chain.rpcUrl],
  currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  multicall3: undefined,
  tokens: [{ address: token, name: 'Test Token', symbol: 'TST', decimals: 6, iconUrl: undefined }],
  history: { kind: 'index', fromBlock: 0, pollMs: 20 },
})

beforeAll(async () => {
  chains = [await startChain(31337), await startChain(31338)]
  const unread: GatewayNetwork = { ...networkOf('eip155:10', chains[0]), history: undefined }
  gateway = await createGateway(
    {
      projects: parseProjects([shop]),
      modalOrigin: undefined,
      networks: new Map(
        [networkOf(one, chains[0]), networkOf(two, chains[1]), unread].map((network) => [network.id, network]),
      ),
      store: { place: { file: database }, lookup: createLookup(randomBytes(32)) },
      limits: { callsFromNetworkPerMinute: 1_000_000 },
      proxies: 0,
    },
    { write: (line) => lines.push(line) },
  )
  server = await listenOnLoopback(gateway.listener, 0)
  metrics = await listenOnLoopback(gateway.metrics, 0)
  store = await openGatewayStore({ file: database })
}, 60_000)

afterAll(async () => {
  await server.close()
  await metrics.close()
  await gateway.close()
  await store.close()
  await Promise.all(chains.map((chain) => chain.stop()))
  rmSync(folder, { recursive: true })
})

const ask = (address: string, query: Readonly<Record<string, string>> = {}) =>
  fetch(
    `http://127.0.0.1:${server.port}/v1/account/${address}/history?${new URLSearchParams({ projectId: 'shop', ...query })}`,
  )
async function read(address: string, query: Readonly<Record<string, string>> = {}) {
  const response = await ask(address, query)
  expect(response.status).toBe(200)
  return History.parse(await response.json())
}

/** Waits until both chains are indexed to their heads. */
async function indexed(): Promise<void> {
  const heads = await Promise.all(chains.map((chain) => chain.height()))
  await vi.waitFor(
    async () => {
      for (const [index, network] of [one, two].entries())
        expect((await store.index.range(network))?.tip.height).toBe(heads[index])
    },
    { timeout: 20_000, interval: 20 },
  )
}

async function latest(address: string, chainId: string = one): Promise<Transaction> {
  await indexed()
  const [first] = (await read(address, { chainId })).data
  if (!first) throw new Error('The history is empty')
  return first
}

const created = new Map<LocalChain, bigint>()
async function deploy(chain: LocalChain, data: Hex): Promise<Hex> {
  // The chain already had two blocks.
  const nonce = created.get(chain) ?? 2n
  created.set(chain, nonce + 1n)
  await chain.run({ from: deployer, data })
  return getContractAddress({ from: deployer, nonce }).toLowerCase() as Hex // as: an address stays one
}
const say = (chain: LocalChain, said: Said) => deploy(chain, emitterCode(said))
/** An address accepted by the image route. */
const picture: unknown = expect.stringMatching(/^\/v1\/image\/[\w-]{22}\/[\w-]+$/)
const call = (functionName: 'transfer' | 'approve', to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] })

describe('a transaction', () => {
  test('sends the currency: a send for one account, and a receipt for the other', async () => {
    const hash = await chains[0].run({ from: me, to: other, value: 1_200_000_000_000_000_000n })
    const sent = await latest(me)
    expect(sent).toEqual({
      id: hash,
      metadata: {
        operationType: 'send',
        hash,
        minedAt: sent.metadata.minedAt,
        sentFrom: me,
        sentTo: other,
        status: 'confirmed',
        nonce: 0,
        application: null,
        chain: one,
        payment: { token: 'native', to: other, amount: '1.2' },
      },
      transfers: [
        {
          fungible_info: { name: 'Ether', symbol: 'ETH', icon: { url: picture } },
          nft_info: null,
          direction: 'out',
          quantity: { numeric: '1.2' },
          value: null,
          price: null,
        },
      ],
    })
    expect(Math.abs(Date.parse(sent.metadata.minedAt) - Date.now())).toBeLessThan(600_000)
    expect(await latest(other)).toMatchObject({
      metadata: { operationType: 'receive' },
      transfers: [{ direction: 'in' }],
    })
  })

  test('sends a token: it has its units', async () => {
    await chains[0].run({ from: me, to: token, data: call('transfer', other, 500_001n) })
    expect(await latest(me)).toMatchObject({
      metadata: {
        operationType: 'send',
        sentTo: other,
        status: 'confirmed',
        payment: { token: `${one}:${token}`, to: other, amount: '0.500001' },
      },
      transfers: [{ fungible_info: { symbol: 'TST' }, direction: 'out', quantity: { numeric: '0.500001' } }],
    })
    expect(await latest(other)).toMatchObject({
      metadata: { operationType: 'receive', sentFrom: me, sentTo: other },
      transfers: [{ direction: 'in', quantity: { numeric: '0.500001' } }],
    })
  })

  test('approves: it says what the other may take', async () => {
    const coin = await deploy(
      chains[0],
      `${coinCode}${encodeAbiParameters([{ type: 'uint256' }], [10n ** 20n]).slice(2)}`,
    )
    await chains[0].run({ from: me, to: coin, data: call('approve', other, 25n * 10n ** 17n) })
    expect(await latest(me)).toMatchObject({
      metadata: { operationType: 'approve', sentTo: coin, approval: { spender: other, isUnlimited: false } },
      transfers: [{ fungible_info: { symbol: 'UNI-V2' }, direction: 'self', quantity: { numeric: '2.5' } }],
    })
    await chains[0].run({ from: me, to: coin, data: call('approve', other, 2n ** 256n - 1n) })
    expect((await latest(me)).metadata).toMatchObject({ operationType: 'approve', approval: { isUnlimited: true } })
    await chains[0].run({ from: me, to: coin, data: call('approve', other, 0n) })
    expect((await latest(me)).metadata).toMatchObject({ operationType: 'revoke', approval: { spender: other } })
  })

  test('approves a collection: it names it', async () => {
    const cats = await say(chains[0], { name: 'Cool Cats', symbol: 'CAT' })
    const approveAll = (isApproved: boolean) =>
      encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [other, isApproved] })
    await chains[0].run({ from: me, to: cats, data: approveAll(true) })
    expect(await latest(me)).toMatchObject({
      metadata: { operationType: 'approve', approval: { spender: other, isUnlimited: true } },
      transfers: [{ nft_info: { name: 'Cool Cats', content: null }, direction: 'self' }],
    })
    await chains[0].run({ from: me, to: cats, data: approveAll(false) })
    expect((await latest(me)).metadata).toMatchObject({ operationType: 'revoke', approval: { isUnlimited: false } })
  })

  test('approves one NFT: it names it with its picture, also the one with the number 0', async () => {
    const cats = await say(chains[0], { name: 'Cool Cats', symbol: 'CAT' })
    await chains[0].run({ from: me, to: cats, data: call('approve', other, 0n) })
    expect(await latest(me)).toMatchObject({
      metadata: { operationType: 'approve', approval: { spender: other, isUnlimited: false } },
      transfers: [
        {
          nft_info: { name: 'Cool Cats #0', content: { preview: { url: picture } } },
          direction: 'self',
        },
      ],
    })
    await chains[0].run({ from: me, to: cats, data: call('approve', zeroAddress, 0n) })
    expect((await latest(me)).metadata.operationType).toBe('revoke')
  })

  test('mints an NFT if it comes from the zero address, and burns it if it goes there', async () => {
    const cats = await say(chains[0], { name: 'Cool Cats', symbol: 'CAT' })
    await chains[0].run({ from: me, to: cats, data: nftLog(zeroAddress, me, 7n), value: 10n })
    expect(await latest(me)).toMatchObject({
      metadata: { operationType: 'mint', sentFrom: me },
      transfers: [
        { direction: 'out', fungible_info: { symbol: 'ETH' } },
        {
          direction: 'in',
          nft_info: {
            name: 'Cool Cats #7',
            content: { preview: { url: picture } },
            flags: { is_spam: false },
          },
          quantity: { numeric: '1' },
        },
      ],
    })
    await chains[0].run({ from: me, to: cats, data: nftLog(me, zeroAddress, 7n) })
    expect((await latest(me)).metadata.operationType).toBe('burn')
    await chains[0].run({ from: me, to: cats, data: manyLog(other, me, 2n ** 200n, 3n) })
    expect(await latest(me)).toMatchObject({
      metadata: { operationType: 'receive', sentFrom: other },
      transfers: [{ nft_info: { name: 'Cool Cats #160693…1376' }, quantity: { numeric: '3' } }],
    })
  })

  test('creates a contract, calls one, or fails: it is listed for its sender only', async () => {
    await chains[0].run({ from: me, data: emitterCode() })
    expect(await latest(me)).toMatchObject({
      metadata: { operationType: 'deploy', status: 'confirmed' },
      transfers: [],
    })
    await chains[0].run({ from: me, to: emitter, data: '0x12345678' })
    expect((await latest(me)).metadata.operationType).toBe('execute')
    await chains[0].run({ from: me, to: token, data: call('transfer', other, 9_000_000n) })
    expect(await latest(me)).toMatchObject({
      metadata: { operationType: 'send', status: 'failed', payment: { to: other, amount: '9' } },
      transfers: [{ quantity: { numeric: '9' } }],
    })
    expect((await latest(other)).metadata.status).toBe('confirmed')
  })

  test('is gone if a reorganisation has removed it', async () => {
    const before = await chains[0].rpc('evm_snapshot')
    const hash = await chains[0].run({ from: me, to: other, value: 77n })
    expect((await latest(other)).id).toBe(hash)
    await chains[0].rpc('evm_revert', [before])
    await chains[0].mine(2)
    expect((await latest(other)).id).not.toBe(hash)
  })
})

describe('a list', () => {
  const account: Hex = `0x${'e'.repeat(40)}`

  test('joins several networks in order, in pages that miss and repeat nothing', async () => {
    const hashes: string[] = []
    for (let index = 0; index < 66; index += 1) {
      const chain = chains[index % 3 === 0 ? 1 : 0]
      // Times in seconds order entries of different chains.
      await chain.rpc('evm_setNextBlockTimestamp', [2_000_000_000 + index])
      hashes.push(await chain.run({ from: me, to: account, value: 1n }))
    }
    await indexed()
    const first = await read(account)
    expect(first.data.map(({ id }) => id)).toEqual(hashes.toReversed().slice(0, 50))
    const second = await read(account, { cursor: first.next ?? '' })
    expect(second.data.map(({ id }) => id)).toEqual(hashes.toReversed().slice(50))
    expect(second.next).toBeNull()
    const alone = await read(account, { chainId: '31338' })
    expect(alone.data.map(({ metadata }) => metadata.chain)).toEqual(Array.from({ length: 22 }, () => two))
    expect(alone.next).toBeNull()
  })

  test('is empty for an account that did nothing', async () => {
    expect(await read(`0x${'1'.repeat(40)}`)).toEqual({ data: [], next: null })
  })

  test.each<[string, string, Readonly<Record<string, string>>, string, string]>([
    ['no address', 'nonsense', {}, 'address', 'The address provided is invalid'],
    ['a network of the same kind that is not served', me, { chainId: 'eip155:56' }, '', 'Invalid parameter: eip155:56'],
    ['a number that is no network of ours', me, { chainId: '57' }, '', 'Invalid parameter: eip155:57'],
    ['a network without history', me, { chainId: 'eip155:10' }, '', 'Invalid parameter: eip155:10'],
    ['what is no network', me, { chainId: '<b>' }, '', 'Invalid parameter: ?b?'],
    ['a provider of purchases', me, { onramp: 'coinbase' }, 'provider', 'Provider coinbase is not supported'],
  ])('refuses %s', async (_what, address, query, field, description) => {
    const response = await ask(address, query)
    expect(response.status).toBe(400)
    expect(GatewayFailure.parse(await response.json()).reasons).toEqual([{ field, description }])
  })

  const written = (text: string) => Buffer.from(text).toString('base64url')
  test.each([
    'x',
    '../../etc/passwd',
    'a'.repeat(2_048),
    written(';'),
    written('31337'),
    written('31337=1.2;31337=1.2'),
    written('31337=1.2;1=1.2'),
    written("31337=1.2' OR 1=1"),
    written('31337=1e9.2'),
    written('31337=-1.2'),
    written('31337=99999999999999999999.2'),
    written('31337=1.2.3'),
  ])('refuses a cursor that it did not write [C111]: %#', async (cursor) => {
    const response = await ask(me, { cursor })
    expect(response.status).toBe(400)
    expect(GatewayFailure.parse(await response.json()).reasons[0]?.description).toBe('Invalid parameter: cursor')
  })

  test('takes an empty cursor for none', async () => {
    expect((await read(me, { cursor: '' })).data.length).toBeGreaterThan(0)
  })
})

describe('a transfer that the account did not make [C176]', () => {
  const forged: Hex = `0x${'1'.repeat(40)}`

  test('cannot be repeated as a payment if another account signed it, or with another call than a transfer', async () => {
    const fake = await say(chains[0], { name: 'Honest', symbol: 'HON', decimals: 2n })
    await chains[0].run({ from: other, to: fake, data: transferLog(me, forged, 250n) })
    const poisoned = await latest(me)
    expect(poisoned).toMatchObject({ metadata: { operationType: 'send', sentTo: forged } })
    expect(poisoned.metadata).not.toHaveProperty('payment')
    await chains[0].run({ from: me, to: fake, data: transferLog(me, forged, 250n) })
    const own = await latest(me)
    expect(own).toMatchObject({ metadata: { operationType: 'send', sentTo: forged } })
    expect(own.metadata).not.toHaveProperty('payment')
  })

  const row: Readonly<Record<'sender' | 'recipient' | 'input', string>> = {
    sender: me,
    recipient: token,
    input: call('transfer', other, 5n),
  }
  const out: Move = {
    direction: 'out',
    peer: other,
    token: { contract: token, standard: 'erc20', tokenId: '' },
    amount: 5n,
  }
  const options = {
    network: one,
    currency: { decimals: 18 },
    tokens: new Map([
      [token, { decimals: 6 }],
      [emitter, { decimals: 6 }],
    ]),
  }
  test.each<[string, Partial<typeof row>, readonly Move[]]>([
    ['of somebody else', { sender: other }, [out]],
    ['to another one than the call says', {}, [{ ...out, peer: forged }]],
    ['by another contract', { recipient: emitter }, [out]],
    [
      'by an allowance',
      { input: encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [me, other, 5n] }) },
      [out],
    ],
    ['of nothing', {}, [{ ...out, amount: 0n }]],
    ['with the currency', {}, [{ ...out, token: undefined, amount: 1n }, out]],
    ['of the currency with a call', {}, [{ ...out, token: undefined }]],
    ['of an NFT', {}, [{ ...out, token: { contract: token, standard: 'erc721', tokenId: '5' } }]],
    ['that comes in', {}, [{ ...out, direction: 'in' }]],
    ['that is none', {}, []],
  ])('%s has no payment', (_what, change, moves) => {
    expect(paymentOf(row, [out], me, options)).toEqual({ token: `${one}:${token}`, to: other, amount: '0.000005' })
    expect(paymentOf({ ...row, ...change }, moves, me, options)).toBeUndefined()
  })
})

describe('hostile tokens [C112]', () => {
  const victim: Hex = `0x${'7'.repeat(40)}`
  const send = async (said: Said, log: Hex) => {
    const address = await say(chains[0], said)
    await chains[0].run({ from: other, to: address, data: log })
    return address
  }
  const shown = async () => {
    await indexed()
    const { data } = await read(victim, { chainId: one })
    return data.flatMap(({ transfers }) =>
      (transfers ?? []).map(({ fungible_info, nft_info, quantity }) => ({
        name: fungible_info?.name ?? nft_info?.name,
        quantity: quantity.numeric,
        ...(nft_info && { isSpam: nft_info.flags.is_spam }),
      })),
    )
  }

  test('are left out or cleaned, and hide nothing else', async () => {
    await send({ name: 'Honest', symbol: 'HON', decimals: 2n }, transferLog(other, victim, 250n))
    const gone: Said[] = [
      { name: 'x', symbol: 'y', decimals: 255n },
      { name: 'x', symbol: 'y', decimals: 2n ** 256n - 1n },
      { name: 'x', symbol: 'y', decimals: 78n },
      { name: 'x', symbol: 'y' },
      { name: 1_000_000, symbol: 'BIG' },
      { name: 'USD Coin', symbol: 'TST', decimals: 6n },
      { name: 'Ether', symbol: 'eth', decimals: 18n },
      { name: 'Visit free-money.example to claim', symbol: 'FREE', decimals: 18n },
      { name: 'reward', symbol: '$1000', decimals: 18n },
      { name: 'cl\u200baim now', symbol: 'X', decimals: 18n },
      { name: '\uff43\uff4c\uff41\uff49\uff4d', symbol: 'X', decimals: 18n },
    ]
    for (const said of gone) await send(said, transferLog(other, victim, 2n ** 255n))
    await send(
      { name: '\u202eniBtiB\u200b\u0000', symbol: 'B'.repeat(1_000), decimals: 0n },
      transferLog(other, victim, 2n ** 256n - 1n),
    )
    await send({ name: 'Claim at nft.example', symbol: 'N' }, nftLog(other, victim, 1n))
    await send({ name: 'Friendly', symbol: 'N' }, nftLog(other, victim, 2n))
    await send({}, nftLog(other, victim, 3n))
    expect(await shown()).toEqual([
      { name: '#3', quantity: '1', isSpam: false },
      { name: 'Friendly #2', quantity: '1', isSpam: false },
      { name: 'Claim at nft.example #1', quantity: '1', isSpam: true },
      { name: 'niBtiB', quantity: String(2n ** 256n - 1n) },
      { name: 'Honest', quantity: '2.5' },
    ])
    expect(lines.join()).not.toContain(victim.slice(2))
  }, 60_000)

  test('hide nothing else with names too long for any answer', async () => {
    await send({ name: 'Late', symbol: 'LATE', decimals: 2n }, transferLog(other, victim, 100n))
    for (let index = 0; index < 8; index += 1)
      await send({ name: 1_000_000, symbol: 'BIG', decimals: 2n }, transferLog(other, victim, 1n))
    const list = await shown()
    expect(list.slice(0, 9).map(({ name }) => name)).toEqual([...Array<string>(8).fill('BIG'), 'Late'])
    expect(await shown()).toEqual(list)
  }, 60_000)

  test('are shown to accounts that use them', async () => {
    const odd = await say(chains[0], { name: 'claim.example', symbol: 'CLM', decimals: 0n })
    await chains[0].run({ from: me, to: odd, data: transferLog(zeroAddress, me, 3n) })
    expect(await latest(me)).toMatchObject({ transfers: [{ fungible_info: { name: 'claim.example' } }] })
  })
})

test('a contract’s name is read once, and a missing answer is not cached', async () => {
  const contract: Hex = `0x${'5'.repeat(40)}`
  const signal = new AbortController().signal
  /** As another process would ask, or this one later. */
  const find = async () =>
    (
      await createTokenDirectories([networkOf(one, chains[0])], store.tokenNames)
        .get(one)
        ?.find([contract], signal)
    )?.get(contract)
  const become = async (said: Said) => {
    const code = await chains[0].rpc('eth_getCode', [await say(chains[0], said), 'latest'])
    await chains[0].rpc('anvil_setCode', [contract, code])
  }
  // A node that does not have the contract yet.
  expect(await find()).toMatchObject({ name: '', decimals: undefined })
  await become({ name: 'First', symbol: 'ONE', decimals: 3n })
  expect(await find()).toMatchObject({ name: 'First', symbol: 'ONE', decimals: 3 })
  await become({ name: 'Second', symbol: 'TWO', decimals: 18n })
  expect(await find()).toMatchObject({ name: 'First', symbol: 'ONE', decimals: 3 })
})

describe('the inventory of an account', () => {
  const account = people[2]
  const balances = async () => {
    const query = new URLSearchParams({ projectId: 'shop', currency: 'usd', chainId: two })
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/account/${account}/balance?${query}`)
    return Balances.parse(await response.json()).balances.map(({ symbol, quantity }) => `${quantity.numeric} ${symbol}`)
  }

  test('includes tokens of no list that it has received, except spam', async () => {
    await deploy(chains[1], `${coinCode}${encodeAbiParameters([{ type: 'uint256' }], [10n ** 20n]).slice(2)}`)
    const coin = getContractAddress({ from: deployer, nonce: 2n })
    await chains[1].run({ from: deployer, to: coin, data: call('transfer', account, 15n * 10n ** 17n) })
    const spam = await say(chains[1], { name: 'claim.example', symbol: 'CLM', decimals: 0n })
    await chains[1].run({ from: other, to: spam, data: transferLog(other, account, 3n) })
    await indexed()
    expect(await balances()).toEqual(['10000 ETH', '1.5 UNI-V2'])
  })

  test('is which NFTs, page by page, of the network that is asked', async () => {
    const [cats, things] = [await say(chains[1], { name: 'Cats' }), await say(chains[1], { name: 'Things' })]
    for (const id of [1n, 2n, 3n]) await chains[1].run({ from: me, to: cats, data: nftLog(zeroAddress, account, id) })
    await chains[1].run({ from: me, to: cats, data: nftLog(account, me, 2n) })
    await chains[1].run({ from: me, to: things, data: manyLog(zeroAddress, account, 9n, 40n) })
    await indexed()
    const nfts = createIndexedNfts(networkOf(two, chains[1]), store.index)
    const signal = new AbortController().signal
    const owned: unknown[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await nfts.read({ address: account.toUpperCase().replace('0X', '0x'), cursor, limit: 2, signal })
      expect(page.owned.length).toBeLessThanOrEqual(2)
      owned.push(...page.owned)
      cursor = page.next
      if (cursor === undefined) break
    }
    const cat = (tokenId: string) => ({ chainId: two, contract: cats, tokenId, standard: 'erc721', amount: '1' })
    expect(new Set(owned)).toEqual(
      new Set([
        cat('1'),
        cat('3'),
        { chainId: two, contract: things, tokenId: '9', standard: 'erc1155', amount: '40' },
      ]),
    )
    for (const cursor of [
      'x',
      Buffer.from(`${cats}.1.erc20`).toString('base64url'),
      Buffer.from("0x' OR 1=1").toString('base64url'),
    ])
      await expect(nfts.read({ address: account, cursor, limit: 2, signal })).rejects.toThrow('Invalid parameter')
  })
})

test('the operator sees how far the index is behind', async () => {
  await indexed()
  await vi.waitFor(async () => {
    const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text()
    expect(text).toContain(`airlock_gateway_index_blocks_behind{network="${one}"} 0`)
  })
})
