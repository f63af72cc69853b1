/** The current network of a wallet that has none of its own: that of the app if the wallet serves it, or else the first that it serves. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import type { ServedNetworks } from './namespace-adapter.ts'

export interface CurrentNetwork {
  /** @throws AirlockError CHAIN_NOT_SUPPORTED if the wallet serves no network of the page */
  readonly now: () => Caip2
  /** @throws AirlockError CHAIN_NOT_SUPPORTED for a network that the wallet does not serve */
  readonly choose: (id: Caip2) => void
  /** @throws AirlockError as above */
  readonly check: (id: Caip2) => void
}

export function createCurrentNetwork({ chains, active }: ServedNetworks): CurrentNetwork {
  let chosen: Caip2 | undefined
  const check = (id: Caip2 | undefined): Caip2 => {
    if (id === undefined || !chains.includes(id)) throw new AirlockError('CHAIN_NOT_SUPPORTED')
    return id
  }
  return {
    now: () => check([chosen, active()].find((id) => id && chains.includes(id)) ?? chains[0]),
    choose(id) {
      chosen = check(id)
    },
    check,
  }
}
