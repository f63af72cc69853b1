/** `@airlock/host-sdk/appkit/networks`: the catalogue, and the helpers that AppKit exports beside its networks. */
import type { Namespace } from '@airlock/host-sdk'

export * from '@airlock/host-sdk/networks'

/** Returns the network as it is: the types of a literal object are kept. */
export const defineChain = <const T extends object>(chain: T): T => chain

export const AVAILABLE_NAMESPACES: readonly Namespace[] = ['eip155', 'solana', 'bip122']
