/** JSON-RPC 2.0 for the node gateway. */
import { type Hex, isHex } from 'viem'
import * as z from 'zod/mini'

export const limits = {
  /** Calls per batch. */
  batch: 100,
  /** Bytes of a request and of an answer. */
  requestBytes: 1024 * 1024,
  answerBytes: 10 * 1024 * 1024,
} as const

const Id = z.union([z.string().check(z.maxLength(256)), z.number(), z.null()])
export type Id = z.infer<typeof Id>

export const Call = z.object({
  jsonrpc: z.literal('2.0'),
  /** A notification has no id; it is answered with `null` anyway, because every HTTP request needs a response. */
  id: z._default(Id, null),
  method: z.string().check(z.regex(/^\w{1,64}$/)),
  params: z._default(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]), []),
})
export type Call = z.infer<typeof Call>

export const Request = z.union([Call, z.array(Call).check(z.minLength(1), z.maxLength(limits.batch))])

export type RpcError = { readonly code: number; readonly message: string; readonly data?: unknown }
/** A node's answer to one call. */
export type Outcome = { readonly result: unknown } | { readonly error: RpcError }

/** Hex in an answer; `undefined` for a refusal and for anything else. */
export const hexOf = (outcome: Outcome | undefined): Hex | undefined =>
  outcome && 'result' in outcome && isHex(outcome.result) ? outcome.result : undefined

/** @throws {Error} when the node refused, or its answer is invalid */
export function resultOf<T extends z.ZodMiniType>(
  outcome: Outcome | undefined,
  schema: T,
  what: 'balance' | 'history',
): z.output<T> {
  if (!outcome || !('result' in outcome)) throw new Error(`The ${what} cannot be read`)
  return z.parse(schema, outcome.result)
}

const NodeError = z.object({
  code: z.int(),
  message: z._default(z.string(), ''),
  data: z.optional(z.unknown()),
})
const NodeAnswer = z.object({
  id: z.optional(z.union([z.number(), z.string(), z.null()])),
  result: z.optional(z.unknown()),
  error: z.optional(z.nullable(NodeError)),
})

/** @returns outcomes by request id, or `undefined` if this does not answer the calls */
export function readAnswers(input: unknown): ReadonlyMap<unknown, Outcome> | undefined {
  const parsed = z.safeParse(z.array(NodeAnswer), Array.isArray(input) ? input : [input])
  if (!parsed.success) return undefined
  return new Map(
    parsed.data.map(({ id, result, error }) => [
      id,
      error
        ? { error: { code: error.code, message: error.message.slice(0, 4096), data: error.data } }
        : { result: result ?? null },
    ]),
  )
}

export const methodNotFound = (method: string): Outcome => ({
  error: { code: -32601, message: `The method ${method} is not served` },
})
