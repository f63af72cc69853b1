import type { CaipAddress, CaipNetworkId } from '../types.ts'

export const networkOf = (account: CaipAddress) => account.slice(0, account.lastIndexOf(':')) as CaipNetworkId // as: so it is written
