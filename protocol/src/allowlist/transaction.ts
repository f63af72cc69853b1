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
