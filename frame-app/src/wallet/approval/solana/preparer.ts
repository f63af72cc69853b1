/** Prepares requests of Solana accounts for display and signing, sends transactions, and builds the answers. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Json } from '@airlock/protocol/json.ts'
import { type Caip2, isCaip2, namespaceOf } from '@airlock/protocol/scalars/caip.ts'
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import { maxTransactionBytes, withSignature } from '../../../shared/chains/solana/read.ts'
import { readSolanaMessage } from '../../decode/solana/message.ts'
import { type HandedOver, handOver } from '../hand-over.ts'
import type { Call, Prepared, Preparer, PreparerOptions } from '../prepared.ts'
import { createNode, type SendOptions, type SolanaNode } from './node.ts'
import { prepareTransactions } from './transactions.ts'

/** Exported here so that the build puts it in this chunk, which already has its code. */
export { createSolanaSweeper } from '../../rotation/solana.ts'

/** A recent block hash stays valid for about a minute. */
const sendableForMs = 60_000
const signatureBytes = 64
/** Maximum size of a message to sign, the same as in the page's provider. */
const maxMessageBytes = 10_000

/** Decoding long base58 text is slow, so text that is too long for the given number of bytes is refused first. */
const bytesOf = (most: number) =>
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
const Bytes = bytesOf(maxTransactionBytes)
const MessageParams = z.object({ message: bytesOf(maxMessageBytes), pubkey: z.string() })
const One = z.object({ transaction: Bytes })
const Many = z.object({ transactions: z.array(Bytes).check(z.minLength(1), z.maxLength(50)) })
const Sent = z.object({
  transaction: Bytes,
  options: z.optional(
    z.object({
      skipPreflight: z.optional(z.boolean()),
      preflightCommitment: z.optional(z.string()),
      maxRetries: z.optional(z.number()),
      minContextSlot: z.optional(z.number()),
    }),
  ),
})

interface Method {
  prepare(call: Call, signal: AbortSignal): Promise<Prepared>
  readonly sends?: boolean
  /** @param signed whole transactions, or the signature of a message */
  answer(signed: readonly Uint8Array[]): Json
}

export function createSolanaPreparer({ account, origin, now, rpc }: PreparerOptions): Preparer {
  const urlsOf = ({ scope }: Call): readonly string[] => {
    const urls = rpc[scope]
    if (!urls?.length) throw new AirlockError('CHAIN_NOT_SUPPORTED')
    return urls
  }
  const nodeFor = (call: Call, signal: AbortSignal): SolanaNode => createNode(call.scope, urlsOf(call), signal)
  const send = (call: Call, transaction: Uint8Array): Promise<HandedOver> => {
    const { options = {} } = paramsOf(Sent, call)
    const nodes = urlsOf(call).map((url) => ({
      send: (signal: AbortSignal) => createNode(call.scope, [url], signal).send(transaction, options),
      knows: (signal: AbortSignal) => createNode(call.scope, [url], signal).knows(nameOf(transaction)),
    }))
    return handOver(nodes)
  }

  const prepareMessage = async (call: Call): Promise<Prepared> => {
    const { message, pubkey } = paramsOf(MessageParams, call)
    if (pubkey !== account)
      throw new AirlockError('UNAUTHORIZED', { message: `${call.method}: not the account of this wallet` })
    const intent = readSolanaMessage({ bytes: message, account, chainId: call.scope, origin, now: now() })
    const request = { kind: 'solanaMessage', signer: account, message: base58.encode(message) } as const
    return { call, request, intent, raw: readable(message) ?? request.message, tokens: new Map() }
  }

  const othersThan = ({ scope }: Call, signal: AbortSignal): ReadonlyMap<Caip2, SolanaNode> =>
    new Map(
      Object.entries(rpc).flatMap(([id, urls]) =>
        isCaip2(id) && namespaceOf(id) === 'solana' && id !== scope && urls?.length
          ? [[id, createNode(id, urls, signal)] as const]
          : [],
      ),
    )
  const prepare = (transactions: readonly Uint8Array[], call: Call, signal: AbortSignal, options?: SendOptions) =>
    prepareTransactions(transactions, {
      call,
      account,
      node: nodeFor(call, signal),
      others: othersThan(call, signal),
      send: options,
    })

  const first = ([signed]: readonly Uint8Array[]): string => base58.encode(signed ?? new Uint8Array())
  const methods: Readonly<Record<string, Method>> = {
    solana_signMessage: { prepare: prepareMessage, answer: (signed) => ({ signature: first(signed) }) },
    solana_signTransaction: {
      prepare: async (call, signal) => prepare([paramsOf(One, call).transaction], call, signal),
      answer: (signed) => ({ transaction: first(signed) }),
    },
    solana_signAllTransactions: {
      prepare: async (call, signal) => prepare(paramsOf(Many, call).transactions, call, signal),
      answer: (signed) => ({ transactions: signed.map((one) => base58.encode(one)) }),
    },
    solana_signAndSendTransaction: {
      sends: true,
      async prepare(call, signal) {
        const { transaction, options = {} } = paramsOf(Sent, call)
        const prepared = await prepare([transaction], call, signal, options)
        return { ...prepared, goodForMs: sendableForMs }
      },
      // A transaction is identified by its first signature.
      answer: ([signed]) => ({ signature: nameOf(signed ?? new Uint8Array()) }),
    },
  }
  const methodOf = ({ method }: Call): Method => {
    const found = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!found) throw new AirlockError('NOT_AVAILABLE', { message: `${method} is not available` })
    return found
  }

  return {
    async prepare(call, signal) {
      try {
        return await methodOf(call).prepare(call, signal)
      } catch (error) {
        throw error instanceof AirlockError ? error : new AirlockError('INTERNAL', { cause: error })
      }
    },
    sends: ({ call }) => methodOf(call).sends === true,
    async finish({ call, unsigned }, signed) {
      const signatures = split(signed, unsigned?.length ?? 1)
      const { sends, answer } = methodOf(call)
      const whole = signatures.map((signature, place) => {
        const transaction = unsigned?.[place]
        return transaction ? withSignature(transaction, account, signature) : signature
      })
      const [transaction] = whole
      if (sends && transaction) await send(call, transaction)
      return answer(whole)
    },
  }
}

/** The first signature. It follows the number of signatures, which is one byte, because no transaction has room for more than 127. */
const nameOf = (transaction: Uint8Array): string => base58.encode(transaction.slice(1, 1 + signatureBytes))

function paramsOf<T extends z.ZodMiniType>(schema: T, { method, params }: Call): z.infer<T> {
  const read = z.safeParse(schema, params)
  if (!read.success) throw new AirlockError('BAD_SHAPE', { message: `${method}: invalid params` })
  return read.data
}

/** Splits the signer's answer into signatures. */
function split(signed: string, count: number): Uint8Array[] {
  const read = z.safeParse(bytesOf(count * signatureBytes), signed)
  if (!read.success || read.data.length !== count * signatureBytes) throw new AirlockError('INTERNAL')
  return Array.from({ length: count }, (_, place) =>
    read.data.slice(place * signatureBytes, (place + 1) * signatureBytes),
  )
}

const readable = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
