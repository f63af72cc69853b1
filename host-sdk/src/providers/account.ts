import type { CaipAddress, CaipNetworkId } from '../types.ts'

/** The network of an account, whose id is `<network>:<address>`. */
export const networkOf = (account: CaipAddress) => account.slice(0, account.lastIndexOf(':')) as CaipNetworkId // as: begins with its network
