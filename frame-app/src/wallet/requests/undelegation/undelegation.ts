/** The way back: the account stops using the code of a contract (EIP-7702). Asked for by the user in the wallet, never by a page. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Address, Client, Hex } from 'viem'
import { estimateGas, getCode } from 'viem/actions'
import { evmChainId } from '../../../shared/chains/eip155/chain-id.ts'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { authorizationGas } from '../../approval/eip155/batch.ts'
import { type EvmTools, readSigned, toRaw } from '../../approval/eip155/tools.ts'
import { complete, feesOf, withReserve } from '../../approval/eip155/transaction.ts'
import type { AskedKind } from '../../approval/prepared.ts'
import { address, network, toIntent } from '../../decode/intent.ts'
import { delegationTo } from '../../signing/implementations.ts'
import type { EvmUndelegation } from '../../signing/request.ts'

/** The code of an account that delegates: this, and the contract. */
const prefix = delegationTo('0x')

/** The contract whose code the account uses. @throws {AirlockError} NETWORK */
export async function readDelegate(client: Client, account: Address): Promise<Hex | undefined> {
  const code = await getCode(client, { address: account })
  return code?.toLowerCase().startsWith(prefix) ? `0x${code.slice(prefix.length)}` : undefined
}

/** @param method by which the wallet itself asks */
export function createUndelegations(tools: EvmTools, method: string): AskedKind<EvmUndelegation> {
  const { options, clientFor, nextNonce, laneOf, withNonceNow, transmit } = tools
  const kind: AskedKind<EvmUndelegation> = {
    methods: [method],
    async prepare(call, signal) {
      const signer = checksum(options.account)
      const chainId = evmChainId(call.scope)
      const client = clientFor(call, signal)
      const delegate = await readDelegate(client, signer)
      if (delegate === undefined) throw new AirlockError('NOT_AVAILABLE')
      const { nonce, price, fee, warnings } = await complete(client, {
        from: signer,
        chainId,
        nonce: () => nextNonce(call, client, signal),
        gas: async () => withReserve((await estimateGas(client, { account: signer, to: signer })) + authorizationGas),
        fees: () => feesOf({}, client),
      })
      const request = { kind: 'evmUndelegation', signer, chainId, nonce, ...price } as const
      const facts = [address('contract', delegate), network(call.scope)]
      const intent = toIntent({ kind: 'undelegate', facts }, { warnings: ['undelegates', ...warnings] })
      return { kind, call, request, fee, intent, raw: toRaw(request), tokens: new Map(), work: undefined }
    },
    lane: laneOf,
    renew: (ready, signal) =>
      withNonceNow(ready, signal, async (request) => ({ ...ready, request, raw: toRaw(request) })),
    sends: () => true,
    // The authorization uses the next nonce.
    finish: ({ call, request: { nonce } }, signed) =>
      transmit({ call, signed: readSigned(signed), nonces: [nonce, nonce + 1] }),
  }
  return kind
}
