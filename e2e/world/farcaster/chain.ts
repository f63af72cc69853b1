/** A local chain in place of Optimism, with Farcaster's registries at their addresses. */
import { idRegistry, keyRegistry } from '@airlock/service/wallet/farcaster/registry.ts'
import {
  createPublicClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
} from 'viem'
import { compiledCode, deploy, transact } from '../contracts.ts'
import { startNode } from '../node.ts'
import { callRpc } from '../rpc.ts'

const source = 'e2e/world/contracts/FarcasterRegistries.sol'
/** Unlocked in the node. */
const deployer = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const abi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function register() returns (uint256)',
  'function transfer(address to)',
  'function add(uint32 keyType, bytes key)',
  'function remove(bytes key)',
])
/** In the registry of keys, an address that may sign in. */
const authAddress = 2

export type FarcasterChain = {
  readonly rpcUrl: string
  /** The account of this custody address, which is registered if it has none. */
  readonly fidOf: (custody: Hex) => Promise<number>
  readonly transfer: (custody: Hex, to: Hex) => Promise<void>
  /** Lets another address sign in for the account; `keyType` 1 is a key that signs messages of the network. */
  readonly addKey: (custody: Hex, address: Hex, keyType?: number) => Promise<void>
  readonly removeKey: (custody: Hex, address: Hex) => Promise<void>
  /** A contract that answers every question about a signature with these bytes. */
  readonly deployAnySigner: (answer: Hex) => Promise<Hex>
  /** A contract that accepts the signatures of its owner. */
  readonly deployWallet: (owner: Hex) => Promise<Hex>
  readonly stop: () => Promise<void>
}

export async function startFarcasterChain(chainId = 10): Promise<FarcasterChain> {
  const node = await startNode({ chainId })
  const { rpcUrl } = node
  const client = createPublicClient({ transport: http(rpcUrl) })
  const rpc = (method: string, ...params: readonly unknown[]) => callRpc(rpcUrl, method, params)
  try {
    const parameter = encodeAbiParameters([{ type: 'address' }], [idRegistry]).slice(2)
    for (const [name, address, parameters] of [
      ['IdRegistry', idRegistry, ''],
      ['KeyRegistry', keyRegistry, parameter],
    ] as const) {
      const made = await deploy(rpcUrl, deployer, `${compiledCode(source, name)}${parameters}`)
      await rpc('anvil_setCode', address, await client.getCode({ address: made }))
    }
  } catch (error) {
    await node.stop()
    throw error
  }

  const fidAt = (custody: Hex) =>
    client.readContract({ abi, address: idRegistry, functionName: 'idOf', args: [custody] }).then(Number)
  /** From any address, contracts included: the node signs for all of them. */
  async function send(from: Hex, to: Hex, data: Hex): Promise<void> {
    await rpc('anvil_setBalance', from, '0x8ac7230489e80000')
    await rpc('anvil_impersonateAccount', from)
    await transact(rpcUrl, { from, to, data })
  }
  const bytesOf = (address: Hex) => encodeAbiParameters([{ type: 'address' }], [address])

  return {
    rpcUrl,
    async fidOf(custody) {
      const found = await fidAt(custody)
      if (found > 0) return found
      await send(custody, idRegistry, encodeFunctionData({ abi, functionName: 'register' }))
      return fidAt(custody)
    },
    transfer: (custody, to) =>
      send(custody, idRegistry, encodeFunctionData({ abi, functionName: 'transfer', args: [to] })),
    addKey: (custody, address, keyType = authAddress) =>
      send(custody, keyRegistry, encodeFunctionData({ abi, functionName: 'add', args: [keyType, bytesOf(address)] })),
    removeKey: (custody, address) =>
      send(custody, keyRegistry, encodeFunctionData({ abi, functionName: 'remove', args: [bytesOf(address)] })),
    deployAnySigner: (answer) =>
      deploy(
        rpcUrl,
        deployer,
        encodeDeployData({
          abi: parseAbi(['constructor(bytes answer)']),
          bytecode: compiledCode(source, 'AnySigner'),
          args: [answer],
        }),
      ),
    deployWallet: (owner) =>
      deploy(
        rpcUrl,
        deployer,
        encodeDeployData({
          abi: parseAbi(['constructor(address first)']),
          bytecode: compiledCode('e2e/world/contracts/ContractWallet.sol', 'ContractWallet'),
          args: [owner],
        }),
      ),
    stop: node.stop,
  }
}
