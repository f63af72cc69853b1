/** The addresses of a connection on its network, of which the user can choose one. */
import type { Caip10 } from '@airlock/protocol/scalars/caip.ts'
import type { Connected } from './accounts.ts'

/** In the order of the wallet, without its duplicates. */
export const addressesOf = ({ accounts, active, chainId }: Connected): readonly Caip10[] => {
  const here = accounts.filter((account) => account.startsWith(`${chainId}:`))
  return [...new Set(here.includes(active) ? here : [active, ...here])]
}
