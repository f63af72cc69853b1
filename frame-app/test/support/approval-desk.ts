/** Approvals over a local chain with a key in the open: one desk is what one tab has, and a node answers as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { AirlockError } from '@airlock/protocol/errors.ts'
import {
  type Address,
  concatHex,
  createTestClient,
  createWalletClient,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  http,
  padHex,
  parseAbi,
  parseAbiParameters,
  serializeSignature,
  zeroAddress,
} from 'viem'
import { getUserOperationHash, toPackedUserOperation } from 'viem/account-abstraction'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { afterAll } from 'vitest'
import * as z from 'zod/mini'
import { deployDelegationFramework } from '../../../e2e/world/delegation-framework.ts'
import { startNode } from '../../../e2e/world/node.ts'
import { deploySimple7702 } from '../../../e2e/world/smart-account.ts'
import { testToken } from '../../../e2e/world/test-token.ts'
import { type Approvals, createApprovals, type Screen } from '../../src/wallet/approval/approvals.ts'
import type { SentLog } from '../../src/wallet/approval/eip155/nonces.ts'
import type { BatchLog } from '../../src/wallet/approval/eip155/sent-batches.ts'
import type { CallService } from '../../src/wallet/approval/eip155/tools.ts'
import { createEip155Preparer } from '../../src/wallet/requests/eip155.ts'
import { implementations } from '../../src/wallet/signing/implementations.ts'
import type { EvmBatch, EvmOperation, Signer, SigningRequest } from '../../src/wallet/signing/request.ts'
import { delegationOf, typedDelegation } from '../../src/wallet/signing/session.ts'
import { createPartition } from './custody-world.ts'
import { createBatchLog, createSentLog } from './sent-log.ts'

export const scope = 'eip155:31337'

/** How a node treats a call, whose body is JSON; without an answer it hangs up. */
type Behaviour = (ask: () => Promise<string>, body: string) => Promise<string | undefined>

const Call = z.object({ method: z.string() })

/** Path at which the node answers as it is. */
const honest = '/honest'

export async function openChain() {
  const node = await startNode({ chainId: 31337 })
  const behaviours = new Map<string, Behaviour>()
  const forward = async (body: string) => {
    // Browsers ask without pre-flight, and this node takes nothing but JSON.
    const headers = { 'Content-Type': 'application/json' }
    return (await fetch(node.rpcUrl, { method: 'POST', headers, body })).text()
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const behave = request.url === honest ? undefined : behaviours.get(Call.parse(JSON.parse(body)).method)
    const answered = await (behave ? behave(() => forward(body), body) : forward(body))
    if (answered === undefined) request.socket.destroy()
    else response.end(answered)
  }
  // A call that is still on its way when the node ends gets no answer.
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => request.socket.destroy()),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(node.rpcUrl) })
  /** A node answers before it has made the block. */
  const receiptOf = (hash: Hex) => waitForTransactionReceipt(client, { hash, pollingInterval: 20 })
  const rpcUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return {
    rpcUrl,
    /** Another node of the chain, without {@link behaviours}. */
    honestUrl: `${rpcUrl}${honest}`,
    nodeUrl: node.rpcUrl,
    client,
    /** Of `rpcUrl`, by method; the others are passed on. */
    behaviours,
    async newAccount(): Promise<PrivateKeyAccount> {
      const account = privateKeyToAccount(generatePrivateKey())
      await client.setBalance({ address: account.address, value: 10n ** 18n })
      return account
    },
    /** With six decimals, its whole supply the account's. */
    async deployToken(account: PrivateKeyAccount, supply = 1_000_000n): Promise<Address> {
      const wallet = createWalletClient({ chain: foundry, transport: http(node.rpcUrl), account })
      const hash = await wallet.sendTransaction({ data: testToken({ holder: account.address, supply }) })
      const { contractAddress } = await receiptOf(hash)
      if (!contractAddress) throw new Error('no token')
      return contractAddress
    },
    /** The contract to which accounts can delegate. */
    deploySmartAccounts: () => deploySimple7702(node.rpcUrl),
    /** Of smart sessions. */
    deployFramework: () => deployDelegationFramework(node.rpcUrl),
    /** By the same key, past the wallet. */
    async sendElsewhere(account: PrivateKeyAccount, transaction: { to: Address; value?: bigint; data?: Hex }) {
      const wallet = createWalletClient({ chain: foundry, transport: http(node.rpcUrl), account })
      const hash = await wallet.sendTransaction(transaction)
      await receiptOf(hash)
      return hash
    },
    receiptOf,
    async stop() {
      server.close()
      await node.stop()
    },
  }
}
export type Chain = Awaited<ReturnType<typeof openChain>>

