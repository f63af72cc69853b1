/** Identities from ENS, and the names of the registry as clients of ENS find them: a node, the gateway, unmodified clients. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Identity } from '@airlock/protocol/gateway/names.ts'
import { EnsPlugin, JsonRpcProvider, Network } from 'ethers'
import { createPublicClient, defineChain, type Hex, http } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { getEnsAddress, getEnsName, getEnsText, toCoinType } from 'viem/ens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensContracts, openEns, type WorldEns } from '../../../e2e/world/ens.ts'
import { type EvmNode, startNode } from '../../../e2e/world/node.ts'
import { createLookup } from '../../src/crypto/lookup.ts'
import { parseProjects } from '../../src/frames/projects.ts'
import { createImageLinks } from '../../src/gateway/images/link.ts'
import { readNetworks } from '../../src/gateway/networks/read.ts'
import { createGateway, type Gateway } from '../../src/gateway/role.ts'
import { type Listener, type Listening, listenOnLoopback } from '../../src/listen.ts'

const folder = mkdtempSync(join(tmpdir(), 'airlock-ens-'))
const at = (path: string) => join(folder, path)
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const shop = {
  projectId: 'shop',
  hostOrigins: ['https://shop.example'],
  rpc: {},
  pinnedHosts: [],
  development: false,
}
const zone = 'shop.example'
const chainId = 31337
const signer = generatePrivateKey()
const lookup = createLookup(randomBytes(32))

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
  ens = await openEns({
    nodeUrl: evm.rpcUrl,
    zone,
    signer: privateKeyToAccount(signer).address,
    gatewayUrl: `${own}/v1/ens/{sender}/{data}.json`,
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

async function register(label: string, bio = 'hello') {
  const account = privateKeyToAccount(generatePrivateKey())
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

  test('is no name that leads to another address [C215]', async () => {
    const [owner, thief, nobodys] = [newAddress(), newAddress(), newAddress()]
    await ens.give({ label: 'bob', address: owner })
    await ens.claim(thief, 'bob.eth')
    await ens.claim(nobodys, 'nobody.eth')
    expect(await identityOf(owner)).toMatchObject({ name: 'bob.eth' })
    for (const address of [thief, nobodys])
      expect(await identityOf(address)).toMatchObject({ name: null, avatar: null })
  })

  test('of an account without a name on ENS is the name of the registry', async () => {
    const address = await register('carol')
    expect(await identityOf(address)).toMatchObject({ name: `carol.${zone}`, avatar: null })
    expect(await identityOf(newAddress())).toEqual({ name: null, avatar: null, resolvedAt: null })
  })

  test('may be a name of the registry that the account says is its own on ENS', async () => {
    const address = await register('dora')
    await ens.claim(address, `dora.${zone}`)
    expect(await identityOf(address)).toMatchObject({ name: `dora.${zone}` })
  })

  test('of a Solana account is empty, and of what is no account an error', async () => {
    const response = await askIdentity('7ieKhbKrGV3Hq294u5R4buHkBytUjCHtuwXJpohfv1mE')
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600, s-maxage=3600')
    expect(await response.json()).toEqual({ name: null, avatar: null, resolvedAt: null })
    for (const address of ['0x1234', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'alice.eth'])
      expect((await askIdentity(address)).status).toBe(400)
    expect((await fetch(`${origin()}/v1/identity/${newAddress()}`)).status).toBe(401)
  })
})

describe('a registered name', () => {
  const chain = () =>
    defineChain({
      id: chainId,
      name: 'Local',
      nativeCurrency: ether,
      rpcUrls: { default: { http: [evm.rpcUrl] } },
      contracts: { ensUniversalResolver: { address: ensContracts.universalResolver } },
    })

  test('is found by an unmodified viem', async () => {
    const address = await register('erin', 'I am Erin')
    const client = createPublicClient({ chain: chain(), transport: http() })
    const name = `erin.${zone}`
    expect(await getEnsAddress(client, { name })).toBe(address)
    // A client takes addresses of other networks as bytes.
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
