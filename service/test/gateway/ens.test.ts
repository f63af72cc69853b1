/**
 * Identities from ENS, and the names of the registry as clients of ENS find them: a node, the gateway, unmodified clients. Our
 * resolver is the committed code, or compiled if its source has changed.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Identity } from '@airlock/protocol/gateway/names.ts'
import { Hex as HexText } from '@airlock/protocol/scalars/values.ts'
import { EnsPlugin, JsonRpcProvider, Network } from 'ethers'
import {
  createPublicClient,
  defineChain,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  namehash,
  parseAbi,
  toFunctionSelector,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getEnsAddress, getEnsName, getEnsText, packetToBytes, toCoinType } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { collectibles, createGifts, editionsOf, openCollectibles } from '../../../e2e/world/collectibles.ts'
import { deploy, transact } from '../../../e2e/world/contracts.ts'
import { ensContracts, ensFounder, nameResolver, openEns, type WorldEns } from '../../../e2e/world/ens.ts'
import { type EvmNode, startNode } from '../../../e2e/world/node.ts'
import { compileContracts, sourceHash } from '../../../scripts/contracts.ts'
import resolver from '../../contracts/NameResolver.json' with { type: 'json' }
import { createLookup } from '../../src/crypto/lookup.ts'
import { parseProjects } from '../../src/frames/projects.ts'
import { createEns } from '../../src/gateway/identity/ens.ts'
import { createIdentities } from '../../src/gateway/identity/identities.ts'
import { createOffChain } from '../../src/gateway/identity/off-chain.ts'
import { createImageLinks } from '../../src/gateway/images/link.ts'
import { signAnswer } from '../../src/gateway/names/off-chain.ts'
import { probeContract, probeResolver } from '../../src/gateway/names/probe.ts'
import { readNetworks } from '../../src/gateway/networks/read.ts'
import { createNodePool, type NodePool } from '../../src/gateway/nodes/pool.ts'
import type { GuardedFetch } from '../../src/gateway/outbound/guarded-fetch.ts'
import { createGateway, type Gateway } from '../../src/gateway/role.ts'
import { type Listener, type Listening, listenOnLoopback } from '../../src/listen.ts'
import { openGatewayStore } from '../../src/store/gateway.ts'
import { shop } from '../records.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-ens-'))
const at = (path: string) => join(folder, path)
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const zone = 'shop.example'
const chainId = 31337
const Artefact = z.object({
  source: z.string(),
  contracts: z.object({ NameResolver: z.object({ bytecode: HexText }) }),
})
const signer = generatePrivateKey()
const resolverCode = currentCode()
const lookup = createLookup(randomBytes(32))

function currentCode(): Hex {
  const contracts = join(import.meta.dirname, '../../contracts')
  const committed = Artefact.parse(resolver)
  if (committed.source === sourceHash(join(contracts, 'NameResolver.sol')))
    return committed.contracts.NameResolver.bytecode
  const compiled = compileContracts([contracts]).get(join(contracts, 'NameResolver.json')) ?? ''
  return Artefact.parse(JSON.parse(compiled)).contracts.NameResolver.bytecode
}

let evm: EvmNode
let ens: WorldEns
let gateway: Gateway
let server: Listening

beforeAll(async () => {
  evm = await startNode({ chainId })
  let listener: Listener = (_request, response) => response.writeHead(503).end()
  server = await listenOnLoopback((request, response) => listener(request, response), 0)
  const own = `http://127.0.0.1:${server.port}`
  gateway = await createGateway(
    {
      projects: parseProjects([shop]),
      modalOrigin: undefined,
      networks: readNetworks({ 'eip155:31337': { rpc: [evm.rpcUrl], currency: ether } }, at),
      names: { zone, reserved: [], resolver: { address: ensContracts.nameResolver, chainId, key: signer } },
      ens: { network: 'eip155:31337', universalResolver: ensContracts.universalResolver },
      content: { loopback: [own] },
      store: { place: { file: at('gateway.db') }, lookup },
      limits: { callsFromNetworkPerMinute: 100_000 },
      proxies: 0,
    },
    { write: () => {} },
  )
  listener = gateway.listener
  await openCollectibles(evm.rpcUrl)
  ens = await openEns({
    nodeUrl: evm.rpcUrl,
    zone,
    signer: privateKeyToAccount(signer).address,
    gatewayUrl: `${own}/v1/ens/{sender}/{data}.json`,
    resolverCode,
  })
}, 60_000)

afterAll(async () => {
  await server.close()
  await gateway.close()
  await evm.stop()
  rmSync(folder, { recursive: true })
})

const newAddress = (): Hex => privateKeyToAccount(generatePrivateKey()).address
const origin = () => `http://127.0.0.1:${server.port}`
const askIdentity = (address: string) => fetch(`${origin()}/v1/identity/${address}?projectId=shop`)
const identityOf = async (address: string) => Identity.parse(await (await askIdentity(address)).json())

const localChain = () =>
  defineChain({
    id: chainId,
    name: 'Local',
    nativeCurrency: ether,
    rpcUrls: { default: { http: [evm.rpcUrl] } },
    contracts: { ensUniversalResolver: { address: ensContracts.universalResolver } },
  })

const mintEdition = (to: Hex) =>
  transact(evm.rpcUrl, {
    from: ensFounder,
    to: collectibles.editions,
    data: encodeFunctionData({
      abi: parseAbi(['function mint(address to, uint256 id, uint256 amount)']),
      functionName: 'mint',
      args: [to, editionsOf.A.id, 2n],
    }),
  })

async function register(label: string, bio = 'hello', account = privateKeyToAccount(generatePrivateKey())) {
  const timestamp = Math.floor(Date.now() / 1000)
  const message = JSON.stringify({ name: `${label}.${zone}`, attributes: { bio }, timestamp })
  const signature = await account.signMessage({ message })
  const body = { coin_type: Number(toCoinType(chainId)), address: account.address, message, signature }
  const response = await fetch(`${origin()}/v1/profile/account`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return account.address
}

describe('an identity', () => {
  test('is the primary name of ENS with its picture, by an address of ours', async () => {
    const address = newAddress()
    const avatar = 'https://pictures.example/alice.png'
    await ens.give({ label: 'alice', address, avatar })
    const response = await askIdentity(address)
    expect(response.headers.get('cache-control')).toBe('public, max-age=300, s-maxage=300')
    const identity = Identity.parse(await response.json())
    expect(identity).toMatchObject({ name: 'alice.eth', avatar: createImageLinks(lookup).link(avatar) })
    expect(identity.avatar).toMatch(/^\/v1\/image\//)
  })

  test.each([
    ['an NFT', 'erc721', collectibles.prints, 100n],
    ['an NFT of which there are several', 'erc1155', collectibles.editions, editionsOf.A.id],
  ])('has %s as a picture if the account owns it [C122]', async (_, standard, contract, id) => {
    const [owner, other] = [newAddress(), newAddress()]
    if (id === 100n) await createGifts('https://content.example')(evm.rpcUrl, owner)
    else await mintEdition(owner)
    const avatar = `eip155:31337/${standard}:${contract}/${id}`
    await ens.give({ label: `owner${id}`, address: owner, avatar })
    await ens.give({ label: `other${id}`, address: other, avatar })
    const source = `nft:eip155:31337/${standard}/${contract.toLowerCase()}/${id}`
    expect(await identityOf(owner)).toMatchObject({ avatar: createImageLinks(lookup).link(source) })
    expect(await identityOf(other)).toMatchObject({ name: `other${id}.eth`, avatar: null })
  })

  test.each([
    'javascript:alert(1)',
    'blob:https://shop.example/1',
    'eip155:1/erc721:0x',
    `eip155:1/erc721:${collectibles.prints}/1`,
    `eip155:31337/erc20:${collectibles.prints}/1`,
    `eip155:31337/erc721:${collectibles.prints}/${'9'.repeat(78)}`,
    `solana:1/erc721:${collectibles.prints}/1`,
    `https://pictures.example/${'a'.repeat(3000)}`,
    'alice',
  ])('has no picture for the text %s', async (avatar) => {
    const address = newAddress()
    const label = `text${address.slice(2, 12).toLowerCase()}`
    await ens.give({ label, address, avatar })
    expect(await identityOf(address)).toMatchObject({ name: `${label}.eth`, avatar: null })
  })

  test('is never a name that resolves to another address [C119]', async () => {
    const [owner, thief, nobodys] = [newAddress(), newAddress(), newAddress()]
    await ens.give({ label: 'bob', address: owner })
    await ens.claim(thief, 'bob.eth')
    await ens.claim(nobodys, 'nobody.eth')
    expect(await identityOf(owner)).toMatchObject({ name: 'bob.eth' })
    for (const address of [thief, nobodys])
      expect(await identityOf(address)).toMatchObject({ name: null, avatar: null })
  })

  test('is not taken from a node’s own claim that it resolves back [C119]', async () => {
    await ens.give({ label: 'ivan', address: newAddress() })
    const node = createNodePool([evm.rpcUrl])
    const forged = encodeAbiParameters(
      [{ type: 'string' }, { type: 'address' }, { type: 'address' }],
      ['ivan.eth', newAddress(), newAddress()],
    )
    const reverse = toFunctionSelector('reverseWithGateways(bytes,uint256,string[])')
    const lying: NodePool = {
      send: async (calls, signal) =>
        JSON.stringify(calls).includes(reverse) ? [{ result: forged }] : node.send(calls, signal),
    }
    const find = createEns({
      pools: new Map([['eip155:31337', lying]]),
      network: 'eip155:31337',
      universalResolver: ensContracts.universalResolver,
      fetch: () => Promise.reject(new Error('not asked')),
    })
    expect(await find?.(newAddress(), new AbortController().signal)).toBeUndefined()
  })

  test('never makes the service fetch an address inside the operator\u2019s network [C120]', async () => {
    const asked: string[] = []
    const inside = await listenOnLoopback((request, response) => {
      asked.push(request.url ?? '')
      response.end('{"data":"0x"}')
    }, 0)
    const address = newAddress()
    const places = [
      `http://127.0.0.1:${inside.port}`,
      `https://127.0.0.1:${inside.port}`,
      `http://[::1]:${inside.port}`,
    ]
    const urls = places.flatMap((place) => [`${place}/{sender}/{data}`, place])
    const resolver = await deploy(evm.rpcUrl, ensFounder, nameResolver(resolverCode, urls, []))
    await ens.give({ label: 'lure', address, resolver })
    expect(await identityOf(address)).toMatchObject({ name: null })
    expect(asked).toEqual([])
    await inside.close()
  })

  test('asks three servers at most for a question, and eight until a name is found', async () => {
    const asked: string[] = []
    const refuse: GuardedFetch = (source) => {
      asked.push(source)
      return Promise.reject(new Error('refused'))
    }
    const ask = createOffChain(refuse, new AbortController().signal)
    const urls = Array.from({ length: 100 }, (_, index) => `https://server.example/${index}`)
    const request = { data: '0x1234', sender: newAddress(), urls } as const
    for (const total of [3, 6, 8, 8]) {
      await expect(ask(request)).rejects.toThrow('No server answers')
      expect(asked).toHaveLength(total)
    }
  })

  test('is an error while no node answers, but for names of the registry', async () => {
    const store = await openGatewayStore({ file: at('down.db') })
    const owner = newAddress().toLowerCase()
    const [name, use] = [`heidi.${zone}`, { hash: 'hash', expiresAt: 1 }]
    await store.names.register({ name, skeleton: name, owner, coinTypes: [60], attributes: {}, use, now: 0 })
    const down = createEns({
      pools: new Map([['eip155:31337', createNodePool(['http://127.0.0.1:1'])]]),
      network: 'eip155:31337',
      universalResolver: ensContracts.universalResolver,
      fetch: () => Promise.reject(new Error('not asked')),
    })
    const read = createIdentities({ ens: down, names: store.names, link: () => '', now: Date.now })
    const { signal } = new AbortController()
    expect((await read(owner, signal)).identity).toMatchObject({ name })
    await expect(read(newAddress(), signal)).rejects.toThrow('We failed to reach the identity provider')
    await store.close()
  })

  test('is looked up once for callers at the same time', async () => {
    let asked = 0
    const read = createIdentities({
      ens: async () => {
        asked += 1
        return { name: 'alice.eth', avatar: undefined }
      },
      names: undefined,
      link: () => '',
      now: Date.now,
    })
    const address = newAddress()
    const { signal } = new AbortController()
    const all = [address, address.toLowerCase(), address].map((one) => read(one, signal))
    expect(new Set((await Promise.all(all)).map(({ identity }) => identity.name))).toEqual(new Set(['alice.eth']))
    expect(asked).toBe(1)
  })

  test('is the name of the registry if the account has none on ENS', async () => {
    const address = await register('carol')
    expect(await identityOf(address)).toMatchObject({ name: `carol.${zone}`, avatar: null })
    expect(await identityOf(newAddress())).toEqual({ name: null, avatar: null, resolvedAt: null })
  })

  test('is not cached for an account without a name, so that a name shows once it is registered', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const response = await askIdentity(account.address)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({ name: null, avatar: null, resolvedAt: null })
    await register('nora', 'hello', account)
    expect(await identityOf(account.address)).toMatchObject({ name: `nora.${zone}` })
    const read = createIdentities({ ens: async () => undefined, names: undefined, link: () => '', now: Date.now })
    expect(await read(account.address, new AbortController().signal)).toMatchObject({ maxAge: 300 })
  })

  test('may be a name of the registry that the account says is its own on ENS', async () => {
    const address = await register('dora')
    await ens.claim(address, `dora.${zone}`)
    expect(await identityOf(address)).toMatchObject({ name: `dora.${zone}` })
  })

  test('is empty for a Solana account, and an error for an invalid one', async () => {
    const response = await askIdentity('7ieKhbKrGV3Hq294u5R4buHkBytUjCHtuwXJpohfv1mE')
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600, s-maxage=3600')
    expect(await response.json()).toEqual({ name: null, avatar: null, resolvedAt: null })
    for (const address of ['0x1234', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'alice.eth'])
      expect((await askIdentity(address)).status).toBe(400)
    expect((await fetch(`${origin()}/v1/identity/${newAddress()}`)).status).toBe(401)
  })
})

describe('a registered name', () => {
  test('is found by an unmodified viem', async () => {
    const address = await register('erin', 'I am Erin')
    const client = createPublicClient({ chain: localChain(), transport: http() })
    const name = `erin.${zone}`
    expect(await getEnsAddress(client, { name })).toBe(address)
    // Clients pass addresses of other networks as bytes.
    expect(await getEnsAddress(client, { name, coinType: toCoinType(chainId) })).toBe(address.toLowerCase())
    expect(await getEnsAddress(client, { name, coinType: toCoinType(10) })).toBe(null)
    expect(await getEnsText(client, { name, key: 'description' })).toBe('I am Erin')
    expect(await getEnsText(client, { name, key: 'constructor' })).toBe(null)
    expect(await getEnsAddress(client, { name: `nobody.${zone}` })).toBe(null)
    await ens.claim(address, name)
    expect(await getEnsName(client, { address })).toBe(name)
  })

  test('is found by an unmodified ethers', async () => {
    const address = await register('frank')
    const network = new Network('local', chainId).attachPlugin(new EnsPlugin(ensContracts.registry, chainId))
    const provider = new JsonRpcProvider(evm.rpcUrl, network, { staticNetwork: network })
    const resolver = await provider.getResolver(`frank.${zone}`)
    expect(await resolver?.getAddress()).toBe(address)
    expect(await resolver?.getText('description')).toBe('hello')
    expect(await provider.resolveName(`nobody.${zone}`)).toBe(null)
    provider.destroy()
  })
})

describe('an off-chain answer', () => {
  const abi = parseAbi([
    'function resolve(bytes name, bytes data) view returns (bytes)',
    'function resolveWithProof(bytes response, bytes question) view returns (bytes)',
    'function setSigner(address signer, bool isOne)',
    'function supportsInterface(bytes4 id) view returns (bool)',
    'function addr(bytes32 node) view returns (address)',
    'error AnswerExpired(uint64 expires)',
    'error AnswerNotSigned()',
    'error NotOwner()',
  ])
  const questionAbout = (name: string): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'resolve',
      args: [toHex(packetToBytes(name)), encodeFunctionData({ abi, functionName: 'addr', args: [namehash(name)] })],
    })
  const reader = () => createPublicClient({ transport: http(evm.rpcUrl) })
  const accepted = (response: Hex, question: Hex) =>
    reader().readContract({
      address: ensContracts.nameResolver,
      abi,
      functionName: 'resolveWithProof',
      args: [response, question],
    })
  const question = questionAbout(`erin.${zone}`)
  const addressOf = (address: Hex) => encodeAbiParameters([{ type: 'address' }], [address])
  const result = addressOf(newAddress())
  const soon = () => BigInt(Math.floor(Date.now() / 1000) + 60)
  const own = () => ({ address: ensContracts.nameResolver, chainId, key: signer })

  test('is accepted by the contract from the key of the gateway', async () => {
    expect(await accepted(await signAnswer(own(), { question, result, expires: soon() }), question)).toBe(result)
  })

  test.each<[string, () => Promise<readonly [response: Hex, question: Hex]>, RegExp]>([
    [
      'of another key',
      async () => [
        await signAnswer({ ...own(), key: generatePrivateKey() }, { question, result, expires: soon() }),
        question,
      ],
      /AnswerNotSigned/,
    ],
    [
      'for another contract',
      async () => [
        await signAnswer({ ...own(), address: newAddress() }, { question, result, expires: soon() }),
        question,
      ],
      /AnswerNotSigned/,
    ],
    [
      'for another chain',
      async () => [await signAnswer({ ...own(), chainId: 1 }, { question, result, expires: soon() }), question],
      /AnswerNotSigned/,
    ],
    [
      'to another question',
      async () => [await signAnswer(own(), { question, result, expires: soon() }), questionAbout(`mallory.${zone}`)],
      /AnswerNotSigned/,
    ],
    [
      'that was changed',
      async () => {
        const response = await signAnswer(own(), { question, result, expires: soon() })
        return [response.replace(result.slice(-40), newAddress().slice(2)) as Hex, question] // as: still hex
      },
      /AnswerNotSigned/,
    ],
    [
      'that has expired',
      async () => [await signAnswer(own(), { question, result, expires: BigInt(1_700_000_000) }), question],
      /AnswerExpired/,
    ],
    [
      'whose time was changed',
      async () => {
        const old = toHex(1_700_000_000, { size: 32 }).slice(2)
        const response = await signAnswer(own(), { question, result, expires: BigInt(1_700_000_000) })
        return [response.replace(old, toHex(soon(), { size: 32 }).slice(2)) as Hex, question] // as: still hex
      },
      /AnswerNotSigned/,
    ],
    [
      'without a signature',
      async () => [
        encodeAbiParameters([{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }], [result, soon(), '0x']),
        question,
      ],
      /AnswerNotSigned/,
    ],
  ])('%s is refused by the contract [C118]', async (_, make, error) => {
    await expect(accepted(...(await make()))).rejects.toThrow(error)
  })

  const ask = (sender: string, data: string) => fetch(`${origin()}/v1/ens/${sender}/${data}`)
  const askByPost = (body: unknown) => fetch(`${origin()}/v1/ens`, { method: 'POST', body: JSON.stringify(body) })

  test('comes by GET, also with a suffix, and by POST, from any page', async () => {
    const address = await register('grace')
    const data = questionAbout(`grace.${zone}`)
    const sender = ensContracts.nameResolver.toLowerCase()
    const answers = await Promise.all([ask(sender, data), ask(sender, `${data}.json`), askByPost({ sender, data })])
    for (const answer of answers) {
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      const { data: response } = z.object({ data: HexText }).parse(await answer.json())
      expect(await accepted(response, data)).toBe(addressOf(address).toLowerCase())
    }
  })

  test('is not signed for another contract [C118]', async () => {
    expect((await ask(newAddress(), question)).status).toBe(404)
    expect((await askByPost({ sender: newAddress(), data: question })).status).toBe(404)
  })

  const nodeOfAnother = encodeFunctionData({
    abi,
    functionName: 'resolve',
    args: [
      toHex(packetToBytes(`erin.${zone}`)),
      encodeFunctionData({ abi, functionName: 'addr', args: [namehash('erin.eth')] }),
    ],
  })
  test.each([
    ['nothing', '0x'],
    ['no hex', 'alice'],
    ['no call', '0x12345678'],
    ['a call that is cut', question.slice(0, 200)],
    ['a name of another zone', questionAbout('erin.eth')],
    ['a name that ends with ours without being below it', questionAbout(`erin.not${zone}`)],
    ['a node of another name', nodeOfAnother],
  ])('is an error for %s', async (_, data) => {
    expect((await ask(ensContracts.nameResolver, data)).status).toBe(400)
  })

  test('is empty for names that cannot be registered, and for absent records', async () => {
    const client = createPublicClient({ chain: localChain(), transport: http() })
    for (const name of [zone, `bo.${zone}`, `a.erin.${zone}`, `under_score.${zone}`])
      expect(await getEnsAddress(client, { name }), name).toBe(null)
  })

  test('may be signed by a key that the owner adds, until the owner removes it', async () => {
    const next = generatePrivateKey()
    const { address } = privateKeyToAccount(next)
    const set = (from: Hex, isOne: boolean) =>
      transact(evm.rpcUrl, {
        from,
        to: ensContracts.nameResolver,
        data: encodeFunctionData({ abi, functionName: 'setSigner', args: [address, isOne] }),
      })
    const response = await signAnswer({ ...own(), key: next }, { question, result, expires: soon() })
    await expect(set('0xa0Ee7A142d267C1f36714E4a8F75612F20a79720', true)).rejects.toThrow('The transaction failed')
    await expect(accepted(response, question)).rejects.toThrow(/AnswerNotSigned/)
    await set(ensFounder, true)
    expect(await accepted(response, question)).toBe(result)
    await set(ensFounder, false)
    await expect(accepted(response, question)).rejects.toThrow(/AnswerNotSigned/)
  })
})

test('a check finds a missing resolver, another key, or another gateway', async () => {
  const own = { address: ensContracts.nameResolver, chainId, key: signer }
  const probe = (change: Partial<typeof own>, url = origin()) => probeResolver({ ...own, ...change }, [evm.rpcUrl], url)
  expect(await probe({})).toBeUndefined()
  expect(await probe({ address: newAddress() })).toBe('does not answer as NameResolver')
  expect(await probe({ address: ensContracts.registry })).toBe('does not answer as NameResolver')
  expect(await probe({ address: ensContracts.publicResolver })).toBe('is no wildcard resolver')
  expect(await probe({ key: generatePrivateKey() })).toMatch(/^does not accept 0x/)
  expect(await probe({}, 'https://other.example')).toMatch(/^does not name https:\/\/other.example/)
  expect(await probeContract(ensContracts.universalResolver, [evm.rpcUrl])).toBeUndefined()
  expect(await probeContract(newAddress(), [evm.rpcUrl])).toBe('is not on the network')
})
