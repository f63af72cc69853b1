/** `@airlock/host-sdk/appkit-adapter-solana/react`: the adapter, and a hook with the node of the active Solana network. */
import type { Network } from '@airlock/host-sdk'
import { AppKit } from '@airlock/host-sdk/appkit'
import { modal, useAppKitAccount } from '@airlock/host-sdk/appkit/react'
import { Connection } from '@solana/web3.js'
import { useMemo } from 'react'

export * from '@airlock/host-sdk/appkit-adapter-solana'

/** The page's own node: of `customRpcUrls` or `transports`, or the network's. */
function nodeOf(kit: AppKit, { caipNetworkId, rpcUrls }: Network): string | undefined {
  const { customRpcUrls, transports } = kit.options
  return customRpcUrls?.[caipNetworkId]?.[0]?.url ?? [transports?.[caipNetworkId] ?? rpcUrls.default.http].flat()[0]
}

/** For the network of the Solana account; before there is one, for the page's first Solana network. */
export function useAppKitConnection(): { connection: Connection | undefined } {
  useAppKitAccount({ namespace: 'solana' }) // renders again when the account changes its network
  const kit = modal ?? AppKit.getInstance()
  const network = kit?.getCaipNetwork('solana')
  const node = kit && network && nodeOf(kit, network)
  return { connection: useMemo(() => (node ? new Connection(node, 'confirmed') : undefined), [node]) }
}
