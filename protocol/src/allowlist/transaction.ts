/** The JSON-RPC transaction request of execution-apis, as a dapp may send it. */
import * as z from 'zod/mini'
import { EvmAddress, Hash32, Hex, Quantity } from '../scalars/values.ts'

const Authorization = z.strictObject({
  chainId: Quantity,
  address: EvmAddress,
  nonce: Quantity,
  yParity: z.optional(Quantity),
  r: z.optional(Hex),
  s: z.optional(Hex),
})

export const TransactionRequest = z.strictObject({
  from: z.optional(EvmAddress),
  to: z.optional(z.nullable(EvmAddress)),
  data: z.optional(Hex),
  input: z.optional(Hex),
  value: z.optional(Quantity),
  gas: z.optional(Quantity),
  gasLimit: z.optional(Quantity),
  gasPrice: z.optional(Quantity),
  maxFeePerGas: z.optional(Quantity),
  maxPriorityFeePerGas: z.optional(Quantity),
  nonce: z.optional(Quantity),
  type: z.optional(Quantity),
  chainId: z.optional(Quantity),
  accessList: z.optional(
    z
      .array(z.strictObject({ address: EvmAddress, storageKeys: z.array(Hash32).check(z.maxLength(1000)) }))
      .check(z.maxLength(1000)),
  ),
  authorizationList: z.optional(z.array(Authorization).check(z.maxLength(16))),
})

type Given = z.infer<typeof TransactionRequest>

/** The kinds of transaction that are known, and those fields that only some of them have. A blob has no fields here, so none can be sent. */
const fieldsOf: Readonly<Record<string, readonly (keyof Given)[]>> = {
  '0x0': ['gasPrice'],
  '0x1': ['gasPrice', 'accessList'],
  '0x2': ['maxFeePerGas', 'maxPriorityFeePerGas', 'accessList'],
  '0x4': ['maxFeePerGas', 'maxPriorityFeePerGas', 'accessList', 'authorizationList'],
}
const ofSome = ['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'accessList', 'authorizationList'] as const

/** Libraries send empty lists with every transaction. */
const isGiven = (value: Given[keyof Given]) => value !== undefined && !(Array.isArray(value) && value.length === 0)

/** Whether a kind of transaction has this field beside those before it. One that the page names is not replaced by another one. */
const fits = (index: number) => (given: Given) => {
  const needed = ofSome.slice(0, index + 1).filter((field) => isGiven(given[field]))
  if (!isGiven(given[ofSome[index] ?? 'type'])) return true
  const kinds = given.type === undefined ? Object.values(fieldsOf) : [fieldsOf[given.type] ?? []]
  return kinds.some((fields) => needed.every((field) => fields.includes(field)))
}

/**
 * A transaction to be signed. An unknown kind would be signed as one that means something else, and of fields that contradict each other
 * one would be dropped, so both are refused. Reads (`eth_call`) are left to the node.
 */
const SentTransaction = TransactionRequest.check(
  z.refine(({ type }) => type === undefined || Object.hasOwn(fieldsOf, type), {
    path: ['type'],
    abort: true,
    params: { why: `known are ${Object.keys(fieldsOf).join(', ')}` },
  }),
  z.refine(({ type, authorizationList }) => type !== '0x4' || isGiven(authorizationList), {
    path: ['authorizationList'],
    params: { why: 'type 0x4 needs it' },
  }),
  ...ofSome.map((field, index) =>
    z.refine<Given>(fits(index), {
      path: [field],
      abort: true,
      params: { why: 'contradicts the type or another field' },
    }),
  ),
)

/** Checked besides the params of the allowlist, which say only what each field is. */
export const SentTransactionParams = z.tuple([SentTransaction])
