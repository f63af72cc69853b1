/** The registry of names over HTTP, on either database, with an EVM node for the accounts that are contracts. */
import { randomBytes } from 'node:crypto'
import { NameRecord, NameRecords, Suggestions } from '@airlock/protocol/gateway/names.ts'
import { GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  parseAbi,
  serializeErc6492Signature,
  serializeErc8010Signature,
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compiledCode, deploy } from '../../../e2e/world/contracts.ts'
import { lureCode } from '../../../e2e/world/lure-contract.ts'
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
    let startWith: (networks: Parameters<typeof readNetworks>[0]) => Promise<Gateway>
    let servers: readonly Listening[] = []
    const lines: string[] = []

    beforeAll(async () => {
      evm = await startNode({ chainId: 31337 })
      down = await startStandInNode((_, response) => response.writeHead(500).end())
      const lookup = createLookup(randomBytes(32))
      const place = await openPlace()
      startWith = (networks) =>
        createGateway(
          {
            projects: parseProjects([shop]),
            modalOrigin: undefined,
            networks: readNetworks(networks, (path) => path),
            names: { zone, reserved: ['captain'] },
            store: { place, lookup },
            limits: { callsFromNetworkPerMinute: 100_000, namesFromNetworkPerDay: 1_000 },
            proxies: 0,
          },
          { write: (line) => lines.push(line) },
        )
      const networks = { 'eip155:31337': { rpc: [evm.rpcUrl], currency: ether }, 'eip155:10': { rpc: [down.url] } }
      gateways = await Promise.all(Array.from({ length: processes }, () => startWith(networks)))
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

      test('by a wallet that is a contract is checked by the contract, and names its address on that network alone [C372]', async () => {
        const owner = newAccount()
        const wallet = await deployWallet(owner.address)
        const body = await bodyOf(owner, { name: `vault.${zone}`, coinType: local, address: wallet })
        // Ethereum has no node here, so its contracts cannot be asked.
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
        const { addresses } = NameRecord.parse(await (await get(`account/vault.${zone}`)).json())
        expect(Object.entries(addresses).map(([type, { address }]) => [type, address])).toEqual([
          [String(local), wallet],
        ])
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

      test('never makes the service ask an address that a contract names [C120]', async () => {
        const asked: string[] = []
        const inside = await listenOnLoopback((request, response) => {
          asked.push(request.url ?? '')
          response.end('{"data":"0x1626ba7e"}')
        }, 0)
        const account = newAccount()
        const contract = await deployed(lureCode(account.address, `http://127.0.0.1:${inside.port}/{data}`))
        // An account that runs the contract's code (EIP-7702), with a proof (ERC-8010); viem asks the account directly.
        await callRpc(evm.rpcUrl, 'anvil_setCode', [account.address, concatHex(['0xef0100', contract])])
        const authorization = await account.signAuthorization({ contractAddress: contract, chainId: 31337, nonce: 0 })
        const body = await bodyOf(newAccount(), { name: `lured.${zone}`, coinType: local, address: account.address })
        const signature = serializeErc8010Signature({ authorization, signature: body.signature })
        expect((await failureOf(await post({ ...body, signature })))[0]).toBe(401)
        expect(asked).toEqual([])
        await inside.close()
      })

      test('may be signed minutes after its message was made, on a phone', async () => {
        const response = await register(newAccount(), { name: `patience.${zone}`, timestamp: seconds() - 9 * 60 })
        expect(response.status).toBe(200)
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
          'a message of more than ten minutes ago',
          (a) => register(a, { name: `bobby.${zone}`, timestamp: seconds() - 11 * 60 }),
          400,
          'timestamp',
          /^Signature UNIXTIME/,
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
      ])('of another\u2019s address is refused, %s [C115]', async (_, wanted) => {
        const [thief, owner] = [newAccount(), newAccount()]
        const response = await register(thief, { name: `bobby.${zone}`, address: owner.address, ...wanted })
        expect(await failureOf(response)).toEqual([
          401,
          'signature',
          expect.stringMatching(/^Signature validation error: /),
        ])
        expect((await get(`account/bobby.${zone}`)).status).toBe(404)
      })

      test('of another name than the signed one is refused [C115]', async () => {
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
        'of %s, which looks like a registered name, is refused [C116]',
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

    describe('a change', () => {
      let made = 0
      /** An account with its own name. */
      async function named(coinType = 60) {
        made += 1
        const account = newAccount()
        // Letters without look-alikes.
        const letters = 'abcdefghjkmnopqstuwxyz'
        const name = `person${letters[made % 22]}${letters[Math.floor(made / 22)]}.${zone}`
        expect((await register(account, { name, coinType })).status).toBe(200)
        return { account, name }
      }
      type Change = {
        readonly coinType?: number
        readonly address?: Hex
        readonly timestamp?: number
        readonly message?: string
      }
      const signed = (account: PrivateKeyAccount, content: object, change: Change = {}) =>
        bodyOf(account, {
          ...change,
          message: change.message ?? JSON.stringify({ ...content, timestamp: change.timestamp ?? seconds() }),
        })
      const send = (path: string, body: unknown, process = 0) =>
        fetch(url(`account/${path}`, process), { method: 'POST', body: JSON.stringify(body) })
      const says = async (name: string, account: PrivateKeyAccount, attributes: object, change?: Change) =>
        send(`${name}/attributes`, await signed(account, { attributes }, change))
      const leads = async (
        name: string,
        account: PrivateKeyAccount,
        to: { readonly coin_type: number; readonly address: string },
        change?: Change,
      ) => send(`${name}/address`, await signed(account, to, change))
      const recordOf = async (name: string) => NameRecord.parse(await (await get(`account/${name}`)).json())

      test('of the attributes replaces the previous ones, which are returned', async () => {
        const { account, name } = await named()
        const before = await recordOf(name)
        const response = await says(name, account, { bio: 'on a boat' })
        expect([response.status, await response.json()]).toEqual([200, { bio: 'on a boat' }])
        const after = await recordOf(name)
        expect(after).toEqual({ ...before, attributes: { bio: 'on a boat' }, updated_at: after.updated_at })
        expect(Date.parse(after.updated_at ?? '')).toBeGreaterThan(Date.parse(before.registered_at))
        expect(await (await says(name, account, {})).json()).toEqual({})
      })

      test('of an address changes the name on one network, and gives the other account no rights [C134]', async () => {
        const { account, name } = await named()
        const other = newAccount()
        const response = await leads(name, account, { coin_type: local, address: other.address })
        const addresses = { 60: { address: account.address }, [local]: { address: other.address } }
        expect([response.status, await response.json()]).toMatchObject([200, addresses])
        expect(await recordOf(name)).toMatchObject({ addresses })
        expect((await get(`reverse/${other.address}`)).status).toBe(404)
        const taken = await says(name, other, { bio: 'mine now' }, { coinType: local })
        expect(await failureOf(taken)).toEqual([401, 'address', 'Name owner validation error'])
        const back = await leads(name, account, { coin_type: local, address: account.address.toLowerCase() })
        expect(await back.json()).toMatchObject({ [local]: { address: account.address } })
      })

      test('by a wallet that is a contract is checked on the network that it registered for', async () => {
        const owner = newAccount()
        const wallet = await deployWallet(owner.address)
        const name = `cellar.${zone}`
        expect((await post(await bodyOf(owner, { name, coinType: local, address: wallet }))).status).toBe(200)
        const by = { coinType: local, address: wallet }
        expect((await says(name, owner, { bio: 'cold' }, by)).status).toBe(200)
        expect((await failureOf(await says(name, newAccount(), { bio: 'warm' }, by)))[0]).toBe(401)
        expect(await recordOf(name)).toMatchObject({ attributes: { bio: 'cold' } })
      })

      test('by a contract at the same address on Ethereum, which the owner never added, is refused [C134]', async () => {
        // The local chain serves as both networks, so the contract there accepts.
        const ethereum = { rpc: [evm.rpcUrl], multicall3: false as const }
        const wide = await startWith({ 'eip155:1': ethereum, 'eip155:31337': { rpc: [evm.rpcUrl], currency: ether } })
        const server = await listenOnLoopback(wide.listener, 0)
        const owner = newAccount()
        const [wallet, other] = [await deployWallet(owner.address), await deployWallet(owner.address)]
        const at = (path: string, body: unknown) =>
          fetch(`http://127.0.0.1:${server.port}/v1/profile/account${path}`, {
            method: 'POST',
            body: JSON.stringify(body),
          })
        const attributes = { bio: 'taken' }
        const name = `harbour.${zone}`
        await at('', await bodyOf(owner, { name, coinType: local, address: wallet }))
        const onEthereum = await signed(owner, { attributes }, { address: wallet, coinType: 60 })
        expect((await failureOf(await at(`/${name}/attributes`, onEthereum)))[0]).toBe(401)
        // Once the owner adds the address there, it is accepted.
        const claim = await signed(owner, { coin_type: 60, address: wallet }, { address: wallet, coinType: local })
        expect((await at(`/${name}/address`, claim)).status).toBe(200)
        expect((await at(`/${name}/attributes`, onEthereum)).status).toBe(200)
        const own = `lagoon.${zone}`
        await at('', await bodyOf(owner, { name: own, coinType: 60, address: other }))
        const change = await signed(owner, { attributes: { bio: 'blue' } }, { address: other, coinType: 60 })
        expect((await at(`/${own}/attributes`, change)).status).toBe(200)
        await server.close()
        await wide.close()
      }, 20_000)

      test('by the owner of another name, or of none, is refused [C134]', async () => {
        const [one, other] = [await named(), await named()]
        for (const account of [other.account, newAccount()]) {
          const response = await says(one.name, account, { bio: 'not mine' })
          expect(await failureOf(response)).toEqual([401, 'address', 'Name owner validation error'])
          // With the owner's address, but signed by another key.
          const claimed = await says(one.name, account, { bio: 'not mine' }, { address: one.account.address })
          expect((await failureOf(claimed)).slice(0, 2)).toEqual([401, 'signature'])
        }
        expect(await recordOf(one.name)).toMatchObject({ attributes: {} })
      })

      test('is made once, of many concurrent and later calls [C135]', async () => {
        const { account, name } = await named()
        const body = await signed(account, { attributes: { bio: 'first' } })
        const all = await Promise.all(Array.from({ length: 8 }, (_, index) => send(`${name}/attributes`, body, index)))
        expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
        expect((await says(name, account, { bio: 'second' })).status).toBe(200)
        // Another signature of the same text is not another message.
        for (const again of [body, await signed(account, {}, { message: body.message })])
          expect(await failureOf(await send(`${name}/attributes`, again))).toEqual([
            401,
            'signature',
            'Signature validation error: Signature was used before',
          ])
        expect(await recordOf(name)).toMatchObject({ attributes: { bio: 'second' } })
      })

      test('is not accepted with a signature for another purpose [C135]', async () => {
        const { account, name } = await named()
        const registration = await bodyOf(account, { name: `unused.${zone}`, attributes: { bio: 'elsewhere' } })
        const address = await signed(account, { coin_type: local, address: account.address })
        for (const body of [registration, address])
          expect(await failureOf(await send(`${name}/attributes`, body))).toEqual([
            422,
            '',
            expect.stringMatching(/^Deserialization error: /),
          ])
        const attributes = await signed(account, { attributes: { bio: 'x' } })
        expect((await failureOf(await send(`${name}/address`, attributes)))[0]).toBe(422)
        expect((await failureOf(await post(attributes)))[0]).toBe(422)
        expect(await recordOf(name)).toMatchObject({ attributes: {} })
      })

      type Owned = Awaited<ReturnType<typeof named>>
      test.each<[string, (owned: Owned) => Promise<Response>, number, string, string | RegExp]>([
        [
          'a message that is not JSON',
          ({ account, name }) => says(name, account, {}, { message: 'bio' }),
          422,
          '',
          /^Des/,
        ],
        ['attributes that are none', ({ account, name }) => says(name, account, [7]), 422, '', /attributes is missing/],
        [
          'a name that nobody has',
          ({ account }) => says(`nobody.${zone}`, account, {}),
          400,
          'name',
          `Name is not registered: nobody.${zone}`,
        ],
        [
          'a name of another zone',
          ({ account }) => says('nobody.reown.id', account, {}, { coinType: 1 }),
          400,
          'name',
          'Name is not in the allowed zones: nobody.reown.id',
        ],
        [
          'a coin type that the name does not have',
          ({ account, name }) => says(name, account, {}, { coinType: local }),
          401,
          'address',
          'Name owner validation error',
        ],
        [
          'a coin type of no network',
          ({ account, name }) => says(name, account, {}, { coinType: 501 }),
          400,
          'coin_type',
          'Unsupported coin type: 501',
        ],
        [
          'an address on no network',
          ({ account, name }) => leads(name, account, { coin_type: 501, address: account.address }),
          400,
          'coin_type',
          'Unsupported coin type: 501',
        ],
        [
          'an address that is none',
          ({ account, name }) => leads(name, account, { coin_type: local, address: 'bc1q' }),
          422,
          '',
          /address is missing or not valid/,
        ],
        [
          'the address of nobody',
          ({ account, name }) => leads(name, account, { coin_type: local, address: `0x${'0'.repeat(40)}` }),
          400,
          'address',
          'The address provided is invalid',
        ],
        [
          'giving away the coin type that it is signed for',
          ({ account, name }) => leads(name, account, { coin_type: 60, address: newAccount().address }),
          400,
          'address',
          'The address that signs keeps the coin type that it signs for',
        ],
        [
          'an old message',
          ({ account, name }) => says(name, account, { avatar: 'x' }, { timestamp: seconds() - 11 * 60 }),
          400,
          'timestamp',
          /^Signature UNIXTIME/,
        ],
        [
          'a message from the future',
          ({ account, name }) => says(name, account, {}, { timestamp: seconds() + 60 }),
          400,
          'timestamp',
          /^Signature UNIXTIME/,
        ],
        [
          'an odd text',
          ({ account, name }) => says(name, account, { bio: '\u202e' }),
          400,
          'attributes',
          'Unsupported name attribute in payload',
        ],
      ])('is refused for %s', async (_, call, ...expected) => {
        const [status, field, text] = expected
        const owned = await named()
        const failure = await failureOf(await call(owned))
        expect(failure).toEqual([status, field, typeof text === 'string' ? text : expect.stringMatching(text)])
        expect(await recordOf(owned.name)).toMatchObject({ attributes: {}, addresses: { 60: {} } })
      })

      test('leaves no address and no text in the log', () => {
        expect(lines.some((line) => line.includes('/attributes'))).toBe(true)
        expect(lines.join('\n')).not.toMatch(/0x[0-9a-f]{40}|boat|person[a-z]/i)
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

      test('without a result are an empty list for a client of the second version', async () => {
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
        // Look-alikes of it are taken too.
        expect(await (await get('suggestions/a1ice')).json()).toMatchObject({
          suggestions: [{ registered: true }, {}, {}, {}, {}],
        })
      })
    })
  })
}
