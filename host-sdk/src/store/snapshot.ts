/** Turns the frame's STATE into the public state. */
import type { Account, Snapshot } from '@airlock/protocol/contracts/shapes/account.ts'
import { parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { explorerAddressUrl } from '@airlock/protocol/scalars/explorer.ts'
import { addressOf, isSame } from '../dom.ts'
import type { AccountState, Network, State } from '../types.ts'

export function toAccountState({ active, wallet, ...account }: Account): AccountState {
  const state: AccountState = { ...account } as AccountState // as: parsed; optional parts are absent, never undefined
  if (active) {
    state.caipAddress = active
    state.address = addressOf(active)
  }
  if (wallet) {
    const { type: _, handle: __, ...known } = wallet
    state.wallet = known as NonNullable<AccountState['wallet']> // as above
  }
  return state
}

/** `open` is not mirrored: the dialog itself is the source. */
export function readSnapshot(
  snapshot: Snapshot,
  { accounts: before, session }: Pick<State, 'accounts' | 'session'>,
  find: (id: string) => Network | undefined,
): Partial<State> {
  const accounts: Partial<State['accounts']> = Object.fromEntries(
    snapshot.accounts.map((account) => {
      const next = toAccountState(account)
      if (account.active) {
        const { chainId: id, address } = parseCaip10(account.active)
        const url = explorerAddressUrl({ id, explorerUrl: find(id)?.blockExplorers?.default.url }, address)
        if (url !== undefined) next.addressExplorerUrl = url
      }
      const known = before[account.namespace]
      // A reloaded frame restores its connection: the page sees no change unless that fails.
      const isKept = isSame(known, next) || (known?.status === 'connected' && next.restoring)
      return [account.namespace, isKept ? known : next]
    }),
  )
  return {
    ready: snapshot.accounts.every((account) => !account.restoring),
    view: snapshot.view ?? undefined,
    network: snapshot.network ? find(snapshot.network) : undefined,
    unsupported: snapshot.unsupported ?? undefined,
    active: snapshot.active,
    accounts,
    session: isSame(session, snapshot.session ?? undefined) ? session : (snapshot.session ?? undefined),
    health: snapshot.health,
  } as Partial<State> // as: absent and undefined read the same
}
