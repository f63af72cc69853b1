/** NFTs through the gateway: contracts on a real chain, and a server that stands in for IPFS and the Internet. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collectible, Collectibles } from '@airlock/protocol/gateway/collectibles.ts'
import { GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  collectibles,
  createGifts,
  editionsOf,
  hostileUris,
  openCollectibles,
  printUris,
} from '../../../../e2e/world/collectibles.ts'
import { type Content, startContent } from '../../../../e2e/world/content.ts'
import { type EvmNode, startNode } from '../../../../e2e/world/node.ts'
import type { GatewayNetwork } from '../../../src/gateway/networks/network.ts'
import type { NftSource, OwnedNft } from '../../../src/gateway/nfts/source.ts'
import { type ServedGateway, serveGateway, stopAll } from '../nodes.ts'

const owner = '0x00000000000000000000000000000000000a11ce'
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const chainId = 'eip155:31337'
const folder = mkdtempSync(join(tmpdir(), 'airlock-nfts-'))
const networkOf = (id: 'eip155:31337' | typeof solana, rpcUrls: readonly string[]): GatewayNetwork => ({
  id,
  rpcUrls,
  currency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  multicall3: undefined,
  tokens: [],
})

let node: EvmNode
let content: Content
let gateway: ServedGateway
/** The ownership source's answer; a chain has no list of its own. */
let owned: readonly OwnedNft[]
let askedPages: unknown[]
let isDown = false

const nft = (contract: string, tokenId: bigint | number, standard: OwnedNft['standard'] = 'erc721'): OwnedNft => ({
  chainId,
  contract: contract.toLowerCase(),
  tokenId: String(tokenId),
  standard,
  amount: '1',
})
const print = (index: number) => nft(collectibles.prints, 100 + index)
const hostile = (index: number) => nft(collectibles.hostile, 100 + index)
const editions = nft(collectibles.editions, editionsOf.A.id, 'erc1155')

beforeAll(async () => {
  node = await startNode({ chainId: 31337 })
  content = await startContent()
  await openCollectibles(node.rpcUrl)
  await createGifts(content.url)(node.rpcUrl, owner)
  const read: NftSource['read'] = async ({ cursor, limit }) => {
    askedPages.push({ cursor, limit })
    if (isDown) throw new Error('the index at 10.0.0.1 is down')
    return { owned, next: 'second' }
  }
  const networks = [networkOf(chainId, [node.rpcUrl]), networkOf(solana, ['http://127.0.0.1:9'])] as const
  gateway = await serveGateway(folder, {
    networks: new Map(networks.map((network) => [network.id, network])),
    content: { ipfs: content.url, loopback: [content.url] },
    nftSources: networks.map((network) => ({ network, read })),
  })
}, 60_000)
afterAll(() => stopAll(folder, gateway, content, node))

const ask = (address: string, query: Readonly<Record<string, string>> = {}) =>
  fetch(
    `http://127.0.0.1:${gateway.port}/v1/account/${address}/nfts?${new URLSearchParams({ projectId: 'shop', chainId, ...query })}`,
  )
async function read(...nfts: readonly OwnedNft[]): Promise<readonly Collectible[]> {
  owned = nfts
  askedPages = []
  const response = await ask(owner)
  expect(response.status).toBe(200)
  return Collectibles.parse(await response.json()).nfts
}
const picture = async (imageUrl: string | null | undefined) => {
  const response = await fetch(`http://127.0.0.1:${gateway.port}${imageUrl}`)
  if (response.status !== 200) return response.status
  const { dominant } = await sharp(await response.arrayBuffer()).stats()
  return dominant
}

