/** The addresses of a connection on its network, of which the user can choose one, and when two are the same. */
import { type Caip10, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { addressKey } from '../../../shared/chains/address-form.ts'
import type { Connected } from './accounts.ts'

/** In the order of the wallet, without its duplicates. */
export const addressesOf = ({ accounts, active, chainId }: Connected): readonly Caip10[] => {
  const here = accounts.filter((account) => account.startsWith(`${chainId}:`))
  return [...new Set(here.includes(active) ? here : [active, ...here])]
}

/** Whether two accounts have the same address, on any networks of their namespace. */
export function isSameAddress(one: Caip10, other: Caip10): boolean {
  const [first, second] = [parseCaip10(one), parseCaip10(other)]
  return (
    first.namespace === second.namespace &&
    addressKey(first.namespace, first.address) === addressKey(second.namespace, second.address)
  )
}
