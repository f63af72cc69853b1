/** What must hold in every tab at rest: what is said to be connected answers, and what answers is said. */
import { Snapshot } from '@airlock/protocol/contracts/shapes/account.ts'
import { type Namespace, namespaceOf, namespaces, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { expect } from 'vitest'
import { snapshotAtom } from '../../src/modal/session/snapshot.ts'
import { connectionsAtom } from '../../src/modal/session/state/accounts.ts'
import { connectorOf, connectorsAtom } from '../../src/modal/session/state/connectors.ts'
import type { createSite, Tab } from './site.ts'
import type { SiteWallet } from './site-wallets.ts'

/** The account that answers a call in this namespace; `undefined` if none does. */
async function answers({ store }: Tab, namespace: Namespace): Promise<unknown> {
  const connection = store.get(connectionsAtom)[namespace]
  if (connection?.status !== 'connected') return undefined
  const connector = connectorOf(store.get(connectorsAtom), namespace, connection.wallet)
  // Requests over a session are translated for each namespace; what it grants is the same for all.
  if (connector?.type === 'walletConnect' && namespace !== 'eip155')
    return (await connector.restore({ signal: new AbortController().signal }).catch(() => undefined))?.accounts[0]
  return connector?.request('eth_accounts', [], { scope: connection.chainId }).catch(() => undefined)
}

/** As the page is told. */
export const saidIn = ({ store }: Tab) => Snapshot.parse(store.get(snapshotAtom))

export async function checkTab(tab: Tab, wallets: readonly SiteWallet[], trace: string): Promise<void> {
  const said = saidIn(tab)
  for (const namespace of namespaces) {
    const account = said.accounts.find((one) => one.namespace === namespace)
    expect(account?.status === 'connecting', `${trace}: ${namespace} is at rest`).toBe(false)
    const isSaid = account?.status === 'connected'
    expect(await answers(tab, namespace), `${trace}: ${namespace} answers as it is said`).toBe(
      isSaid ? account.active : undefined,
    )
    const name = isSaid ? account.wallet?.name : undefined
    const wallet = wallets.find((one) => one.name === name || (name === 'Email Wallet' && one.name === 'Email'))
    if (isSaid) expect(wallet?.isOpen(namespace), `${trace}: the wallet of ${namespace} knows of it`).toBe(true)
    if (isSaid && namespace === said.active)
      expect(said.network ?? said.unsupported, `${trace}: the page is on the network of its account`).toBe(
        parseCaip10(account.active ?? '').chainId,
      )
  }
  if (said.network) expect(namespaceOf(said.network), trace).toBe(said.active)
}

/** The hints restore what is connected, and nothing else. */
export function checkHints(
  site: ReturnType<typeof createSite>,
  tab: Tab,
  wallets: readonly SiteWallet[],
  trace: string,
): void {
  const connected = saidIn(tab).accounts.filter(({ status }) => status === 'connected')
  for (const { connectorId, namespace } of site.hints())
    expect(
      connected.map(({ wallet, namespace: own }) => [wallet?.id, own]),
      `${trace}: a hint for what is connected`,
    ).toContainEqual([connectorId, namespace])
  for (const { wallet, namespace } of connected) {
    const isShared = wallets.some(
      (one) => one.isShared && one.name === (wallet?.type === 'auth' ? 'Email' : wallet?.name),
    )
    expect(
      site.hints().some((hint) => hint.connectorId === wallet?.id && (isShared || hint.namespace === namespace)),
      `${trace}: a hint for ${namespace}`,
    ).toBe(true)
  }
}
