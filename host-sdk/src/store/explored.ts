/** Adds the block explorer's URL to each account. Loaded with the frame. */
import type { Account, Snapshot } from '@airlock/protocol/contracts/shapes/account.ts'
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { explorerAddressUrl } from '@airlock/protocol/scalars/explorer.ts'
import type { Network } from '../types.ts'

export type Explored = Omit<Snapshot, 'accounts'> & { accounts: readonly (Account & { addressExplorerUrl?: string })[] }

export const withExplorers = (snapshot: Snapshot, networks: readonly Network[]): Explored => ({
  ...snapshot,
  accounts: snapshot.accounts.map((account) => {
    if (!account.active) return account
    const { chainId: id, address } = parseCaip10(account.active)
    const explorerUrl = networks.find((network) => network.caipNetworkId === id)?.blockExplorers?.default.url
    const addressExplorerUrl = explorerAddressUrl({ id, explorerUrl }, address)
    return { ...account, ...(addressExplorerUrl !== undefined && { addressExplorerUrl }) }
  }),
})
