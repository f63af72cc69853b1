/** Sponsored calls as a user operation (ERC-4337): completed before it is shown, so that exactly this is signed, and sent to the bundler. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import {
  type Address,
  type Client,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  keccak256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { estimateGas, readContract } from 'viem/actions'
import { evmChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { broadcastToNodes } from '../../approval/broadcast.ts'
import { type BatchLog, entryPointOf } from '../../approval/eip155/sent-batches.ts'
import { createServices, type Fields, type Services, type Sponsor } from '../../approval/eip155/sponsor.ts'
import { feesOf, withReserve } from '../../approval/eip155/transaction.ts'
import { batchData } from '../../signing/batch.ts'
import { delegationTo, implementations } from '../../signing/implementations.ts'
import { operationData, packOperation } from '../../signing/operation.ts'
import { type EvmCall, EvmOperation } from '../../signing/request.ts'

const nonceAbi = parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)'])
/** All operations have the same key, so that of two with the same number only one can be carried out. */
export const nonceData = (sender: Address): Hex => encodeFunctionData({ abi: nonceAbi, args: [sender, 0n] })

/** For this time, an operation that the bundler has taken is expected to be carried out. */
const trustedForMs = 60_000

/** The next number of an operation of the account. */
export async function nextOperation(
  client: Client,
  entryPoint: Address,
  { account, scope, batches, now }: { account: string; scope: Caip2; batches: BatchLog; now: () => number },
): Promise<number> {
  const sender = checksum(account)
  const used = await readContract(client, {
    address: entryPoint,
    abi: nonceAbi,
    functionName: 'getNonce',
    args: [sender, 0n],
  })
  const waiting = batches
    .read()
    .filter((one) => one.since !== undefined && one.scope === scope && one.account === sender)
    .filter((one) => entryPointOf(one) === entryPoint)
    .filter(({ at }) => Math.abs(now() - at) < trustedForMs)
  return Math.max(Number(used), ...waiting.map(({ nonce }) => nonce + 1))
}

/** All of them together: a sponsor that is slower is not waited for. */
const answerMs = 8000
/** Of the right form, and of nobody. */
const unsigned = { r: `0x${'f'.repeat(31)}${'0'.repeat(33)}`, s: `0x7${'a'.repeat(63)}` } as const
const unsignedOperation: Hex = `${unsigned.r}${unsigned.s.slice(2)}1c`

export interface OperationToFill {
  readonly implementation: EvmOperation['implementation']
  readonly calls: readonly EvmCall[]
  readonly sponsor: Sponsor
  readonly nonce: number
  readonly authorizationNonce: number | null
}

