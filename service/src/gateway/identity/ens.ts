/** The primary name of an address on ENS, with its picture. Anybody may claim a name, so the name must lead back to it. */
import { BaseError, type Hex, isAddressEqual } from 'viem'
import { getEnsAddress, getEnsName, getEnsText, normalize } from 'viem/ens'
import { cleanText, nameLength } from '../networks/text.ts'
import { createNodeClient } from '../nodes/client.ts'
import { type NodePool, NodesDownError } from '../nodes/pool.ts'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import { createOffChain } from './off-chain.ts'

export type EnsProfile = {
  readonly name: string
  /** Address of a picture, as the owner of the name wrote it. */
  readonly avatar: string | undefined
}
/** @throws {NodesDownError}; the signal's reason */
export type FindProfile = (address: Hex, signal: AbortSignal) => Promise<EnsProfile | undefined>

export type EnsOptions = {
  /** Nodes of the network that ENS is on. */
  readonly pool: NodePool
  readonly universalResolver: Hex
  readonly fetch: GuardedFetch
}

/** Addresses of pictures that the image route takes. */
const picture = /^(https?|ipfs|ipns|ar|data):/i

export function createEns({ pool, universalResolver, fetch }: EnsOptions): FindProfile {
  const universalResolverAddress = universalResolver
  return async (address, signal) => {
    const client = createNodeClient({ pool, signal, ccipRequest: createOffChain(fetch, signal) })
    const name = await settle(getEnsName(client, { address, universalResolverAddress }))
    if (!name || !isShown(name)) return undefined
    const owner = await settle(getEnsAddress(client, { name, universalResolverAddress }))
    if (!owner || !isAddressEqual(owner, address)) return undefined
    const avatar = await settle(getEnsText(client, { name, key: 'avatar', universalResolverAddress }))
    return { name, avatar: avatar && picture.test(avatar) ? avatar : undefined }

    /** A name whose resolver or server fails is no name; that a node fails says nothing about the name. */
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

/** Others are not the same text to the eye and to ENS (ENSIP-15), or too long to be shown. */
function isShown(name: string): boolean {
  try {
    return normalize(name) === name && cleanText(name, nameLength) === name
  } catch {
    return false
  }
}
