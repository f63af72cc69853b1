/** Name and picture of an account: from ENS, otherwise from the gateway's registry. */
import type { Identity } from '@airlock/protocol/gateway/names.ts'
import { EvmAddress, SolanaAddress } from '@airlock/protocol/scalars/values.ts'
import { LRUCache } from 'lru-cache'
import { type Hex, isHex } from 'viem'
import * as z from 'zod/mini'
import type { Names } from '../../store/contract/names.ts'
import { sharedIn } from '../../wallet/http/shared-for.ts'
import type { ImageLink } from '../images/link.ts'
import { linkPicture } from '../nfts/picture.ts'
import { NodesDownError } from '../nodes/pool.ts'
import { refusals } from '../refusal.ts'
import type { Avatar } from './avatar.ts'
import type { EnsProfile, FindProfile } from './ens.ts'

const freshMs = 5 * 60_000
const cached = 20_000
const timeoutMs = 15_000

/** How many seconds clients may cache an answer. */
const maxAges = { eip155: 5 * 60, solana: 60 * 60 } as const

export type IdentityOptions = {
  /** Absent: ENS is not asked. */
  readonly ens: FindProfile | undefined
  /** Absent: there is no registry. */
  readonly names: Names | undefined
  readonly link: ImageLink
  readonly now: () => number
}
type Found = { readonly profile: EnsProfile | undefined; readonly at: number }
export type IdentityAnswer = { readonly identity: Identity; readonly maxAge: number }

const nobody: Identity = { name: null, avatar: null, resolvedAt: null }

/** @returns a function that @throws {GatewayRefusal} 400, 503 */
export function createIdentities({ ens, names, link, now }: IdentityOptions) {
  const held = new LRUCache<string, Promise<Found>>({ max: cached, ttl: freshMs })

  return async (text: string, signal: AbortSignal): Promise<IdentityAnswer> => {
    if (z.safeParse(EvmAddress, text).success && isHex(text)) {
      const identity = await read(text, signal)
      // An account may register a name at any moment and then look it up.
      return { identity, maxAge: identity === nobody && names ? 0 : maxAges.eip155 }
    }
    if (z.safeParse(SolanaAddress, text).success) return { identity: nobody, maxAge: maxAges.solana }
    throw refusals.badAddress()
  }

  async function read(address: Hex, signal: AbortSignal): Promise<Identity> {
    const onEns = await find(address).catch((error: unknown) => {
      if (error instanceof NodesDownError || isTimeout(error)) return undefined
      throw error
    })
    signal.throwIfAborted()
    const at = new Date(onEns?.at ?? now()).toISOString()
    if (onEns?.profile) {
      const { name, avatar } = onEns.profile
      return { name, avatar: linkAvatar(link, avatar) || null, resolvedAt: at }
    }
    const own = await names?.findByAddress(address.toLowerCase())
    if (own) return { name: own.name, avatar: null, resolvedAt: new Date(now()).toISOString() }
    if (!onEns) throw refusals.identityDown()
    return nobody
  }

  function find(address: Hex): Promise<Found> {
    if (!ens) return Promise.resolve({ profile: undefined, at: now() })
    return sharedIn(held, address.toLowerCase(), async () => {
      const profile = await ens(address, AbortSignal.timeout(timeoutMs))
      return { profile, at: now() }
    })
  }
}

const linkAvatar = (link: ImageLink, avatar: Avatar | undefined): string => {
  if (!avatar) return ''
  return 'nft' in avatar ? linkPicture(link, avatar.nft, undefined) : link(avatar.source)
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'
