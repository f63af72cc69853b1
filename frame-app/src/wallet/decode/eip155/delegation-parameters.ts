/** A delegation in the calls of the delegation manager. A file of its own: it loads with the first request, the rest with the first session. */
import { parseAbiParameters } from 'viem'

export const structs = [
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
] as const
export const delegationParameters = parseAbiParameters(['Delegation delegation', ...structs])
