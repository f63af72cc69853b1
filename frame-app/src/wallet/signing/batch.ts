/** Call data of a batch for the account's own code. Computed from the calls on both sides of the Worker. */
import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import type { EvmBatch, EvmCall } from './request.ts'

export const batchParameters = parseAbiParameters('(address target, uint256 value, bytes data)[] calls')
export const executeParameters = parseAbiParameters('bytes32 mode, bytes data')
/** ERC-7579: several calls, all or none. */
export const batchMode: Hex = `0x01${'00'.repeat(31)}`

/** `executeBatch((address,uint256,bytes)[])` or `execute(bytes32,bytes)`. */
export function batchData(calls: readonly EvmCall[], form: EvmBatch['form'] = 'executeBatch'): Hex {
  const all = calls.map(({ to, value, data }) => ({ target: to, value: BigInt(value), data }))
  const batch = encodeAbiParameters(batchParameters, [all])
  return form === 'executeBatch'
    ? `0x34fcd5be${batch.slice(2)}`
    : `0xe9ae5c53${encodeAbiParameters(executeParameters, [batchMode, batch]).slice(2)}`
}
