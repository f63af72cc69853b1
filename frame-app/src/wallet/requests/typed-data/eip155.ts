/** Typed data to sign with an EVM account (EIP-712). */
import * as z from 'zod/mini'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { warnOfTokens } from '../../approval/eip155/complete.ts'
import { readTokens } from '../../approval/eip155/tokens.ts'
import { type EvmTools, readSigned, toRaw } from '../../approval/eip155/tools.ts'
import type { AskedKind } from '../../approval/prepared.ts'
import { tokensIn, withWarnings } from '../../approval/warnings.ts'
import { readTypedData, type TypedDataVersion } from '../../decode/eip155/typed-data.ts'
import { readTypedDataIntent } from '../../decode/eip155/typed-data-intent.ts'
import type { EvmTypedData } from '../../signing/request.ts'

const TypedDataParams = z.tuple([z.string(), z.unknown()])

export function createTypedData(
  { options, expectOwn, sourceOf }: EvmTools,
  version: TypedDataVersion,
): AskedKind<EvmTypedData> {
  const { account, origin, now, rpc } = options
  const kind: AskedKind<EvmTypedData> = {
    methods: [`eth_signTypedData_${version}`],
    async prepare(call, signal) {
      const [address, given] = z.parse(TypedDataParams, call.params)
      expectOwn(address, call.method)
      const typedData = readTypedData(given, version)
      const intent = readTypedDataIntent({ typedData, account, chainId: call.scope, origin, now: now() })
      const request = { kind: 'evmTypedData', signer: checksum(account), typedData } as const
      // Without a node, amounts of tokens that are not in our table are shown in the smallest unit.
      const nodes = rpc[call.scope]?.length ? sourceOf(call, signal).nodes : []
      const tokens = await readTokens({ scope: call.scope, nodes }, tokensIn([intent, ...intent.parts], undefined))
      return {
        kind,
        call,
        request,
        intent: withWarnings(intent, { warnings: warnOfTokens(tokens) }),
        raw: toRaw(typedData),
        tokens: tokens.words,
        work: undefined,
      }
    },
    finish: async (_, signed) => readSigned(signed),
  }
  return kind
}
