/** Call data of a batch for the account's own code. Computed from the calls on both sides of the Worker. */
import { encodeAbiParameters, type Hex } from 'viem'
import type { EvmBatch, EvmCall } from './request.ts'

/** Written out: parsing them from text would add 2.4 kB to the Key Worker. */
export const batchParameters = [
  {
    name: 'calls',
    type: 'tuple[]',
    components: [
      { name: 'target', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const
export const executeParameters = [
  { name: 'mode', type: 'bytes32' },
  { name: 'data', type: 'bytes' },
] as const
/** ERC-7579: one call. */
export const singleMode: Hex = `0x${'00'.repeat(32)}`
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
