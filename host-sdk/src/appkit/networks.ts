/** `@airlock/host-sdk/appkit/networks`: the catalogue, and the helpers that AppKit exports with its networks. */
import type { Namespace } from '@airlock/host-sdk'

export type { AppKitNetwork, CaipNetwork, ChainNamespace } from '@airlock/host-sdk/appkit'
export * from '@airlock/host-sdk/networks'

/** Returns the network unchanged, with the types of a literal object. */
export const defineChain = <const T extends object>(chain: T): T => chain

export const AVAILABLE_NAMESPACES: readonly Namespace[] = ['eip155', 'solana', 'bip122']