const executions = parseAbiParameters('(address target, uint256 value, bytes callData)[] executions')
const executeAbi = parseAbi(['function execute(bytes32 mode, bytes data)'])
const batchAbi = parseAbi(['function executeBatch((address target, uint256 value, bytes data)[] calls)'])

function callDataOf(calls: EvmBatch['calls'], form: EvmBatch['form']): Hex {
  const all = calls.map(({ to, value, data }) => ({ target: to, value: BigInt(value), data, callData: data }))
  return form === 'executeBatch'
    ? encodeFunctionData({ abi: batchAbi, functionName: 'executeBatch', args: [all] })
    : encodeFunctionData({
        abi: executeAbi,
        functionName: 'execute',
        args: [padHex('0x01', { size: 32, dir: 'right' }), encodeAbiParameters(executions, [all])],
      })
}

/** A key in the open, which signs what the structure says. @param locksAt at which calls the keys have gone, counted from one */
export const signerOf = (
  key: PrivateKeyAccount,
  { onSign = () => {}, locksAt = [] }: { onSign?: () => void; locksAt?: readonly number[] } = {},
): Signer & { asked: SigningRequest[] } => ({
  asked: [],
  async sign(request) {
    this.asked.push(request)
    onSign()
    if (locksAt.includes(this.asked.length)) throw new AirlockError('UNAUTHORIZED')
    switch (request.kind) {
      case 'evmMessage':
        return key.signMessage({ message: { raw: request.message } })
      case 'evmTypedData':
        // as: made at run time; viem's types follow literals.
        return key.signTypedData(request.typedData as unknown as Parameters<typeof key.signTypedData>[0])
      case 'evmTransaction': {
        const { chainId, nonce, to, value, data, gas, maxFeePerGas, maxPriorityFeePerGas } = request
        return key.signTransaction({
          type: 'eip1559',
          chainId,
          nonce,
          to,
          value: BigInt(value),
          data,
          gas: BigInt(gas),
          maxFeePerGas: BigInt(maxFeePerGas),
          maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
        })
      }
      case 'evmUndelegation': {
        const { chainId, nonce, signer, gas, maxFeePerGas, maxPriorityFeePerGas } = request
        const authorization = await key.signAuthorization({ chainId, nonce: nonce + 1, contractAddress: zeroAddress })
        return key.signTransaction({
          type: 'eip7702',
          chainId,
          nonce,
          to: signer,
          gas: BigInt(gas),
          maxFeePerGas: BigInt(maxFeePerGas),
          maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
          authorizationList: [authorization],
        })
      }
      case 'evmOperation':
        return signOperation(key, request)
      case 'evmSession': {
        const delegation = delegationOf(request, Date.now())
        if (!delegation) throw new Error('not a session')
        const signature = await key.signTypedData(typedDelegation(request.chainId, delegation))
        const { upgrade } = request
        return upgrade ? `${signature}${(await batchSignedBy(key, upgrade)).slice(2)}` : signature
      }
      case 'evmBatch':
        return batchSignedBy(key, request)
      default:
        throw new Error('not of this chain')
    }
  },
})

