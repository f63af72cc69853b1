/** A signed delegation as the page gets it and its key redeems it (ERC-7710), and calls about it to the delegation manager. */
import {
  type Address,
  type Client,
  concatHex,
  decodeAbiParameters,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashStruct,
  hashTypedData,
  padHex,
  parseAbi,
  parseAbiParameters,
  size,
  slice,
} from 'viem'
import { call } from 'viem/actions'
import { type Delegation, typedDelegation } from '../signing/session.ts'
import { structs } from './parameters.ts'

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

/** Of the network itself: the account that has signed a digest. */
const recovery = '0x0000000000000000000000000000000000000001'

/** Whether the account has signed it, for this network. Any node can say so, and no code for it has to be loaded. */
export async function isSignedFor(client: Client, chainId: number, session: SignedDelegation): Promise<boolean> {
  const { signature, ...delegation } = session
  if (size(signature) !== signatureBytes) return false
  const digest = hashTypedData(typedDelegation(chainId, delegation))
  const signed = concatHex([digest, padHex(slice(signature, 64), { size: 32 }), slice(signature, 0, 64)])
  const { data } = await call(client, { to: recovery, data: signed })
  return data?.toLowerCase() === padHex(session.delegator, { size: 32 }).toLowerCase()
}
