/** A transaction of an EVM account (`eth_sendTransaction`). */
import { movedTo, withEffects } from '../../approval/eip155/complete.ts'
import { simulate } from '../../approval/eip155/simulate.ts'
import { type EvmTools, readSigned, type TransactionKind } from '../../approval/eip155/tools.ts'
import { asHex, fillTransaction } from '../../approval/eip155/transaction.ts'

export function createTransactions(tools: EvmTools): TransactionKind {
  const { options, clientFor, nextNonce, laneOf, withNonceNow, transmit } = tools
  const kind: TransactionKind = {
    methods: ['eth_sendTransaction'],
    async prepare(call, signal) {
      const { account } = options
      const client = clientFor(call, signal)
      const { request, fee, warnings } = await fillTransaction(call.params, {
        account,
        scope: call.scope,
        client,
        nextNonce: () => nextNonce(call, client, signal),
      })
      const { to, value, data } = request
      const toRead = [{ chainId: call.scope, from: account, to, value: BigInt(value), data: asHex(data) }]
      const simulating = simulate(client, request)
      return withEffects({ kind, call, request, fee, work: undefined }, { toRead, simulating, warnings, signal }, tools)
    },
    lane: laneOf,
    renew: (ready, signal) =>
      withNonceNow(ready, signal, (later) => movedTo(ready, later, simulate(clientFor(ready.call, signal), later))),
    sends: () => true,
    finish: ({ call, request: { nonce } }, signed) => transmit({ call, signed: readSigned(signed), nonces: [nonce] }),
  }
  return kind
}
