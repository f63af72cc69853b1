/** Whether an account can make several calls as one: which contract's code it uses (EIP-7702), and whether that contract is there. */
import { SmartAccountNetwork } from '@airlock/protocol/contracts/smart-accounts.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { type Address, type Client, keccak256 } from 'viem'
import { getCode } from 'viem/actions'
import { checksum } from '../../../shared/chains/eip155/checksum.ts'
import { isSame } from '../../decode/eip155/known-calls.ts'
import { delegationTo, type Implementation, implementations } from '../../signing/implementations.ts'

/** Entries of the project record, unread. */
export type SmartAccounts = Readonly<Partial<Record<Caip2, unknown>>> | undefined

/** `undefined` where the project has no smart accounts. */
export function readNetwork(smartAccounts: SmartAccounts, scope: Caip2) {
  const { data: network } = SmartAccountNetwork.safeParse(smartAccounts?.[scope])
  return network && { network, implementation: implementations[network.implementation] }
}

export const implementationOn = (smartAccounts: SmartAccounts, scope: Caip2): Implementation | undefined =>
  readNetwork(smartAccounts, scope)?.implementation

/** EIP-5792: `ready` means after an upgrade, which the user approves with the first calls. */
export type AtomicStatus = 'supported' | 'ready' | 'unsupported'

/** A node can lie, with no other effect than calls that fail: what is signed names the contract. */
export async function readAtomicStatus(
  client: Client,
  account: Address,
  { delegate, codeHash }: Implementation,
): Promise<AtomicStatus> {
  const [own, code] = await Promise.all([getCode(client, { address: account }), getCode(client, { address: delegate })])
  // Without code, the calls would be lost silently.
  if (code === undefined || (codeHash !== null && keccak256(code) !== codeHash)) return 'unsupported'
  return own !== undefined && isSame(own, delegationTo(delegate)) ? 'supported' : 'ready'
}

/** Whether the account uses the code that the project record names for this network. */
export async function isDelegated(
  { smartAccounts, account }: { readonly smartAccounts?: SmartAccounts; readonly account: string },
  scope: Caip2,
  client: Client,
): Promise<boolean> {
  const implementation = implementationOn(smartAccounts, scope)
  return !!implementation && (await readAtomicStatus(client, checksum(account), implementation)) === 'supported'
}
