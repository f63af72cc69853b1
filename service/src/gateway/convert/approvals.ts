/** Router allowances: their current amount, and the call that changes it. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { readUint, type Viewer } from '../eip155/view.ts'
import type { NodePool } from '../nodes/pool.ts'

export type Grant = { readonly token: Hex; readonly owner: Hex; readonly spender: Hex }

/**
 * @returns undefined if it is not a token
 * @throws {Error} when no node answers
 */
export async function readAllowance(
  view: Viewer,
  { token, owner, spender }: Grant,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })
  const [answer] = await view([{ to: token, data }], signal)
  return readUint(answer)
}

export const approving = (spender: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

/**
 * Whether the token only lets an allowance change from or to zero, as USDT does. Determined by a simulated call.
 * @throws {Error} when no node answers
 */
export async function needsReset(
  { view, nodes }: { readonly view: Viewer; readonly nodes: NodePool },
  grant: Grant,
  amount: bigint,
  signal: AbortSignal,
): Promise<boolean> {
  const allowance = await readAllowance(view, grant, signal)
  if (!allowance || amount === 0n) return false
  const call = { from: grant.owner, to: grant.token, data: approving(grant.spender, amount) }
  const [outcome] = await nodes.send([{ method: 'eth_call', params: [call, 'latest'] }], signal)
  return outcome !== undefined && 'error' in outcome
}
