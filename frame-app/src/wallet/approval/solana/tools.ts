/** What the kinds of requests of Solana accounts share: access to the nodes, sending, and bytes as text. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { type Caip2, isCaip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import { type BroadcastOutcome, broadcastToNodes } from '../broadcast.ts'
import { type Call, type PreparerOptions, urlsOf } from '../prepared.ts'
import { createNode, type SendOptions, type SolanaNode } from './node.ts'

export const signatureBytes = 64

export type SolanaTools = ReturnType<typeof createSolanaTools>

export function createSolanaTools(options: PreparerOptions) {
  return {
    options,
    nodeFor: ({ scope }: Call, signal: AbortSignal): SolanaNode => createNode(scope, urlsOf(options, scope), signal),
    /** Nodes of the other listed networks. */
    othersThan: ({ scope }: Call, signal: AbortSignal): ReadonlyMap<Caip2, SolanaNode> =>
      new Map(
        Object.entries(options.rpc).flatMap(([id, urls]) =>
          isCaip2(id) && namespaceOf(id) === 'solana' && id !== scope && urls?.length
            ? [[id, createNode(id, urls, signal)] as const]
            : [],
        ),
      ),
    transmit: ({ scope }: Call, transaction: Uint8Array, sending: SendOptions): Promise<BroadcastOutcome> =>
      broadcastToNodes(
        urlsOf(options, scope).map((url) => ({
          send: (signal) => createNode(scope, [url], signal).send(transaction, sending),
          knows: (signal) => createNode(scope, [url], signal).knows(nameOf(transaction)),
        })),
      ),
  }
}

/** The first signature. It follows the number of signatures, which is one byte, because no transaction has room for more than 127. */
export const nameOf = (transaction: Uint8Array): string => base58.encode(transaction.slice(1, 1 + signatureBytes))

/** Decoding long base58 text is slow, so text that is too long for the given number of bytes is refused first. */
export const bytesOf = (most: number) =>
  z.pipe(
    z.string().check(z.minLength(1), z.maxLength(Math.ceil(most * 1.37))),
    z.transform((text: string, context) => {
      try {
        const bytes = base58.decode(text)
        if (bytes.length <= most) return bytes
      } catch {
        // The issue below reports it.
      }
      context.issues.push({ code: 'custom', input: text, message: 'not base58' })
      return z.NEVER
    }),
  )
export function paramsOf<T extends z.ZodMiniType>(schema: T, { method, params }: Call): z.infer<T> {
  const read = z.safeParse(schema, params)
  if (!read.success) throw new AirlockError('BAD_SHAPE', { message: `${method}: invalid params` })
  return read.data
}

/** Splits the signer's answer into signatures. */
export function splitSigned(signed: string, count: number): Uint8Array[] {
  const read = z.safeParse(bytesOf(count * signatureBytes), signed)
  if (!read.success || read.data.length !== count * signatureBytes) throw new AirlockError('INTERNAL')
  return Array.from({ length: count }, (_, place) =>
    read.data.slice(place * signatureBytes, (place + 1) * signatureBytes),
  )
}

const mainnet: Caip2 = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const symbols: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [mainnet]: {
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
    Es9vMFrzaCERmJfrF4H2FYD4KCoNky11McCe8BenwNYB: 'USDT',
    So11111111111111111111111111111111111111112: 'wSOL',
  },
}

/** Empty for all other tokens: the view shows their mint beside the amount. */
export const symbolOf = (network: Caip2, mint: string): string => {
  const known = symbols[network]
  return known && Object.hasOwn(known, mint) ? (known[mint] ?? '') : ''
}
