/** The primary name of an address on ENS, with its picture. Anyone may claim a name, so the name must resolve back to the address. */
import type { Caip2 } from '@airlock/protocol/scalars/caip.ts'
import { BaseError, type Hex, isAddressEqual } from 'viem'
import { getEnsAddress, getEnsName, getEnsText, normalize } from 'viem/ens'
import { cleanText, nameLength } from '../networks/text.ts'
import { createNodeClient } from '../nodes/client.ts'
import { type NodePool, NodesDownError } from '../nodes/pool.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { type Avatar, readAvatar } from './avatar.ts'
import { createOffChain } from './off-chain.ts'

export type EnsProfile = {
  readonly name: string
  readonly avatar: Avatar | undefined
}
/** @throws {NodesDownError}; the signal's reason */
export type FindProfile = (address: Hex, signal: AbortSignal) => Promise<EnsProfile | undefined>

export type EnsOptions = {
  /** Node pools by network: of the network that ENS is on, and of those where avatar NFTs may be. */
  readonly pools: ReadonlyMap<Caip2, NodePool>
  readonly network: Caip2
  readonly universalResolver: Hex
  readonly fetch: GuardedFetch
}

/** `undefined` without a node. */
export function createEns({ pools, network, universalResolver, fetch }: EnsOptions): FindProfile | undefined {
  const pool = pools.get(network)
  if (!pool) return undefined
  const universalResolverAddress = universalResolver
  return async (address, signal) => {
    const client = createNodeClient({ pool, signal, ccipRequest: createOffChain(fetch, signal) })
    const name = await settle(getEnsName(client, { address, universalResolverAddress }))
    if (!name || !isShown(name)) return undefined
    const owner = await settle(getEnsAddress(client, { name, universalResolverAddress }))
    if (!owner || !isAddressEqual(owner, address)) return undefined
    const avatar = await settle(getEnsText(client, { name, key: 'avatar', universalResolverAddress }))
    return { name, avatar: avatar ? await readAvatar(avatar, { owner: address, pools, signal }) : undefined }

    /** A failing resolver or server means that there is no name; a failing node means that the name is unknown. */
    async function settle<T>(answer: Promise<T>): Promise<T | null> {
      try {
        return await answer
      } catch (error) {
        signal.throwIfAborted()
        const down = error instanceof BaseError ? error.walk((one) => one instanceof NodesDownError) : error
        if (down instanceof NodesDownError) throw down
        return null
      }
    }
  }
}

/** Whether the name is in ENS's normal form (ENSIP-15) and short enough to show. Other names could imitate a valid one. */
function isShown(name: string): boolean {
  try {
    return normalize(name) === name && cleanText(name, nameLength) === name
  } catch {
    return false
  }
}
