/** NFTs of Solana through the gateway: the real token programs, and Metaplex's accounts as its program writes them. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collectible, Collectibles } from '@airlock/protocol/gateway/collectibles.ts'
import { History } from '@airlock/protocol/gateway/history.ts'
import { Balances, GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Content, prints, startContent } from '../../../../e2e/world/content.ts'
import { solanaChain, toSolanaNetwork } from '../../../../e2e/world/networks.ts'
import { metaplexAddress as expectedAddress, writeMetaplex } from '../../../../e2e/world/svm/metaplex.ts'
import { type SvmNode, startSvmNode } from '../../../../e2e/world/svm/node.ts'
import type { GatewayNetwork } from '../../../src/gateway/networks/network.ts'
import { readMetaplex, readMintExtension } from '../../../src/gateway/nfts/solana/layout.ts'
import { createMintReader, metaplexAddress } from '../../../src/gateway/nfts/solana/mints.ts'
import { createSolanaNfts } from '../../../src/gateway/nfts/solana/ownership.ts'
import { createNodePool, type NodePool } from '../../../src/gateway/nodes/pool.ts'
import { type ServedGateway, serveGateway, stopAll } from '../nodes.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-solana-nfts-'))
const chainId = solanaChain.caip2
const someone = () => base58.encode(randomBytes(32))
const { signal } = new AbortController()

let node: SvmNode
let content: Content
let gateway: ServedGateway
let network: GatewayNetwork
let pool: NodePool

beforeAll(async () => {
  node = await startSvmNode(solanaChain)
  content = await startContent()
  const { nativeCurrency: currency } = toSolanaNetwork([])
  network = { id: chainId, rpcUrls: [node.rpcUrl], currency, multicall3: undefined, tokens: [] }
  pool = createNodePool([node.rpcUrl])
  gateway = await serveGateway(folder, {
    networks: new Map([[chainId, network]]),
    content: { ipfs: content.url, loopback: [content.url] },
  })
}, 60_000)
afterAll(() => stopAll(folder, gateway, content, node))

const get = (path: string, query: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${gateway.port}${path}?${new URLSearchParams({ projectId: 'shop', chainId, ...query })}`)
async function nftsOf(owner: string): Promise<ReadonlyMap<string, Collectible>> {
  const response = await get(`/v1/account/${owner}/nfts`)
  expect(response.status).toBe(200)
  return new Map(Collectibles.parse(await response.json()).nfts.map((one) => [one.contract, one]))
}
const picture = async (imageUrl: string | null | undefined) => {
  const response = await fetch(`http://127.0.0.1:${gateway.port}${imageUrl}`)
  return response.status === 200 ? (await sharp(await response.arrayBuffer()).metadata()).format : response.status
}
const onIpfs = `ipfs://${prints}/print.json`

describe('NFTs of Solana', () => {
  test('have name, picture and collection, by Metaplex and by Token-2022', async () => {
    const owner = someone()
    const collection = node.nfts.giveMetaplex(someone(), { name: 'Harbour Club', uri: '' })
    const ofCollection = node.nfts.giveMetaplex(
      owner,
      { name: 'Club #1', symbol: 'CLUB', uri: onIpfs },
      { mint: collection, isVerified: true },
    )
    const pretender = node.nfts.giveMetaplex(
      owner,
      { name: 'Club #2', uri: `${content.url}/no-such-file` },
      { mint: collection, isVerified: false },
    )
    const inMint = node.nfts.giveToken2022(owner, { name: 'Kept in the mint', uri: onIpfs })
    const bare = node.nfts.giveBare(owner)
    const found = await nftsOf(owner)
    expect([...found.keys()].sort()).toEqual([ofCollection, pretender, inMint, bare].sort())
    expect(found.get(ofCollection)).toMatchObject({
      chainId,
      tokenId: '',
      standard: 'solana',
      amount: '1',
      name: 'Print on IPFS',
      collection: 'Harbour Club',
      isSpam: false,
    })
    // The name on the chain remains if the file cannot be read; an unverified collection is not named.
    expect(found.get(pretender)).toMatchObject({ name: 'Club #2', imageUrl: '' })
    expect(found.get(pretender)).not.toHaveProperty('collection')
    expect(found.get(inMint)).toMatchObject({ name: 'Print on IPFS', isSpam: false })
    expect(found.get(bare)).toMatchObject({ imageUrl: '', isSpam: true })
    for (const mint of [ofCollection, inMint]) expect(await picture(found.get(mint)?.imageUrl)).toBe('webp')
  })

  test('are not balances, and fungible tokens of both programs are not NFTs', async () => {
    const owner = someone()
    node.token.give(owner, 42_000_000n)
    node.feeToken.give(owner, 7_250_000n)
    node.nfts.giveToken2022(owner, { name: 'Kept in the mint', uri: '' })
    const { balances } = Balances.parse(await (await get(`/v1/account/${owner}/balance`, { currency: 'usd' })).json())
    expect(balances).toHaveLength(3)
    expect(balances).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          address: `${chainId}:${node.token.mint}`,
          quantity: { decimals: '6', numeric: '42' },
        }),
        expect.objectContaining({
          address: `${chainId}:${node.feeToken.mint}`,
          quantity: { decimals: '6', numeric: '7.25' },
        }),
      ]),
    )
    expect([...(await nftsOf(owner)).values()].map(({ name }) => name)).toEqual(['Kept in the mint'])
  })

  test('have their picture in the history too, found when it is shown; one without metadata costs no row', async () => {
    const owner = someone()
    const named = node.nfts.giveMetaplex(owner, { name: 'Club #3', uri: onIpfs })
    const bare = node.nfts.giveBare(owner)
    const inside = node.nfts.giveMetaplex(owner, { name: 'Inside', uri: 'http://169.254.169.254/latest/meta-data/' })
    const response = await get(`/v1/account/${owner}/history`)
    expect(response.status).toBe(200)
    const rows = History.parse(await response.json()).data
    const shown = new Map(
      rows.map(({ transfers }) => [transfers?.[0]?.nft_info?.name, transfers?.[0]?.nft_info?.content?.preview?.url]),
    )
    const pictureOf = (mint: string) => picture(shown.get(`${mint.slice(0, 4)}…${mint.slice(-4)}`))
    expect(shown.size).toBe(3)
    expect([await pictureOf(named), await pictureOf(bare), await pictureOf(inside)]).toEqual(['webp', 404, 404])
    expect(content.asked().filter((path) => path.includes('meta-data'))).toEqual([])
  })

  test('are listed page by page, each once', async () => {
    const owner = someone()
    const mints = Array.from({ length: 5 }, () => node.nfts.giveBare(owner)).sort()
    const source = createSolanaNfts(network, pool)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { owned, next } = await source.read({ address: owner, cursor, limit: 2, signal })
      seen.push(...owned.map(({ contract }) => contract))
      cursor = next
    } while (cursor !== undefined)
    expect(seen).toEqual(mints)
  })

  test('are an error if the node is down, and for an invalid cursor', async () => {
    const response = await get(`/v1/account/${someone()}/nfts`, { cursor: '../etc' })
    expect(response.status).toBe(400)
    expect(GatewayFailure.parse(await response.json()).reasons[0]?.description).toContain('cursor')
    const down = createSolanaNfts(network, createNodePool(['http://127.0.0.1:9']))
    await expect(down.read({ address: someone(), cursor: undefined, limit: 2, signal })).rejects.toThrow()
  })
})

describe('hostile metadata of a mint [C139]', () => {
  const authority = someone()
  const written = (mint: string, name: string, uri = '') => writeMetaplex({ mint, authority, name, uri })

  test('is cleaned, bounded or absent, and hides nothing', async () => {
    const owner = someone()
    const [turned, lure, inside, other, forged, endless, broken] = Array.from({ length: 7 }, () =>
      node.nfts.giveBare(owner),
    )
    if (!turned || !lure || !inside || !other || !forged || !endless || !broken) throw new Error('Seven mints')
    node.nfts.writeMetadata(turned, written(turned, '\u202eknarF\u200b', onIpfs.replace('print', 'missing')))
    node.nfts.writeMetadata(lure, written(lure, 'Claim your reward at claim.example'))
    node.nfts.writeMetadata(inside, written(inside, 'Inside', 'http://169.254.169.254/latest/meta-data/'))
    // Of another mint, of another program, with a length beyond the account, and too short.
    node.nfts.writeMetadata(other, written(turned, 'Somebody else'))
    node.nfts.writeMetadata(forged, written(forged, 'Forged'), '11111111111111111111111111111111')
    const long = Buffer.from(written(endless, 'Endless'))
    long.writeUInt32LE(0xffff_ffff, 65)
    node.nfts.writeMetadata(endless, long)
    node.nfts.writeMetadata(broken, written(broken, 'Broken').subarray(0, 70))
    const found = await nftsOf(owner)
    expect(found.size).toBe(7)
    expect(found.get(turned)).toMatchObject({ name: 'knarF' })
    expect(found.get(lure)).toMatchObject({ isSpam: true })
    expect(found.get(inside)).toMatchObject({ name: 'Inside', imageUrl: '' })
    for (const mint of [other, forged, endless, broken]) {
      expect(found.get(mint)).not.toHaveProperty('name')
      expect(found.get(mint)).toMatchObject({ isSpam: true, imageUrl: '' })
    }
    expect(content.asked().filter((path) => path.includes('meta-data'))).toEqual([])
  })

  test('counts for Token-2022 only if the mint points to itself', () => {
    const mint = someone()
    const named = (pointed: string, about: string) => mintWith({ pointed, about, name: 'Own' })
    expect(readMintExtension(named(mint, mint), mint)).toMatchObject({ name: 'Own' })
    expect(readMintExtension(named(someone(), mint), mint)).toBeUndefined()
    expect(readMintExtension(named(mint, someone()), mint)).toBeUndefined()
  })

  test('is never read beyond the end of its account', () => {
    const mint = someone()
    const whole = written(mint, 'Cut off', onIpfs)
    expect(readMetaplex(whole, mint)).toMatchObject({ name: 'Cut off', uri: onIpfs })
    // In the middle of the address.
    expect(readMetaplex(whole.subarray(0, 300), mint)).toBeUndefined()
  })

  test('is read without an error, whatever its bytes', () => {
    const mint = someone()
    const start = written(mint, 'Start').subarray(0, 65)
    const bytes = fc.uint8Array({ maxLength: 600 })
    fc.assert(
      fc.property(bytes, bytes, (any, rest) => {
        readMetaplex(any, mint)
        readMetaplex(Buffer.concat([start, rest]), mint)
        readMintExtension(any, mint)
        readMintExtension(Buffer.concat([Buffer.alloc(165), Buffer.of(1), rest]), mint)
      }),
    )
  })

  test('is ignored if the node answers for fewer accounts', async () => {
    const answers: NodePool = { send: async () => [{ result: { value: [null] } }] }
    const nft = { chainId, contract: someone(), tokenId: '', standard: 'solana' } as const
    await expect(createMintReader(answers)([nft])).rejects.toThrow('other accounts')
  })
})

test('the address of the metadata is the one that clients of Solana derive', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const mint = base58.encode(bytes)
      expect(metaplexAddress(mint)).toBe(expectedAddress(mint))
    }),
  )
})

/** A mint of Token-2022 with a pointer and metadata. */
function mintWith({ pointed, about, name }: Readonly<Record<'pointed' | 'about' | 'name', string>>): Uint8Array {
  const key = (text: string) => base58.decode(text)
  const text = (value: string) => {
    const size = Buffer.alloc(4)
    size.writeUInt32LE(Buffer.byteLength(value))
    return Buffer.concat([size, Buffer.from(value)])
  }
  const entry = (kind: number, value: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(kind, 0)
    head.writeUInt16LE(value.length, 2)
    return Buffer.concat([head, value])
  }
  return Buffer.concat([
    Buffer.alloc(165),
    Buffer.of(1),
    entry(18, Buffer.concat([Buffer.alloc(32), key(pointed)])),
    entry(19, Buffer.concat([Buffer.alloc(32), key(about), text(name), text(''), text('')])),
  ])
}
