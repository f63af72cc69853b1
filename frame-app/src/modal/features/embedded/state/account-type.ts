/** What the type of an account means. For the embedded wallet, both types are the same account with one address (EIP-7702). */
import type { Connected } from '../../../session/state/accounts.ts'

type Typed = Pick<Connected, 'accountType'> & Partial<Pick<Connected, 'details'>>

/** A smart account with an address of its own: a contract, which is usable only on its network and pays no fees itself. */
export const isContract = ({ accountType, details = [] }: Typed): boolean =>
  accountType === 'smartAccount' && !details.some(({ type }) => type === 'eoa')

/** The type that the user can switch to, if the wallet offers both. */
export function otherType({ accountType, details = [] }: Typed): 'eoa' | 'smartAccount' | undefined {
  const other = accountType === 'smartAccount' ? 'eoa' : 'smartAccount'
  return accountType && details.some(({ type }) => type === other) ? other : undefined
}
