/** Asks the connected wallet for its assets, if it supports that. */
import type { Balance } from '@airlock/protocol/gateway/shapes.ts'
import { type Caip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { toHexChain } from '../../core/api/capabilities.ts'
import { readAssets } from '../../core/api/wallet-assets.ts'
import type { ModalContext } from '../../core/context.ts'
import { capabilitiesOf } from '../../session/capabilities.ts'
import type { Connector } from '../../session/connector.ts'
import { inUseAtom } from '../../session/state/approved.ts'

/** A wallet that does not answer soon must not delay the list. */
const patienceMs = 3_000
/** Wallets that cannot tell, by account; they are not asked again in this session. */
const mute = new WeakMap<Connector, Set<string>>()

/** @returns `undefined` if the wallet cannot tell, or does not answer: the gateway is then asked silently (specification §7) */
export async function readWalletAssets(
  context: ModalContext,
  account: Caip10,
): Promise<readonly Balance[] | undefined> {
  const { address, chainId } = parseCaip10(account)
  const connector = context.store.get(inUseAtom)[namespaceOf(account)]
  if (!connector || mute.get(connector)?.has(account)) return undefined
  // A request would wake the phone. The embedded wallet knows no prices, and no tokens besides those of the gateway.
  if (connector.type === 'walletConnect' || connector.type === 'auth') return undefined
  try {
    if ((await capabilitiesOf(context, account, chainId))?.discoversAssets) {
      const params = [{ account: address, chainFilter: [toHexChain(chainId)] }]
      const options = { scope: chainId, signal: AbortSignal.timeout(patienceMs) }
      return readAssets(await connector.request('wallet_getAssets', params, options), chainId)
    }
  } catch {
    // Most wallets do not know the method.
  }
  mute.set(connector, (mute.get(connector) ?? new Set()).add(account))
  return undefined
}
