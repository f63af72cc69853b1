/** A registry of names in a number of processes, with an EVM node for the accounts that are contracts. */
import { randomBytes } from 'node:crypto'
import { GatewayFailure } from '@airlock/protocol/gateway/shapes.ts'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  parseAbi,
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll } from 'vitest'
import { compiledCode, deploy } from '../../../../e2e/world/contracts.ts'
import { type EvmNode, startNode } from '../../../../e2e/world/node.ts'
import { callRpc } from '../../../../e2e/world/rpc.ts'
import { createLookup } from '../../../src/crypto/lookup.ts'
import { parseProjects } from '../../../src/frames/projects.ts'
import { readNetworks } from '../../../src/gateway/networks/read.ts'
import { createGateway, type Gateway } from '../../../src/gateway/role.ts'
import { type Listening, listenOnLoopback } from '../../../src/listen.ts'
import type { Place } from '../../../src/store/open.ts'
import { shop } from '../../records.ts'
import { type StandInNode, startStandInNode } from '../nodes.ts'

export const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
export const zone = 'shop.example'
export const local = 0x80000000 + 31337

export const newAccount = () => privateKeyToAccount(generatePrivateKey())
export const seconds = () => Math.floor(Date.now() / 1000)

/** Unlocked in the node. */
const deployer = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
export const factory = getContractAddress({ from: deployer, nonce: 0n })
const wallets = 'e2e/world/contracts/ContractWallet.sol'
const walletAbi = parseAbi([
  'function create(address owner, bytes32 salt) returns (address)',
  'function addressOf(address owner, bytes32 salt) view returns (address)',
])

export type Wanted = {
  readonly name?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly timestamp?: number
  readonly coinType?: number
  readonly message?: string
  readonly address?: Hex
}

export async function bodyOf(account: PrivateKeyAccount, wanted: Wanted) {
  const { name = '', attributes = {}, timestamp = seconds(), coinType = 60 } = wanted
  const message = wanted.message ?? JSON.stringify({ name, attributes, timestamp })
  const signature = await account.signMessage({ message })
  return { coin_type: coinType, address: wanted.address ?? account.address, message, signature }
}

export async function failureOf(response: Response) {
  const reason = GatewayFailure.parse(await response.json()).reasons[0]
  return [response.status, reason?.field, reason?.description]
}

type Networks = Parameters<typeof readNetworks>[0]
type Zones = { readonly zone: string; readonly oldZones?: readonly string[] }

export type Registry = ReturnType<typeof useRegistry>

/** Starts before the tests of the group in which it is called, and stops after them. @param processes that share the database */
export function useRegistry(openPlace: () => Promise<Place>, processes: number) {
  let evm: EvmNode
  let down: StandInNode
  let gateways: readonly Gateway[] = []
  let startWith: (networks: Networks, zones?: Zones) => Promise<Gateway>
  let servers: readonly Listening[] = []
  const lines: string[] = []

  beforeAll(async () => {
    evm = await startNode({ chainId: 31337 })
    down = await startStandInNode((_, response) => response.writeHead(500).end())
    const lookup = createLookup(randomBytes(32))
    const place = await openPlace()
    startWith = (networks, zones = { zone }) =>
      createGateway(
        {
          projects: parseProjects([shop]),
          modalOrigin: undefined,
          networks: readNetworks(networks, (path) => path),
          names: { ...zones, reserved: ['captain'] },
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

  const deployed = (data: Hex) => deploy(evm.rpcUrl, deployer, data)
  const ownerOf = (owner: Hex) => encodeAbiParameters([{ type: 'address' }], [owner])
  /** @param process which of the processes is asked */
  const url = (path: string, process = 0) => `http://127.0.0.1:${servers[process % processes]?.port}/v1/profile/${path}`
  const post = (body: unknown, process = 0) =>
    fetch(url('account', process), { method: 'POST', body: JSON.stringify(body) })
  const register = async (account: PrivateKeyAccount, wanted: Wanted, process = 0) =>
    post(await bodyOf(account, wanted), process)

  return {
    nodeUrl: () => evm.rpcUrl,
    /** What the processes have logged. */
    lines,
    /** One more process. */
    startWith: (networks: Networks, zones?: Zones) => startWith(networks, zones),
    deployed,
    deployWallet: async (owner: Hex) =>
      getAddress(await deployed(concatHex([compiledCode(wallets, 'ContractWallet'), ownerOf(owner)]))),
    /** The wallet of an owner that the factory has not made yet. */
    async plannedWallet(owner: Hex) {
      const args = [owner, zeroHash] as const
      const ask = encodeFunctionData({ abi: walletAbi, functionName: 'addressOf', args })
      const answer = await callRpc(evm.rpcUrl, 'eth_call', [{ to: factory, data: ask }, 'latest'])
      const address = getAddress(`0x${String(answer).slice(-40)}`)
      return { address, data: encodeFunctionData({ abi: walletAbi, functionName: 'create', args }) }
    },
    url,
    get: (path: string) => fetch(url(path)),
    post,
    register,
  }
}
