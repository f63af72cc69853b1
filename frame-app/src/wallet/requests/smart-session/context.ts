/** A signed delegation as the page gets it and its key redeems it (ERC-7710), and calls about it to the delegation manager. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashStruct,
  parseAbi,
  parseAbiParameters,
  recoverTypedDataAddress,
  size,
} from 'viem'
import { structs } from '../../decode/eip155/call-table.ts'
import { type Delegation, typedDelegation } from '../../signing/session.ts'

export const managerAbi = parseAbi([
  ...structs,
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)',
  'function disableDelegation(Delegation delegation)',
  'function enableDelegation(Delegation delegation)',
  'function disabledDelegations(bytes32 hash) view returns (bool)',
])
export const contextParameters = parseAbiParameters(['Delegation[] delegations', ...structs])

/** r, s and v. */
export const signatureBytes = 65

export interface SignedDelegation extends Delegation {
  readonly signature: Hex
}

const withArgs = ({ caveats, ...rest }: SignedDelegation) => ({
  ...rest,
  caveats: caveats.map((caveat) => ({ ...caveat, args: '0x' as const })),
})

export const contextOf = (delegation: SignedDelegation): Hex =>
  encodeAbiParameters(contextParameters, [[withArgs(delegation)]])

/** @returns `undefined` if it is not one delegation of this account */
export function readContext(context: Hex, account: Address): SignedDelegation | undefined {
  try {
    const [[only, ...others]] = decodeAbiParameters(contextParameters, context)
    if (!only || others.length > 0 || only.delegator !== account) return undefined
    const { caveats, ...rest } = only
    return { ...rest, caveats: caveats.map(({ enforcer, terms }) => ({ enforcer, terms })) }
  } catch {
    return undefined
  }
}

export const disableData = (delegation: SignedDelegation): Hex =>
  encodeFunctionData({ abi: managerAbi, functionName: 'disableDelegation', args: [withArgs(delegation)] })

/** By this the manager knows it, on any network. */
export const hashOf = ({ delegate, delegator, authority, caveats, salt }: Delegation): Hex => {
  const { types, primaryType, message } = typedDelegation(1, { delegate, delegator, authority, caveats, salt })
  return hashStruct({ types, primaryType, data: message })
}

/** Whether the account has signed it, for this network. @throws {AirlockError} NETWORK if the code of the curve does not load */
export async function isSignedFor(chainId: number, { signature, ...delegation }: SignedDelegation): Promise<boolean> {
  if (size(signature) !== signatureBytes) return false
  try {
    const signer = await recoverTypedDataAddress({ ...typedDelegation(chainId, delegation), signature })
    return signer === delegation.delegator
  } catch (error) {
    if (error instanceof TypeError) throw new AirlockError('NETWORK', { cause: error })
    return false // not a point of the curve
  }
}
