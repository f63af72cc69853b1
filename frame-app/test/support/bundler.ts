/** A small bundler (ERC-4337) of another library: one transaction per user operation, at once. */
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Address, BaseError, createPublicClient, createWalletClient, type Hex, http } from 'viem'
import { entryPoint08Abi, toPackedUserOperation } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { setBalance, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import * as z from 'zod'
import type { Chain } from './approval-desk.ts'

const Code = z.templateLiteral(['0x', z.string()])
const Operation = z.object({
  sender: Code,
  nonce: Code,
  factory: Code.optional(),
  factoryData: Code.optional(),
  callData: Code,
  callGasLimit: Code,
  verificationGasLimit: Code,
  preVerificationGas: Code,
  maxFeePerGas: Code,
  maxPriorityFeePerGas: Code,
  paymaster: Code,
  paymasterData: Code,
  paymasterVerificationGasLimit: Code,
  paymasterPostOpGasLimit: Code,
  signature: Code,
  eip7702Auth: z.object({ address: Code, chainId: Code, nonce: Code, r: Code, s: Code, yParity: Code }).optional(),
})
export type Operation = z.infer<typeof Operation>
const Call = z.object({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()) })

export interface Bundler {
  readonly url: string
  /** What was sent to it. */
  readonly taken: readonly Operation[]
  /** What it has carried out, by hash. */
  readonly landed: ReadonlyMap<string, { readonly transaction: Hex; readonly operation: Operation }>
  /** What it sends instead of the operation. */
  change: (operation: Operation) => Operation
  /** By method: what it answers instead; `undefined` hangs up. It gets the true answer. */
  readonly behaviours: Map<string, (answer: () => Promise<unknown>) => Promise<unknown>>
  stop(): Promise<void>
}

export async function startBundler(chain: Chain, entryPoint: Address): Promise<Bundler> {
  const key = privateKeyToAccount(generatePrivateKey())
  await setBalance(chain.client, { address: key.address, value: 10n ** 19n })
  const wallet = createWalletClient({ chain: foundry, transport: http(chain.nodeUrl), account: key })
  const taken: Operation[] = []
  const landed = new Map<string, { readonly transaction: Hex; readonly operation: Operation }>()
  const behaviours: Bundler['behaviours'] = new Map()

  const send = async (given: unknown): Promise<Hex> => {
    const operation = bundler.change(Operation.parse(given))
    taken.push(operation)
    const { eip7702Auth: auth } = operation
    const authorization = auth && {
      address: auth.address,
      chainId: Number(auth.chainId),
      nonce: Number(auth.nonce),
      r: auth.r,
      s: auth.s,
      yParity: Number(auth.yParity),
    }
    const packed = toPackedUserOperation({
      sender: operation.sender,
      nonce: BigInt(operation.nonce),
      ...(operation.factory && { factory: '0x7702000000000000000000000000000000000000', factoryData: '0x' }),
      callData: operation.callData,
      callGasLimit: BigInt(operation.callGasLimit),
      verificationGasLimit: BigInt(operation.verificationGasLimit),
      preVerificationGas: BigInt(operation.preVerificationGas),
      maxFeePerGas: BigInt(operation.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(operation.maxPriorityFeePerGas),
      paymaster: operation.paymaster,
      paymasterData: operation.paymasterData,
      paymasterVerificationGasLimit: BigInt(operation.paymasterVerificationGasLimit),
      paymasterPostOpGasLimit: BigInt(operation.paymasterPostOpGasLimit),
      signature: operation.signature,
    })
    const transaction = await wallet.writeContract({
      address: entryPoint,
      abi: entryPoint08Abi,
      functionName: 'handleOps',
      args: [[packed], key.address],
      gas: 5_000_000n,
      ...(authorization && { authorizationList: [authorization] }),
    })
    const receipt = await waitForTransactionReceipt(chain.client, { hash: transaction, pollingInterval: 20 })
    if (receipt.status !== 'success') throw new BaseError('the EntryPoint refuses the operation')
    const { topics } = receipt.logs.at(-1) ?? {}
    const hash = topics?.[1] ?? '0x'
    landed.set(hash, { transaction, operation })
    return hash
  }
  const node = createPublicClient({ transport: http(chain.nodeUrl) })
  const receiptOf = async (hash: Hex) => {
    const receipt = await node.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    if (!receipt) throw new Error('no receipt')
    return receipt
  }
  const answers: Readonly<Record<string, (params: readonly unknown[]) => Promise<unknown>>> = {
    eth_estimateUserOperationGas: async () => ({
      callGasLimit: '0x30d40',
      verificationGasLimit: '0x249f0',
      preVerificationGas: '0xea60',
      paymasterVerificationGasLimit: '0x1d4c0',
      paymasterPostOpGasLimit: '0x1',
    }),
    eth_sendUserOperation: ([operation]) => send(operation),
    eth_supportedEntryPoints: async () => [entryPoint],
    eth_getUserOperationByHash: async ([hash]) => {
      const found = landed.get(String(hash))
      if (!found) return null
      const { blockNumber, blockHash } = await receiptOf(found.transaction)
      return { userOperation: found.operation, entryPoint, blockNumber, blockHash, transactionHash: found.transaction }
    },
    eth_getUserOperationReceipt: async ([hash]) => {
      const found = landed.get(String(hash))
      if (!found) return null
      const receipt = await receiptOf(found.transaction)
      const { sender, nonce, paymaster } = found.operation
      const gas = { actualGasCost: '0x1', actualGasUsed: receipt.gasUsed }
      return {
        userOpHash: hash,
        entryPoint,
        sender,
        nonce,
        paymaster,
        ...gas,
        success: true,
        logs: receipt.logs,
        receipt,
      }
    },
  }
  const server = createServer((request, response) => {
    const answer = async () => {
      const { id, method, params } = Call.parse(JSON.parse(await text(request)))
      const make = async () => {
        const known = answers[method]
        if (!known) throw new Error(`${method} is unknown`)
        return known(params)
      }
      const behave = behaviours.get(method)
      const result = await (behave ? behave(make) : make())
      if (result === undefined) request.socket.destroy()
      else response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    }
    answer().catch((error: unknown) => {
      const message = error instanceof BaseError ? error.shortMessage : String(error)
      response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32500, message } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const bundler: Bundler = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    taken,
    landed,
    change: (operation) => operation,
    behaviours,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return bundler
}
