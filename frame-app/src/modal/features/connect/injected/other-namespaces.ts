/** What is loaded after the first view: switching, and the parts of other namespaces, each in a file of its own. */
import { AirlockError } from '@airlock/protocol/errors.ts'
import type { Namespace } from '@airlock/protocol/scalars/caip.ts'
import type { Ask, NamespaceAdapter, ServedNetworks } from './namespace-adapter.ts'

export { checksum } from '../../../../shared/chains/eip155/checksum.ts'
/** For eip155, only the code that connects is in the first view. */
export { switchWallet } from '../../../../shared/chains/eip155/switch-wallet.ts'

type CreatePart = (ask: Ask, standing: ServedNetworks) => NamespaceAdapter

const parts: Partial<Record<Namespace, () => Promise<CreatePart>>> = {
  solana: async () => (await import('./solana.ts')).createSolanaPart,
  bip122: async () => (await import('./bitcoin.ts')).createBitcoinPart,
  polkadot: async () => (await import('./polkadot.ts')).createPolkadotPart,
}

/** @throws {AirlockError} `METHOD_NOT_ALLOWED` for a namespace whose injected wallets are not called from here */
export async function loadPart(namespace: Namespace, ask: Ask, standing: ServedNetworks): Promise<NamespaceAdapter> {
  const create = await parts[namespace]?.()
  if (!create) throw new AirlockError('METHOD_NOT_ALLOWED')
  return create(ask, standing)
}
