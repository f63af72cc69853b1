/** What one known function of contracts is, and how its calls are read. The functions are in `call-table.ts`. */
import {
  type AbiParameter,
  type Address,
  type DecodeAbiParametersReturnType,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  toFunctionSelector,
} from 'viem'
import type { Action, Fact, Warning } from '../intent.ts'

export type TokenStandard = 'erc20' | 'erc721' | 'erc1155'

export interface Call {
  /** The caller that the contract sees (`msg.sender`). */
  readonly from: Address
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

export interface Surroundings {
  /** The standard of a contract, read from the chain; `undefined` if it was not queried or gave no answer. */
  readonly standardOf: (contract: Address) => TokenStandard | undefined
}

/** The action of one call, or the calls that it makes. */
export type Explained = Single | { readonly calls: readonly Call[]; readonly facts?: readonly Fact[] }
export interface Single {
  readonly action: Action
  readonly warnings?: readonly Warning[]
  /** The coins sent with the call are part of the action. */
  readonly takesCoins?: boolean
}

export interface KnownCall {
  readonly selector: Hex
  /** `undefined` if the data does not fit the parameters. */
  readonly explain: (call: Call, surroundings: Surroundings) => (Explained & { isCanonical: boolean }) | undefined
}

export const permit2Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const nobody = '0x0000000000000000000000000000000000000000'

export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Warns about unusual recipients. */
export function warnOfRecipient(to: Address, token: Address): Warning[] {
  if (isSame(to, nobody)) return ['sentToNobody']
  return isSame(to, token) ? ['sentToToken'] : []
}

export function known<const P extends readonly AbiParameter[]>(
  name: string,
  parameters: P,
  explain: (values: DecodeAbiParametersReturnType<P>, call: Call, surroundings: Surroundings) => Explained,
): KnownCall {
  const inputs = [...parameters]
  const selector = toFunctionSelector({ type: 'function', name, inputs, outputs: [], stateMutability: 'payable' })
  return {
    selector,
    explain(call, surroundings) {
      const body: Hex = `0x${call.data.slice(10)}`
      try {
        const values = decodeAbiParameters(parameters, body)
        // as: both types are derived from `parameters`.
        const again = encodeAbiParameters(inputs as readonly AbiParameter[], values as readonly unknown[])
        return { ...explain(values, call, surroundings), isCanonical: isSame(again, body) }
      } catch {
        return undefined
      }
    },
  }
}