/** `undefined` if the sponsor declines or does not answer, or one of them wants more gas than an operation may have. */
export async function fillOperation(
  { implementation, calls, sponsor, nonce, authorizationNonce }: OperationToFill,
  { account, scope, client, signal }: { account: string; scope: Caip2; client: Client; signal: AbortSignal },
): Promise<EvmOperation | undefined> {
  const from = checksum(account)
  const { delegate, entryPoint, batches } = implementations[implementation]
  const stateOverride = authorizationNonce === null ? [] : [{ address: from, code: delegationTo(delegate) }]
  // Both from our own nodes: with too little gas, the calls would fail.
  const [fees, callGas] = await Promise.all([
    feesOf({}, client),
    estimateGas(client, { account: entryPoint, to: from, data: batchData(calls, batches), stateOverride }).then(
      withReserve,
    ),
  ])
  const draft = {
    kind: 'evmOperation',
    implementation,
    signer: from,
    chainId: evmChainId(scope),
    nonce,
    authorizationNonce,
    calls: [...calls],
    callGas: numberToHex(callGas),
    preVerificationGas: '0x0',
    verificationGas: '0x0',
    maxFeePerGas: numberToHex(fees.most),
    maxPriorityFeePerGas: numberToHex(fees.priority),
  } as const
  try {
    const { stub, estimate, pay } = createServices(sponsor, AbortSignal.any([signal, AbortSignal.timeout(answerMs)]))
    const { context } = sponsor
    const { isFinal, paymasterVerificationGasLimit, paymasterPostOpGasLimit, ...paying } = await stub(
      toFields(draft),
      scope,
      context,
    )
    const stubbed = {
      ...draft,
      ...paying,
      paymasterVerificationGas: paymasterVerificationGasLimit,
      paymasterPostOpGas: paymasterPostOpGasLimit,
    } as const
    const gas = await estimate({
      ...toFields(stubbed),
      ...signatures(draft, unsignedOperation, { ...unsigned, yParity: '0x1' }),
    })
    const estimated = {
      ...stubbed,
      preVerificationGas: gas.preVerificationGas,
      verificationGas: gas.verificationGasLimit,
      paymasterVerificationGas: gas.paymasterVerificationGasLimit ?? paymasterVerificationGasLimit,
      paymasterPostOpGas: higher(gas.paymasterPostOpGasLimit ?? '0x0', paymasterPostOpGasLimit),
    }
    const final = isFinal ? paying : await pay(toFields(estimated), scope, context)
    return EvmOperation.safeParse({ ...estimated, ...final }).data
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

const higher = (one: Hex, other: Hex): Hex => (BigInt(one) > BigInt(other) ? one : other)

type PaymasterField = 'paymaster' | 'paymasterData' | 'paymasterVerificationGas' | 'paymasterPostOpGas'
type Drafted = Omit<EvmOperation, PaymasterField | 'calls'> & {
  readonly calls: readonly EvmCall[]
} & Partial<Pick<EvmOperation, PaymasterField>>

const toFields = (operation: Drafted): Fields => ({
  sender: operation.signer,
  nonce: numberToHex(operation.nonce),
  // ERC-7769.
  ...(operation.authorizationNonce !== null &&
    implementations[operation.implementation].entryPointVersion === '0.8' && { factory: '0x7702', factoryData: '0x' }),
  callData: batchData(operation.calls, implementations[operation.implementation].batches),
  callGasLimit: operation.callGas,
  verificationGasLimit: operation.verificationGas,
  preVerificationGas: operation.preVerificationGas,
  maxFeePerGas: operation.maxFeePerGas,
  maxPriorityFeePerGas: operation.maxPriorityFeePerGas,
  ...(operation.paymaster !== undefined && {
    paymaster: operation.paymaster,
    paymasterData: operation.paymasterData ?? '0x',
    paymasterVerificationGasLimit: operation.paymasterVerificationGas ?? '0x0',
    paymasterPostOpGasLimit: operation.paymasterPostOpGas ?? '0x0',
  }),
})

const signatures = (
  operation: Pick<EvmOperation, 'chainId' | 'authorizationNonce' | 'implementation'>,
  signature: Hex,
  authorization: Readonly<Record<'r' | 's' | 'yParity', Hex>>,
): Fields => ({
  signature,
  ...(operation.authorizationNonce !== null && {
    eip7702Auth: {
      address: implementations[operation.implementation].delegate,
      chainId: numberToHex(operation.chainId),
      nonce: numberToHex(operation.authorizationNonce),
      ...authorization,
    },
  }),
})

/** The EntryPoint's hash, by which bundlers and events name the operation. */
export function hashOf(operation: EvmOperation): Hex {
  const { entryPointVersion, entryPoint } = implementations[operation.implementation]
  if (entryPointVersion === '0.8') return hashTypedData(operationData(operation))
  const { sender, nonce, initCode, callData, accountGasLimits, preVerificationGas, gasFees, paymasterAndData } =
    packOperation(operation)
  const packed = encodeAbiParameters(packedWords, [
    sender,
    nonce,
    keccak256(initCode),
    keccak256(callData),
    accountGasLimits,
    preVerificationGas,
    gasFees,
    keccak256(paymasterAndData),
  ])
  return keccak256(encodeAbiParameters(hashWords, [keccak256(packed), entryPoint, BigInt(operation.chainId)]))
}
/** EntryPoint 0.7. */
const packedWords = parseAbiParameters('address, uint256, bytes32, bytes32, bytes32, uint256, bytes32, bytes32')
const hashWords = parseAbiParameters('bytes32, address, uint256')

/** In hex digits: 65 bytes. */
const signatureLength = 130

/** @param signed by the Key Worker: one signature after the other. @throws {AirlockError} if the bundler has not taken it */
export function sendOperation(operation: EvmOperation, signed: Hex, services: Services) {
  const digits = signed.slice(2)
  const [own, other] = [digits.slice(0, signatureLength), digits.slice(signatureLength)]
  const fields = {
    ...toFields(operation),
    ...signatures(operation, `0x${own}`, {
      r: `0x${other.slice(0, 64)}`,
      s: `0x${other.slice(64, 128)}`,
      yParity: other.endsWith('1c') ? '0x1' : '0x0',
    }),
  }
  const hash = hashOf(operation)
  return broadcastToNodes([
    {
      send: (signal) => createServices(services, signal).send(fields),
      knows: (signal) => createServices(services, signal).knows(hash),
    },
  ])
}
