/** Asks the connected wallet what it holds, if it can say so. */
import type { Balance } from '@airlock/protocol/gateway/shapes.ts'
import { type Caip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { discoversAssets, readAssets, toHexChain } from '../api/wallet-assets.ts'
import type { Connector } from '../connectors/connector.ts'
import { connectionsAtom } from '../state/accounts.ts'
import { connectorOf, connectorsAtom } from '../state/connectors.ts'
import type { ModalContext } from './context.ts'

/** A wallet that does not answer at once must not keep the list back. */
const patienceMs = 3_000
/** Wallets that cannot say, by network: they are not asked again in this session. */
const mute = new WeakMap<Connector, Set<string>>()

/** @returns `undefined` if the wallet cannot say, or does not: the gateway is asked then, silently (specification §7) */
export async function readWalletAssets(
  context: ModalContext,
  account: Caip10,
): Promise<readonly Balance[] | undefined> {
  const { store } = context
  const { address, chainId } = parseCaip10(account)
  const connection = store.get(connectionsAtom)[namespaceOf(account)]
  if (namespaceOf(account) !== 'eip155' || connection?.status !== 'connected') return undefined
  // A question would wake the phone.
  if (connection.wallet.type === 'walletConnect') return undefined
  const connector = connectorOf(store.get(connectorsAtom), 'eip155', connection.wallet)
  const known = (connector && mute.get(connector)) ?? new Set()
  if (!connector || known.has(account)) return undefined
  const ask = (method: string, params: Parameters<Connector['request']>[1]) =>
    connector.request(method, params, { scope: chainId, signal: AbortSignal.timeout(patienceMs) })
  try {
    if (discoversAssets(await ask('wallet_getCapabilities', [address]), chainId)) {
      const answer = await ask('wallet_getAssets', [{ account: address, chainFilter: [toHexChain(chainId)] }])
      return readAssets(answer, chainId)
    }
  } catch {
    // Most wallets do not know these methods.
  }
  mute.set(connector, known.add(account))
  return undefined
}
