/**
 * What a page asks about user operations (ERC-4337, ERC-7769): answered by the bundler of the project record, which only this frame may
 * reach. The bundler is not trusted: of its answers only the fields named here are passed on.
 */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { EvmAddress, Hash32, Hex, Quantity } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'
import { createNodes } from '../../../shared/chains/nodes.ts'
import type { SmartAccounts } from '../../approval/eip155/delegation.ts'
import { servicesOn } from '../../approval/eip155/sponsor.ts'
import type { Call } from '../../approval/prepared.ts'

/** Libraries write numbers with leading zeros, or none as `0x`. */
const Figure = z.string().check(z.regex(/^0x[0-9a-fA-F]{0,64}$/))
const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

/** Of every version of the EntryPoint. `factory` may be the short marker of an upgrade (ERC-7769). */
const fields = {
  sender: EvmAddress,
  nonce: maybe(Figure),
  factory: maybe(Hex),
  factoryData: maybe(Hex),
  initCode: maybe(Hex),
  callData: Hex,
  callGasLimit: maybe(Figure),
  verificationGasLimit: maybe(Figure),
  preVerificationGas: maybe(Figure),
  maxFeePerGas: maybe(Figure),
  maxPriorityFeePerGas: maybe(Figure),
  paymaster: maybe(Hex),
  paymasterData: maybe(Hex),
  paymasterVerificationGasLimit: maybe(Figure),
  paymasterPostOpGasLimit: maybe(Figure),
  paymasterAndData: maybe(Hex),
  signature: maybe(Hex),
  eip7702Auth: maybe(
    z.object({ chainId: Figure, address: EvmAddress, nonce: Figure, yParity: Figure, r: Figure, s: Figure }),
  ),
}

const logs = z
  .array(
    z.object({
      address: EvmAddress,
      topics: z.array(Hash32).check(z.maxLength(4)),
      data: Hex,
      blockNumber: maybe(Quantity),
      blockHash: maybe(Hash32),
      transactionHash: maybe(Hash32),
      transactionIndex: maybe(Quantity),
      logIndex: maybe(Quantity),
      removed: maybe(z.boolean()),
    }),
  )
  .check(z.maxLength(10_000))

const Known = z.nullable(
  z.object({
    userOperation: z.object(fields),
    entryPoint: EvmAddress,
    blockNumber: maybe(Quantity),
    blockHash: maybe(Hash32),
    transactionHash: maybe(Hash32),
  }),
)
const Ended = z.nullable(
  z.object({
    userOpHash: Hash32,
    entryPoint: maybe(EvmAddress),
    sender: EvmAddress,
    nonce: Figure,
    paymaster: maybe(Hex),
    actualGasCost: Quantity,
    actualGasUsed: Quantity,
    success: z.boolean(),
    reason: maybe(z.string().check(z.maxLength(8192))),
    logs,
    receipt: z.object({
      transactionHash: Hash32,
      transactionIndex: Quantity,
      blockHash: Hash32,
      blockNumber: Quantity,
      from: EvmAddress,
      to: maybe(EvmAddress),
      contractAddress: maybe(EvmAddress),
      gasUsed: Quantity,
      cumulativeGasUsed: Quantity,
      effectiveGasPrice: maybe(Quantity),
      status: Quantity,
      type: maybe(Quantity),
      logs,
      logsBloom: maybe(Hex),
    }),
  }),
)

interface Question {
  /** Checked more closely here than by the allowlist, which is part of every frame. */
  readonly params: z.ZodMiniType
  readonly answer: z.ZodMiniType
}

const byHash = z.tuple([Hash32])
const questions: Readonly<Record<string, Question>> = {
  eth_supportedEntryPoints: {
    params: z.tuple([]),
    answer: z.array(EvmAddress).check(z.maxLength(32)),
  },
  eth_estimateUserOperationGas: {
    params: z.tuple([z.strictObject(fields), EvmAddress]),
    answer: z.object({
      preVerificationGas: Quantity,
      verificationGasLimit: Quantity,
      callGasLimit: Quantity,
      paymasterVerificationGasLimit: maybe(Quantity),
      paymasterPostOpGasLimit: maybe(Quantity),
    }),
  },
  eth_getUserOperationByHash: { params: byHash, answer: Known },
  eth_getUserOperationReceipt: { params: byHash, answer: Ended },
}

/** Whether the answer is about another operation than the question. */
function isOfAnother(params: unknown, answer: unknown): boolean {
  const [asked, told] = [byHash.safeParse(params).data?.[0], Ended.safeParse(answer).data?.userOpHash]
  return asked !== undefined && told !== undefined && asked.toLowerCase() !== told.toLowerCase()
}

/** @throws {AirlockError} NOT_AVAILABLE where the record names no bundler, BAD_SHAPE, NETWORK, WALLET_FAILED with the bundler's number */
export async function askBundler(
  { scope, method, params }: Call,
  smartAccounts: SmartAccounts,
  signal: AbortSignal,
): Promise<Json> {
  const question = Object.hasOwn(questions, method) ? questions[method] : undefined
  if (!question) throw new AirlockError('METHOD_NOT_ALLOWED')
  const services = servicesOn(smartAccounts, scope)
  if (!services)
    throw new AirlockError('NOT_AVAILABLE', {
      message: `${method} is answered by a bundler, and the project record names none for ${scope}`,
    })
  const asked = z.safeParse(question.params, params ?? [])
  if (!asked.success) throw new AirlockError('BAD_SHAPE', { message: `${method}: invalid params` })
  // Over its limit, it is asked once more, as a node is.
  const { request } = createNodes([services.bundler], 'eth_chainId')
  // as: both are parsed from JSON, to which nothing was added
  const told = await request(method, asked.data as Json, signal)
  const read = z.safeParse(question.answer, told)
  if (!read.success || isOfAnother(asked.data, read.data))
    throw new AirlockError('NETWORK', { message: `${method}: the bundler gave an answer that does not fit` })
  return read.data as Json
}
