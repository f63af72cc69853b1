/** The registry of names over HTTP, on either database, with an EVM node for the accounts that are contracts. */
import { randomBytes } from 'node:crypto'
import { NameRecord, NameRecords, Suggestions } from '@airlock/protocol/gateway/names.ts'
import { GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import {
  concatHex,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  numberToHex,
  parseAbi,
  serializeErc6492Signature,
  serializeErc8010Signature,
  size,
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compiledCode, deploy } from '../../../e2e/world/contracts.ts'
import { type EvmNode, startNode } from '../../../e2e/world/node.ts'
import { callRpc } from '../../../e2e/world/rpc.ts'
import { createLookup } from '../../src/crypto/lookup.ts'
import { parseProjects } from '../../src/frames/projects.ts'
import { readNetworks } from '../../src/gateway/networks/read.ts'
import { createGateway, type Gateway } from '../../src/gateway/role.ts'
import { type Listening, listenOnLoopback } from '../../src/listen.ts'
import type { Place } from '../../src/store/open.ts'
import { type StandInNode, startStandInNode } from './nodes.ts'

/** @param processes that share the database */
export function describeNames(engine: string, openPlace: () => Promise<Place>, processes: number): void {
  describe(engine, () => {
    const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const shop = {
      projectId: 'shop',
      hostOrigins: ['https://shop.example'],
      rpc: {},
      pinnedHosts: [],
      development: false,
    }
    const zone = 'shop.example'
    const local = 0x80000000 + 31337

    let evm: EvmNode
    let down: StandInNode
    let gateways: readonly Gateway[] = []
    let servers: readonly Listening[] = []
    const lines: string[] = []

    beforeAll(async () => {
      evm = await startNode({ chainId: 31337 })
      down = await startStandInNode((_, response) => response.writeHead(500).end())
      const lookup = createLookup(randomBytes(32))
      const place = await openPlace()
      const networks = readNetworks(
        { 'eip155:31337': { rpc: [evm.rpcUrl], currency: ether }, 'eip155:10': { rpc: [down.url] } },
        (path) => path,
      )
      gateways = await Promise.all(
        Array.from({ length: processes }, () =>
          createGateway(
            {
              projects: parseProjects([shop]),
              modalOrigin: undefined,
              networks,
              names: { zone, reserved: ['captain'] },
              store: { place, lookup },
              limits: { callsFromNetworkPerMinute: 100_000, namesFromNetworkPerDay: 1_000 },
              proxies: 0,
            },
            { write: (line) => lines.push(line) },
          ),
        ),
      )
      servers = await Promise.all(gateways.map(({ listener }) => listenOnLoopback(listener, 0)))
      await deployed(compiledCode(wallets, 'WalletFactory'))
      await register(newAccount(), { name: `olivia.${zone}` })
    }, 60_000)

    afterAll(async () => {
      await Promise.all(servers.map((server) => server.close()))
      await Promise.all(gateways.map((gateway) => gateway.close()))
      await Promise.all([evm.stop(), down.stop()])
    })

    /** Unlocked in the node. */
    const deployer = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
    const factory = getContractAddress({ from: deployer, nonce: 0n })
    const wallets = 'e2e/world/contracts/ContractWallet.sol'
    const walletAbi = parseAbi([
      'function create(address owner, bytes32 salt) returns (address)',
      'function addressOf(address owner, bytes32 salt) view returns (address)',
    ])

    const deployed = (data: Hex) => deploy(evm.rpcUrl, deployer, data)
    const ownerOf = (owner: Hex) => encodeAbiParameters([{ type: 'address' }], [owner])
    const deployWallet = async (owner: Hex) =>
      getAddress(await deployed(concatHex([compiledCode(wallets, 'ContractWallet'), ownerOf(owner)])))

    async function plannedWallet(owner: Hex) {
      const args = [owner, zeroHash] as const
      const ask = encodeFunctionData({ abi: walletAbi, functionName: 'addressOf', args })
      const answer = await callRpc(evm.rpcUrl, 'eth_call', [{ to: factory, data: ask }, 'latest'])
      const address = getAddress(`0x${String(answer).slice(-40)}`)
      return { address, data: encodeFunctionData({ abi: walletAbi, functionName: 'create', args }) }
    }

    /** Answers every call as if the answer were at the address (EIP-3668). */
    function lureCode(sender: Hex, url: string): Hex {
      const lookup = parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)'])
      const data = encodeErrorResult({ abi: lookup, args: [sender, [url], '0x1234', '0x1626ba7e', '0x'] })
      const lengthOf = (code: Hex) => numberToHex(size(code), { size: 2 }).slice(2)
      // Copies what follows itself to the memory, and reverts with it; the first part returns it.
      const runtime: Hex = `0x61${lengthOf(data)}600e60003961${lengthOf(data)}6000fd${data.slice(2)}`
      return `0x61${lengthOf(runtime)}600e60003961${lengthOf(runtime)}6000f3${runtime.slice(2)}`
    }

    const newAccount = () => privateKeyToAccount(generatePrivateKey())
    /** @param process which of the processes is asked */
    const url = (path: string, process = 0) =>
      `http://127.0.0.1:${servers[process % processes]?.port}/v1/profile/${path}`
    const get = (path: string) => fetch(url(path))
    const seconds = () => Math.floor(Date.now() / 1000)

    type Wanted = {
      readonly name?: string
      readonly attributes?: Readonly<Record<string, string>>
      readonly timestamp?: number
      readonly coinType?: number
      readonly message?: string
      readonly address?: Hex
    }
    async function bodyOf(account: PrivateKeyAccount, wanted: Wanted) {
      const { name = '', attributes = {}, timestamp = seconds(), coinType = 60 } = wanted
      const message = wanted.message ?? JSON.stringify({ name, attributes, timestamp })
      const signature = await account.signMessage({ message })
      return { coin_type: coinType, address: wanted.address ?? account.address, message, signature }
    }
    const post = (body: unknown, process = 0) =>
      fetch(url('account', process), { method: 'POST', body: JSON.stringify(body) })
    const register = async (account: PrivateKeyAccount, wanted: Wanted, process = 0) =>
      post(await bodyOf(account, wanted), process)
    async function failureOf(response: Response) {
      const reason = GatewayFailure.parse(await response.json()).reasons[0]
      return [response.status, reason?.field, reason?.description]
    }

    describe('a registration', () => {
      test('gives a name to the account that signed, for its network and for Ethereum', async () => {
        const account = newAccount()
        const response = await register(account, {
          name: `alice.${zone}`,
          coinType: local,
          attributes: { bio: 'hello' },
        })
        expect(response.status).toBe(200)
        const record = NameRecord.parse(await response.json())
        const address = { address: account.address, created_at: record.registered_at }
        expect(record).toMatchObject({
          name: `alice.${zone}`,
          attributes: { bio: 'hello' },
          addresses: { 60: address, [local]: address },
        })
        expect(await (await get(`account/alice.${zone}`)).json()).toEqual(record)
        for (const written of [account.address, account.address.toLowerCase()])
          expect(NameRecords.parse(await (await get(`reverse/${written}`)).json())).toEqual([record])
      })

      test('by a wallet that is a contract is checked by the contract, on the network of the coin type', async () => {
        const owner = newAccount()
        const wallet = await deployWallet(owner.address)
        const body = await bodyOf(owner, { name: `vault.${zone}`, coinType: local, address: wallet })
        // Ethereum has no node here, so that its contracts cannot be asked.
        expect(await failureOf(await post({ ...body, coin_type: 60 }))).toEqual([
          401,
          'signature',
          'Signature validation error: Signature verification error',
        ])
        const other = await newAccount().signMessage({ message: body.message })
        expect(await failureOf(await post({ ...body, signature: other }))).toEqual([
          401,
          'signature',
          'Signature validation error: Invalid signature',
        ])
        expect((await post(body)).status).toBe(200)
        expect(await (await get(`account/vault.${zone}`)).json()).toMatchObject({
          addresses: { [local]: { address: wallet } },
        })
      })

      test('by a wallet that is not deployed yet is checked as if it were, and deploys nothing', async () => {
        const owner = newAccount()
        const { address, data } = await plannedWallet(owner.address)
        const body = await bodyOf(owner, { name: `future.${zone}`, coinType: local, address })
        const wrap = (signature: Hex) => serializeErc6492Signature({ address: factory, data, signature })
        const other = await newAccount().signMessage({ message: body.message })
        for (const signature of [body.signature, wrap(other)])
          expect((await failureOf(await post({ ...body, signature })))[0]).toBe(401)
        const response = await post({ ...body, signature: wrap(body.signature) })
        expect(response.status).toBe(200)
        expect(await callRpc(evm.rpcUrl, 'eth_getCode', [address, 'latest'])).toBe('0x')
      })

      test('never makes the service ask an address that a contract names [C216]', async () => {
        const asked: string[] = []
        const inside = await listenOnLoopback((request, response) => {
          asked.push(request.url ?? '')
          response.end('{"data":"0x1626ba7e"}')
        }, 0)
        const account = newAccount()
        const contract = await deployed(lureCode(account.address, `http://127.0.0.1:${inside.port}/{data}`))
        // An account that runs the contract's code (EIP-7702), and proves it (ERC-8010): the one that is asked by itself.
        await callRpc(evm.rpcUrl, 'anvil_setCode', [account.address, concatHex(['0xef0100', contract])])
        const authorization = await account.signAuthorization({ contractAddress: contract, chainId: 31337, nonce: 0 })
        const body = await bodyOf(newAccount(), { name: `lured.${zone}`, coinType: local, address: account.address })
        const signature = serializeErc8010Signature({ authorization, signature: body.signature })
        expect((await failureOf(await post({ ...body, signature })))[0]).toBe(401)
        expect(asked).toEqual([])
        await inside.close()
      })

      const later = () => seconds() + 60
      test.each<[string, (account: PrivateKeyAccount) => Promise<Response>, number, string, string | RegExp]>([
        ['a message that is not JSON', (a) => register(a, { message: 'alice' }), 422, '', /^Deserialization error: /],
        [
          'a message without a time',
          (a) => register(a, { message: JSON.stringify({ name: `bob.${zone}`, attributes: {} }) }),
          422,
          '',
          'Deserialization error: timestamp is missing or not valid',
        ],
        [
          'capitals',
          (a) => register(a, { name: `Bob.${zone}`, coinType: 1 }),
          400,
          'name',
          `Invalid name format: Bob.${zone}`,
        ],
        ['no zone', (a) => register(a, { name: 'bobby', coinType: 1 }), 400, 'name', 'Invalid name length: bobby'],
        ['a short name', (a) => register(a, { name: `bo.${zone}` }), 400, 'name', `Invalid name length: bo.${zone}`],
        ['hyphens alone', (a) => register(a, { name: `----.${zone}` }), 400, 'name', /^Invalid name format/],
        [
          'the mark of an encoding',
          (a) => register(a, { name: `xn--bob.${zone}` }),
          400,
          'name',
          /^Invalid name format/,
        ],
        [
          'another zone',
          (a) => register(a, { name: 'bobby.reown.id', coinType: 1 }),
          400,
          'name',
          'Name is not in the allowed zones: bobby.reown.id',
        ],
        [
          'an insult',
          (a) => register(a, { name: `f-u-c-k.${zone}` }),
          400,
          'name',
          `Name is not allowed: f-u-c-k.${zone}`,
        ],
        ['a name of operators', (a) => register(a, { name: `adm1n.${zone}` }), 400, 'name', /^Name is not allowed/],
        ['a name that is kept', (a) => register(a, { name: `captain.${zone}` }), 400, 'name', /^Name is not allowed/],
        [
          'an unknown coin type',
          (a) => register(a, { name: `alice.${zone}`, coinType: 501 }),
          400,
          'coin_type',
          'Unsupported coin type: 501',
        ],
        [
          'a coin type beyond all networks',
          (a) => register(a, { name: `alice.${zone}`, coinType: 2 ** 33 }),
          400,
          'coin_type',
          `Unsupported coin type: ${2 ** 33}`,
        ],
        [
          'a taken name',
          (a) => register(a, { name: `alice.${zone}`, timestamp: 5 }),
          400,
          'name',
          `Name is already registered: alice.${zone}`,
        ],
        [
          'an old message',
          (a) => register(a, { name: `bobby.${zone}`, timestamp: 1_700_000_000, attributes: { avatar: 'x' } }),
          400,
          'timestamp',
          'Signature UNIXTIME timestamp is too old: 1700000000',
        ],
        [
          'a message from the future',
          (a) => register(a, { name: `bobby.${zone}`, timestamp: later() }),
          400,
          'timestamp',
          /^Signature UNIXTIME/,
        ],
        [
          'a picture',
          async (a) =>
            post({ ...(await bodyOf(a, { name: `bobby.${zone}`, attributes: { avatar: 'x' } })), signature: '0x' }),
          400,
          'attributes',
          'Unsupported name attribute in payload',
        ],
        [
          'an odd text',
          (a) => register(a, { name: `bobby.${zone}`, attributes: { bio: '<b>' } }),
          400,
          'attributes',
          /^Unsupp/,
        ],
        [
          'an attribute of every object',
          (a) => register(a, { name: `bobby.${zone}`, attributes: { constructor: 'x' } }),
          400,
          'attributes',
          /^Unsupported/,
        ],
        [
          'a node that is down',
          (a) => register(a, { name: `bobby.${zone}`, coinType: 0x80000000 + 10, address: newAccount().address }),
          503,
          'chainId',
          'Requested eip155:10 chain provider is temporarily unavailable',
        ],
      ])('is refused for %s', async (_, call, ...expected) => {
        const [status, field, text] = expected
        const failure = await failureOf(await call(newAccount()))
        expect(failure).toEqual([status, field, typeof text === 'string' ? text : expect.stringMatching(text)])
      })

      test.each<[string, Wanted]>([
        ['on a network with a node', { coinType: local }],
        ['on one without', { coinType: 0x80000000 + 8453 }],
      ])('of another\u2019s address is refused, %s [C211]', async (_, wanted) => {
        const [thief, owner] = [newAccount(), newAccount()]
        const response = await register(thief, { name: `bobby.${zone}`, address: owner.address, ...wanted })
        expect(await failureOf(response)).toEqual([
          401,
          'signature',
          expect.stringMatching(/^Signature validation error: /),
        ])
        expect((await get(`account/bobby.${zone}`)).status).toBe(404)
      })

      test('of another name than the signed one is refused [C211]', async () => {
        const account = newAccount()
        const body = await bodyOf(account, { name: `first.${zone}`, coinType: local })
        const message = body.message.replace('first', 'other')
        expect(await failureOf(await post({ ...body, message }))).toEqual([
          401,
          'signature',
          'Signature validation error: Invalid signature',
        ])
      })

      test('is one per account', async () => {
        const account = newAccount()
        expect((await register(account, { name: `single.${zone}` })).status).toBe(200)
        expect(await failureOf(await register(account, { name: `second.${zone}` }))).toEqual([
          400,
          'address',
          'The address already has a name',
        ])
      })

      test.each(['0livia', 'o1ivia', 'oliv-ia', 'ol1via', '-olivia', 'o--liv1a', 'olivi4'])(
        'of %s, which looks like a registered name, is refused [C212]',
        async (label) => {
          const response = await register(newAccount(), { name: `${label}.${zone}` })
          expect(await failureOf(response)).toEqual([
            400,
            'name',
            `Name looks like one that is registered: ${label}.${zone}`,
          ])
        },
      )

      test('of one name by many at once: exactly one has it', async () => {
        const all = await Promise.all(
          Array.from({ length: 12 }, (_, index) => register(newAccount(), { name: `crowd.${zone}` }, index)),
        )
        expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
        expect(all.filter(({ status }) => status === 400)).toHaveLength(11)
      })

      test('leaves no address in the log', () => {
        expect(lines.length).toBeGreaterThan(0)
        expect(lines.join('\n')).not.toMatch(/0x[0-9a-f]{40}|alice/i)
      })
    })

    describe('look-ups', () => {
      test.each([
        ['account/nobody.shop.example', 404, 'Name is not found in the database: nobody.shop.example'],
        ['account/alice', 400, 'Invalid name length: alice'],
        ['account/al%20ice.shop.example', 400, 'Invalid name format: al?ice.shop.example'],
        ['account/alice.reown.id', 400, 'Name is not in the allowed zones: alice.reown.id'],
        [`reverse/${newAccount().address}`, 404, 'No name for address is found'],
        ['reverse/alice', 400, 'The address provided is invalid'],
        ['suggestions/al', 400, 'Invalid name length: al'],
        ['suggestions/alice?zone=reown.id', 400, 'Name is not in the allowed zones: alice.reown.id'],
        ['suggestions/shit', 400, 'Name is not allowed: shit'],
      ])('%s is refused with %i', async (path, status, text) => {
        expect(await failureOf(await get(path))).toEqual([status, expect.any(String), text])
      })

      test('of nobody are an empty list for a client of the second version', async () => {
        for (const path of [`account/nobody.${zone}`, `reverse/${newAccount().address}`]) {
          const response = await get(`${path}?apiVersion=2`)
          expect([response.status, await response.json()]).toEqual([200, []])
        }
      })

      test('suggest the typed name with its state, and up to four free ones that start with it', async () => {
        await register(newAccount(), { name: `maximum.${zone}` })
        const { suggestions } = Suggestions.parse(await (await get(`suggestions/max?zone=${zone}`)).json())
        expect(suggestions).toHaveLength(5)
        expect(suggestions[0]).toEqual({ name: `max.${zone}`, registered: false })
        for (const { name, registered } of suggestions.slice(1)) {
          expect(name).toMatch(/^max.+\.shop\.example$/)
          expect(name).not.toBe(`maximum.${zone}`)
          expect(registered).toBe(false)
        }
        const [taken] = Suggestions.parse(await (await get('suggestions/alice')).json()).suggestions
        expect(taken).toEqual({ name: `alice.${zone}`, registered: true })
        // What looks like it cannot be had either.
        expect(await (await get('suggestions/a1ice')).json()).toMatchObject({
          suggestions: [{ registered: true }, {}, {}, {}, {}],
        })
      })
    })
  })
}
