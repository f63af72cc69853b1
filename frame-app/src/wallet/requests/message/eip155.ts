/** Text to sign with an EVM account (`personal_sign`). */
import { bytesToHex } from 'viem'
import * as z from 'zod/mini'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { type EvmTools, readSigned } from '../../approval/eip155/tools.ts'
import type { AskedKind } from '../../approval/prepared.ts'
import { messageBytes, readMessage } from '../../decode/message.ts'
import type { EvmMessage } from '../../signing/request.ts'

/** Some libraries add a password after the account; it is not read. */
const MessageParams = z.tuple([z.string(), z.string()], z.unknown())

export function createEvmMessages({ options, expectOwn }: EvmTools): AskedKind<EvmMessage> {
  const { account, origin, now } = options
  const kind: AskedKind<EvmMessage> = {
    methods: ['personal_sign'],
    async prepare(call) {
      const [given, address] = z.parse(MessageParams, call.params)
      expectOwn(address, call.method)
      const bytes = messageBytes(given)
      const intent = readMessage({ bytes, account: checksum(account), chainId: call.scope, origin, now: now() })
      const request = { kind: 'evmMessage', signer: checksum(account), message: bytesToHex(bytes) } as const
      return { kind, call, request, intent, raw: given, tokens: new Map(), work: undefined }
    },
    finish: async (_, signed) => readSigned(signed),
  }
  return kind
}
