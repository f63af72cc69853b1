/**
 * A paymaster (ERC-7677) and its contract, which pays for every user operation that the service has agreed to: the service signs what the
 * contract checks.
 */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeDeployData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { compiledCode, deploy } from './contracts.ts'
import { callRpc } from './rpc.ts'
import { deployEntryPoint, type EntryPointVersion } from './smart-account.ts'

const founder = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const verificationGas = '0x1d4c0'
const postOpGas = '0x1'

const Code = z.templateLiteral(['0x', z.string()])
const Call = z.object({
  id: z.unknown(),
  method: z.string(),
  params: z.tuple([
    z.object({
      sender: Code,
      nonce: Code,
      factory: Code.optional(),
      callData: Code,
      callGasLimit: Code,
      verificationGasLimit: Code,
      preVerificationGas: Code,
      maxFeePerGas: Code,
      maxPriorityFeePerGas: Code,
      paymasterVerificationGasLimit: Code.optional(),
      paymasterPostOpGasLimit: Code.optional(),
    }),
    Code,
    Code,
    z.unknown(),
  ]),
})
type Operation = z.infer<typeof Call>['params'][0]

export interface Paymaster {
  readonly url: string
  readonly contract: Address
  /** What is left of the contract's deposit, in wei. */
  readonly deposit: () => Promise<bigint>
  /** The calls so far. */
  readonly asked: readonly { readonly method: string; readonly context: unknown }[]
  /** By method: what it answers instead; `undefined` hangs up. It gets the true answer. */
  readonly behaviours: Map<string, (answer: object) => object | undefined>
  stop(): Promise<void>
}

/** On any free port. */
export async function startPaymaster({
  nodeUrl,
  chainId,
  version = '0.8',
}: {
  readonly nodeUrl: string
  readonly chainId: number
  readonly version?: EntryPointVersion
}): Promise<Paymaster> {
  const entryPoint = await deployEntryPoint(nodeUrl, version)
  const signer = privateKeyToAccount(generatePrivateKey())
  const contract = await deploySponsor(nodeUrl, entryPoint, signer.address)
  const asked: { method: string; context: unknown }[] = []
  const behaviours: Paymaster['behaviours'] = new Map()

  const pay = async (operation: Operation, seconds: number): Promise<Hex> => {
    const until = numberToHex(Math.floor(Date.now() / 1000) + seconds, { size: 6 })
    const limits = both(operation.paymasterVerificationGasLimit ?? '0x0', operation.paymasterPostOpGasLimit ?? '0x0')
    const agreed = keccak256(
      encodeAbiParameters(
        ['uint256', 'address', 'address', 'uint256', 'bool', 'bytes32', 'bytes32', 'uint256', 'bytes32', 'bytes32'].map(
          (type) => ({ type }),
        ),
        [
          BigInt(chainId),
          contract,
          operation.sender,
          BigInt(operation.nonce),
          operation.factory !== undefined,
          keccak256(operation.callData),
          both(operation.verificationGasLimit, operation.callGasLimit),
          BigInt(operation.preVerificationGas),
          both(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
          keccak256(concatHex([limits, until])),
        ],
      ),
    )
    return concatHex([until, await signer.signMessage({ message: { raw: agreed } })])
  }
  const answers: Readonly<Record<string, (operation: Operation) => Promise<object>>> = {
    pm_getPaymasterStubData: async (operation) => ({
      sponsor: { name: 'Test sponsor' },
      paymaster: contract,
      paymasterData: await pay(operation, 600),
      paymasterVerificationGasLimit: verificationGas,
      paymasterPostOpGasLimit: postOpGas,
    }),
    pm_getPaymasterData: async (operation) => ({ paymaster: contract, paymasterData: await pay(operation, 600) }),
  }
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'content-type')
    if (request.method === 'OPTIONS') return void response.end()
    const answer = async () => {
      const { id, method, params } = Call.parse(JSON.parse(await text(request)))
      asked.push({ method, context: params[3] })
      const make = answers[method]
      if (!make) throw new Error(`${method} is not a method of a paymaster`)
      const behave = behaviours.get(method)
      const made = await make(params[0])
      const result = behave ? behave(made) : made
      if (result === undefined) request.socket.destroy()
      else response.end(JSON.stringify({ jsonrpc: '2.0', id, ...('error' in result ? result : { result }) }))
    }
    answer().catch((error: unknown) => {
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32602, message: String(error) } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    contract,
    deposit: () => depositOf(nodeUrl, entryPoint, contract),
    asked,
    behaviours,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const both = (one: Hex, other: Hex): Hex =>
  concatHex([numberToHex(BigInt(one), { size: 16 }), numberToHex(BigInt(other), { size: 16 })])

/** With a deposit of ten ether. */
async function deploySponsor(nodeUrl: string, entryPoint: Address, signer: Address): Promise<Address> {
  const data = encodeDeployData({
    abi: [{ type: 'constructor', inputs: [{ type: 'address' }, { type: 'address' }], stateMutability: 'payable' }],
    bytecode: compiledCode('e2e/world/contracts/Sponsor.sol', 'Sponsor'),
    args: [entryPoint, signer],
  })
  return deploy(nodeUrl, founder, data, numberToHex(10n ** 19n))
}

async function depositOf(nodeUrl: string, entryPoint: Address, paymaster: Address): Promise<bigint> {
  const data = concatHex(['0x70a08231', pad(paymaster)])
  return BigInt(z.string().parse(await callRpc(nodeUrl, 'eth_call', [{ to: entryPoint, data }, 'latest'])))
}