/** As another library packs and hashes it. */
async function signOperation(key: PrivateKeyAccount, request: EvmOperation): Promise<Hex> {
  const { chainId, authorizationNonce: nonce, implementation } = request
  const { delegate: address, entryPoint } = implementations[implementation]
  const authorization =
    nonce === null ? undefined : await key.signAuthorization({ chainId, nonce, contractAddress: address })
  const operation = {
    sender: request.signer,
    nonce: BigInt(request.nonce),
    callData: callDataOf(request.calls, implementation === 'simple7702-0.8' ? 'executeBatch' : 'execute'),
    callGasLimit: BigInt(request.callGas),
    verificationGasLimit: BigInt(request.verificationGas),
    preVerificationGas: BigInt(request.preVerificationGas),
    maxFeePerGas: BigInt(request.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(request.maxPriorityFeePerGas),
    paymaster: request.paymaster,
    paymasterData: request.paymasterData,
    paymasterVerificationGasLimit: BigInt(request.paymasterVerificationGas),
    paymasterPostOpGasLimit: BigInt(request.paymasterPostOpGas),
    signature: '0x',
  } as const
  const signature =
    implementation === 'simple7702-0.8'
      ? await key.sign({
          hash: getUserOperationHash({
            chainId,
            entryPointAddress: entryPoint,
            entryPointVersion: '0.8',
            userOperation: {
              ...operation,
              ...(authorization && { authorization, factory: '0x7702', factoryData: '0x' }),
            },
          }),
        })
      : await key.signTypedData({
          domain: { name: 'EIP7702StatelessDeleGator', version: '1', chainId, verifyingContract: request.signer },
          types: { PackedUserOperation: packedFields },
          primaryType: 'PackedUserOperation',
          message: { ...toPackedUserOperation(operation), entryPoint },
        })
  return authorization ? concatHex([signature, serializeSignature(toSignature(authorization))]) : signature
}
const packedFields = parseAbiParameters(
  'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData, address entryPoint',
)
const toSignature = ({ r, s, yParity }: { r: Hex; s: Hex; yParity?: number | undefined }) => ({
  r,
  s,
  yParity: yParity ?? 0,
})

async function batchSignedBy(key: PrivateKeyAccount, request: EvmBatch): Promise<Hex> {
  const { chainId, nonce, delegate, form, calls, gas, maxFeePerGas, maxPriorityFeePerGas } = request
  const transaction = {
    chainId,
    nonce,
    to: request.signer,
    data: callDataOf(calls, form),
    gas: BigInt(gas),
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
  }
  if (delegate === null) return key.signTransaction({ ...transaction, type: 'eip1559' })
  const authorization = await key.signAuthorization({ chainId, nonce: nonce + 1, contractAddress: delegate })
  return key.signTransaction({ ...transaction, type: 'eip7702', authorizationList: [authorization] })
}

interface DeskOptions {
  readonly account: PrivateKeyAccount
  readonly rpcUrl: string
  readonly otherNodes?: readonly string[]
  readonly isHostPinned?: boolean
  /** Tabs of one partition. */
  readonly partition?: Pick<ReturnType<typeof createPartition>, 'alone'>
  /** What a wallet that has been locked takes to open. */
  readonly open?: (signal: AbortSignal) => Promise<void>
  readonly sent?: SentLog
  readonly batches?: BatchLog
  readonly mayUpgrade?: () => boolean
  /** Records of smart sessions. */
  readonly service?: CallService
  /** Of the project record. */
  readonly smartAccounts?: Readonly<Record<string, unknown>>
  /** While the key has the request. */
  readonly onSign?: () => void
  readonly locksAt?: readonly number[]
}

export function openDesk({ account, rpcUrl, partition = createPartition(), ...more }: DeskOptions) {
  const { isHostPinned = true, open = async () => {}, sent = createSentLog(), batches = createBatchLog() } = more
  const signer = signerOf(account, more)
  const preparer = createEip155Preparer({
    account: account.address,
    origin: 'https://app.example',
    now: Date.now,
    sent,
    batches,
    mayUpgrade: more.mayUpgrade ?? (() => true),
    smartAccounts: more.smartAccounts,
    ...(more.service && { service: more.service }),
    rpc: { [scope]: [rpcUrl, ...(more.otherNodes ?? [])] },
  })
  const clock: { run?: () => void; now: number } = { now: 1_000_000 }
  const approvals = createApprovals({
    preparerFor: () => preparer,
    signer,
    open,
    alone: partition.alone,
    isHostPinned,
    now: () => clock.now,
    randomId: () => crypto.randomUUID(),
    wait: (_, run) => {
      clock.run = run
      return () => {
        delete clock.run
      }
    },
  })
  return { approvals, signer, clock }
}

/** Resolves when the screen shows the status. */
export type Showing<S> = S extends 'asking'
  ? Extract<Screen, { prepared: unknown }>
  : Extract<Screen, { reason: unknown }>
export const shows = <S extends 'asking' | 'stuck'>(approvals: Approvals, status: S): Promise<Showing<S>> =>
  new Promise((resolve) => {
    const look = () => {
      const screen = approvals.screen()
      if (screen?.status !== status) return
      undo()
      resolve(screen as Showing<S>) // as: just compared
    }
    const undo = approvals.subscribe(look)
    look()
  })

export const send = (params: object) => ({ scope, method: 'eth_sendTransaction', params: [params] }) as const

/** A chain that all tests of a file use; it ends after the last one. */
export async function sharedChain(): Promise<Chain> {
  const chain = await openChain()
  afterAll(() => chain.stop())
  return chain
}