describe('metadata', () => {
  test('is read from the contract, from IPFS, and as plain text from a URL', async () => {
    const found = await read(print(0), print(1), print(2), editions)
    expect(printUris).toHaveLength(3)
    expect(found).toMatchObject([
      {
        name: 'Print on chain',
        description: 'All of it is in the contract.',
        collection: 'Harbour Prints',
        isSpam: false,
      },
      { name: 'Print on IPFS', collection: 'Harbour Prints', isSpam: false },
      { name: '100% \u{1f642} print', isSpam: false },
      // The id in hexadecimal, as ERC-1155 has it.
      { name: 'Edition A', collection: 'Harbour Editions', standard: 'erc1155', isSpam: false },
    ])
    for (const { imageUrl } of found) {
      expect(imageUrl).toMatch(/^\/v1\/image\/[\w-]{22}\/[\w-]+$/)
      expect(await picture(imageUrl)).toBeTypeOf('object')
    }
  })

  test('is read once', async () => {
    await read(print(1), editions)
    const before = content.asked().length
    await read(print(1), editions)
    expect(content.asked()).toHaveLength(before)
  })

  test('does not hide what is owned if it cannot be read, and is not asked for again at once', async () => {
    const missing = hostile(8)
    const [first] = await read(missing, print(0))
    expect(first).toMatchObject({ tokenId: missing.tokenId, imageUrl: '', isSpam: true })
    expect(first).not.toHaveProperty('name')
    const before = content.asked().length
    await read(missing)
    expect(content.asked()).toHaveLength(before)
  })

  test('is absent for an invalid contract or a nonexistent id', async () => {
    const found = await read(nft(owner, 1), nft(collectibles.prints, 999_999))
    expect(found).toMatchObject([
      { imageUrl: '', isSpam: true },
      { imageUrl: '', isSpam: true, collection: 'Harbour Prints' },
    ])
  })
})

describe('hostile metadata [C129]', () => {
  test('is cleaned, bounded, or absent, and marked', async () => {
    const found = await read(...hostileUris(content.url).map((_, index) => hostile(index)))
    const none = found.slice(4).map(() => undefined)
    expect(found.every(({ isSpam }) => isSpam)).toBe(true)
    expect(none).toHaveLength(7)
    expect(found.map(({ name }) => name)).toEqual([
      'Claim your reward at claim.example',
      'gnp.yeknoM',
      'Two heads',
      'Reads files',
      ...none,
    ])
    expect(found.map(({ imageUrl }) => imageUrl !== '')).toEqual([true, false, true, true, ...none.map(() => false)])
    // An address of a cloud's metadata service, and SVG that refers to a file.
    expect(await picture(found[2]?.imageUrl)).toBe(404)
    expect(await picture(found[3]?.imageUrl)).toBe(404)
    expect(content.asked()).toContain('/hostile/private')
  })

  test('cannot name the picture of a file, an address, or another account\u2019s grant by itself', async () => {
    const grantless = `/v1/image/${'A'.repeat(22)}/${Buffer.from('nft:eip155:31337/erc721/0x0/1').toString('base64url')}`
    expect(await picture(grantless)).toBe(404)
  })
})

describe('the list', () => {
  test('goes on with the source\u2019s cursor', async () => {
    await read(print(0))
    const response = await ask(owner, { cursor: 'second' })
    expect(Collectibles.parse(await response.json()).next).toBe('second')
    expect(askedPages).toMatchObject([{ limit: 24 }, { cursor: 'second', limit: 24 }])
  })

  test('lists Solana NFTs while nodes fail: without names, with pictures that may load later', async () => {
    owned = [
      {
        chainId: solana,
        contract: '7ieKhbKrGV3Hq294u5R4buHkBytUjCHtuwXJpohfv1mE',
        tokenId: '',
        standard: 'solana',
        amount: '1',
      },
    ]
    const response = await ask('7ieKhbKrGV3Hq294u5R4buHkBytUjCHtuwXJpohfv1mE', { chainId: solana })
    const { nfts } = Collectibles.parse(await response.json())
    expect(nfts).toMatchObject([{ standard: 'solana', isSpam: false }])
    expect(nfts[0]?.imageUrl).toMatch(/^\/v1\/image\//)
  })

  test.each<[string, string, Readonly<Record<string, string>>, number]>([
    ['a network without a source', owner, { chainId: 'eip155:10' }, 404],
    ['a network that is none', owner, { chainId: 'nonsense' }, 400],
    ['an address that is none', '0x12', {}, 400],
    ['an address of another network', owner, { chainId: solana }, 400],
    ['an unknown project', owner, { projectId: 'other' }, 401],
  ])('is refused for %s', async (_, address, query, status) => {
    const response = await ask(address, query)
    expect(response.status).toBe(status)
    expect(GatewayFailure.parse(await response.json()).reasons).toHaveLength(1)
  })

  test('is an error, and not empty, if it cannot be read', async () => {
    isDown = true
    const response = await ask(owner)
    isDown = false
    expect(response.status).toBe(503)
    expect(await response.text()).not.toContain('10.0.0.1')
  })
})
