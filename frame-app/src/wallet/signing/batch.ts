/** Data of a batch for the account's own code: `executeBatch`. Computed from the calls on both sides of the Worker. */
import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import type { EvmCall } from './request.ts'

/** `executeBatch((address,uint256,bytes)[])` */
export const executeBatchSelector = '0x34fcd5be'
export const batchParameters = parseAbiParameters('(address target, uint256 value, bytes data)[] calls')

export function batchData(calls: readonly EvmCall[]): Hex {
  const all = calls.map(({ to, value, data }) => ({ target: to, value: BigInt(value), data }))
  return `${executeBatchSelector}${encodeAbiParameters(batchParameters, [all]).slice(2)}`
}
