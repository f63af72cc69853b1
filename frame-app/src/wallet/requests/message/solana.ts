/** A message to sign with a Solana account. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import { base58 } from '@scure/base'
import * as z from 'zod/mini'
import type { AskedKind } from '../../approval/prepared.ts'
import { bytesOf, paramsOf, type SolanaTools, splitSigned } from '../../approval/solana/tools.ts'
import { readSolanaMessage } from '../../decode/solana/message.ts'
import type { SolanaMessage } from '../../signing/request.ts'

/** Maximum size of a message to sign, the same as in the page's provider. */
const maxMessageBytes = 10_000
const MessageParams = z.object({ message: bytesOf(maxMessageBytes), pubkey: z.string() })

export function createSolanaMessages({ options }: SolanaTools): AskedKind<SolanaMessage> {
  const { account, origin, now } = options
  const kind: AskedKind<SolanaMessage> = {
    methods: ['solana_signMessage'],
    async prepare(call) {
      const { message, pubkey } = paramsOf(MessageParams, call)
      if (pubkey !== account)
        throw new AirlockError('UNAUTHORIZED', { message: `${call.method}: not the account of this wallet` })
      const intent = readSolanaMessage({ bytes: message, account, chainId: call.scope, origin, now: now() })
      const request = { kind: 'solanaMessage', signer: account, message: base58.encode(message) } as const
      const raw = readable(message) ?? request.message
      return { kind, call, request, intent, raw, tokens: new Map(), work: undefined }
    },
    async finish(_, signed) {
      const [signature = new Uint8Array()] = splitSigned(signed, 1)
      return { signature: base58.encode(signature) }
    },
  }
  return kind
}

const readable = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
