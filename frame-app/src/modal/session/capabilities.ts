/** Asks the connected wallet what it can do, without a prompt. */
import { type Caip2, type Caip10, namespaceOf, parseCaip10 } from '@airlock/protocol/scalars/caip.ts'
import { type Capabilities, readCapabilities } from '../core/api/capabilities.ts'
import type { ModalContext } from '../core/context.ts'
import type { Connector } from './connector.ts'
import { inUseAtom } from './state/approved.ts'

/** A wallet that does not answer soon must not delay the user. */
const patienceMs = 3_000
/** Accounts by wallet, kept until the page is reloaded. */
type Noted = WeakMap<Connector, Set<Caip10>>
/** Wallets that did not answer `wallet_getCapabilities`, and are not asked again. */
const mute: Noted = new WeakMap()
/** Wallets that refused a batch although they report support for it. */
const batchless: Noted = new WeakMap()

function note(noted: Noted, connector: Connector, account: Caip10): void {
  noted.set(connector, (noted.get(connector) ?? new Set()).add(account))
}

export const refuseBatches = (connector: Connector, account: Caip10): void => note(batchless, connector, account)

/** What the wallet of an EVM account can do on this network. @returns `undefined` if that is unknown */
export async function capabilitiesOf(
  { store }: ModalContext,
  account: Caip10,
  chainId: Caip2,
): Promise<Capabilities | undefined> {
  const { address } = parseCaip10(account)
  const connector = store.get(inUseAtom).eip155
  if (namespaceOf(account) !== 'eip155' || !connector) return undefined
  const read = (answer: unknown): Capabilities => {
    const { isAtomic, ...others } = readCapabilities(answer, chainId)
    return { ...others, isAtomic: isAtomic && !batchless.get(connector)?.has(account) }
  }
  // A request would wake the phone, so use the capabilities that the wallet named when it was paired.
  if (connector.type === 'walletConnect') return read(connector.capabilities?.(address))
  if (mute.get(connector)?.has(account)) return undefined
  try {
    const options = { scope: chainId, signal: AbortSignal.timeout(patienceMs) }
    return read(await connector.request('wallet_getCapabilities', [address], options))
  } catch {
    // Most wallets do not know the method.
    note(mute, connector, account)
    return undefined
  }
}
