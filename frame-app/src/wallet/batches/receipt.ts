/** A receipt as nodes give it. */
import type { Json } from '@airlock/protocol/json.ts'
import { Hash32, Hex, Quantity } from '@airlock/protocol/scalars/values.ts'
import * as z from 'zod/mini'

/** Asks a node. @throws {AirlockError} NETWORK */
export type AskNode = (method: string, params: Json) => Promise<Json>

const Log = z.object({ address: Hex, data: Hex, topics: z.array(Hash32).check(z.maxLength(4)) })
export const Receipt = z.nullable(
  z.object({
    status: Quantity,
    blockHash: Hash32,
    blockNumber: Quantity,
    gasUsed: Quantity,
    transactionHash: Hash32,
    logs: z.array(Log).check(z.maxLength(10_000)),
  }),
)
export type Receipt = NonNullable<z.infer<typeof Receipt>>
